/**
 * A thread of the cage itself watches it: it goes on while the cage is busy, and while the server is, and has the
 * same figures on every system.
 */

declare const self: Worker;

export type WatchTask = { begun: Float64Array; megabytes: number; cpuMs: number; parent: number };

/** The fastest allocations take 5 MB in this time. */
const EVERY_MS = 10;

self.onmessage = ({ data: { begun, megabytes, cpuMs, parent } }: MessageEvent<WatchTask>) => {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    if (process.memoryUsage.rss() > megabytes * 1e6) process.kill(process.pid, 'SIGKILL');
    const { user, system } = process.cpuUsage();
    const since = begun[0]!;
    if (since >= 0 && (user + system) / 1_000 - since > cpuMs) process.kill(process.pid, 'SIGXCPU');
  }, EVERY_MS);
  self.postMessage('watching');
};
