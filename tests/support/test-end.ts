import { afterAll, beforeAll, onTestFinished } from 'bun:test';

let opened: AsyncDisposableStack | undefined;

/** Keeps this until the end of the test, which closes first what was opened last. */
export function untilTestEnds<T extends AsyncDisposable | Disposable>(resource: T): T {
  opened ??= closeAtEndOfTest();
  return opened.use(resource);
}

function closeAtEndOfTest() {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => {
    opened = undefined;
    return stack.disposeAsync();
  });
  return stack;
}

/** Opens this before the first test of a file, and keeps it until the last has ended. */
export function beforeTests<T>(open: () => Promise<T>): () => T {
  const stack = new AsyncDisposableStack();
  let value: T;
  beforeAll(async () => {
    opened = stack;
    value = await open();
    opened = undefined;
  });
  afterAll(() => stack.disposeAsync());
  return () => value;
}
