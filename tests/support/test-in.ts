import { test as plainTest } from 'bun:test';

/**
 * Returns a `test` whose tests each get a world of their own, which ends with the test. A test without a
 * parameter gets none.
 */
export function testIn<W extends AsyncDisposable>(open: () => W | Promise<W>) {
  const run = async <R extends unknown[]>(play: (world: W, ...row: R) => unknown, ...row: R) => {
    if (play.length === 0) return void (await (play as () => unknown)());
    await using world = await open();
    await play(world, ...row);
  };
  const test = (name: string, play: (world: W) => unknown) => plainTest(name, () => run(play));
  const each =
    <R extends [unknown, ...unknown[]]>(rows: R[]) =>
    (name: string, play: (world: W, ...row: R) => unknown) =>
      plainTest.each(rows)(name, (...row) => run(play, ...(row as unknown as R)));
  return Object.assign(test, { each });
}
