/**
 * Runs tasks one after another, in turns among people: whoever has just had a turn waits for all others who wait,
 * so a person with many tasks delays nobody by more than one.
 */
export function createTurns() {
  const waiting = new Map<number, (() => void)[]>(); // people in the order of their next turns
  let busy = false;

  function next(last: number): void {
    const others = waiting.get(last);
    if (others) {
      waiting.delete(last);
      waiting.set(last, others);
    }
    const [first] = waiting;
    if (!first) {
      busy = false;
      return;
    }
    const [person, tasks] = first;
    waiting.delete(person);
    const begin = tasks.shift();
    if (tasks.length > 0) waiting.set(person, tasks);
    begin?.();
  }

  return async function inTurn<T>(person: number, task: () => Promise<T>): Promise<T> {
    if (busy)
      await new Promise<void>((begin) => {
        const tasks = waiting.get(person);
        if (tasks) tasks.push(begin);
        else waiting.set(person, [begin]);
      });
    busy = true;
    try {
      return await task();
    } finally {
      next(person);
    }
  };
}
