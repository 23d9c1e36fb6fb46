import { readFileSync } from 'node:fs';

/**
 * A worker thread that sends a request to a server every 20 ms, and posts the costs of each request to the
 * main thread. It has its own event loop, so work in the main thread of the script (for example of stand-ins)
 * does not delay the measurement.
 */

declare const self: Worker;

/** The address to ask, and the process that answers. */
export type Asked = { address: string; pid: number };

/**
 * The costs of one request in milliseconds. `took` is the time by the clock. `held` is the CPU time that the
 * server's main thread used meanwhile: it leaves out the time of other processes and of waits for the disk.
 * `at` is the time of the answer, in milliseconds of Unix time.
 */
export type RequestCost = { at: number; took: number; held: number };

const PAUSE_MS = 20;

self.onmessage = async ({ data: { address, pid } }: MessageEvent<Asked>) => {
  for (;;) {
    const asked = performance.now();
    const used = processorMs(pid);
    await fetch(address).then((answer) => answer.arrayBuffer());
    const took = performance.now() - asked;
    self.postMessage({ at: Date.now(), took, held: processorMs(pid) - used } satisfies RequestCost);
    await Bun.sleep(PAUSE_MS);
  }
};

/** Returns the processor time that the main thread of a process has used, in milliseconds. */
function processorMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}
