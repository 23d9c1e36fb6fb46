import { test } from 'bun:test';

/** Makes a function like `test` whose act gets a world of its own, which is disposed of at the end. */
export const testIn =
  <W extends AsyncDisposable>(open: () => W | Promise<W>) =>
  (promise: string, act: (world: W) => unknown) =>
    test(promise, async () => {
      await using world = await open();
      await act(world);
    });
