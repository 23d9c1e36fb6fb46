import type { DataJob, Said } from './data-worker';

/** Runs a job in a thread of its own. `onSay` gets what is said before the end. */
export function runDataJob<T>(job: DataJob, onSay: (said: Said) => void): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const worker = new Worker(new URL('./data-worker.ts', import.meta.url));
  worker.onmessage = ({ data }) => {
    if ('error' in data) reject(new Error(data.error));
    else if ('done' in data) resolve(data.done);
    else onSay(data);
  };
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(job);
  return promise.finally(() => worker.terminate());
}
