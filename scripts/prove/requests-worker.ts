/**
 * A worker thread that sends a request to an address every 20 ms, and posts how many milliseconds each took. It has
 * an event loop of its own, so that a stand-in in the main thread does not count.
 */

declare const self: Worker;

/** Milliseconds that a request took. */
export type RequestTime = number;

const PAUSE_MS = 20;

self.onmessage = async ({ data: address }: MessageEvent<string>) => {
  for (;;) {
    const asked = performance.now();
    await fetch(address).then((answer) => answer.arrayBuffer());
    self.postMessage((performance.now() - asked) satisfies RequestTime);
    await Bun.sleep(PAUSE_MS);
  }
};
