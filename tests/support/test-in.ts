import { test as plainTest } from 'bun:test';

type Open<W> = () => W | Promise<W>;

/** Returns a function that opens a world, plays in it, and closes it. */
export const inWorld =
  <W extends AsyncDisposable>(open: Open<W>) =>
  <R extends unknown[]>(play: (world: W, ...row: R) => unknown) =>
  async (...row: R) => {
    await using world = await open();
    await play(world, ...row);
  };

/**
 * Returns a `test` whose tests each get a world of their own, which ends with the test. A test without a
 * parameter gets none.
 */
export function testIn<W extends AsyncDisposable>(open: Open<W>) {
  const test = (name: string, play: (world: W) => unknown) =>
    plainTest(name, play.length === 0 ? (play as () => Promise<unknown>) : inWorld(open)(play));
  const each =
    <R extends [unknown, ...unknown[]] | string>(rows: R[]) =>
    (name: string, play: (world: W, ...row: R extends string ? [R] : R) => unknown) =>
      plainTest.each(rows as string[])(name, inWorld(open)(play) as never);
  return Object.assign(test, { each });
}
