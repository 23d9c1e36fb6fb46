export function hurry(...delays: number[]): Disposable {
  const wait = globalThis.setTimeout;
  const hurried = (act: () => void, ms = 0) => wait(act, delays.includes(ms) ? 1 : ms);
  globalThis.setTimeout = hurried as unknown as typeof setTimeout;
  return {
    [Symbol.dispose]() {
      globalThis.setTimeout = wait;
    },
  };
}
