/** `expired` rejects when the time is up: not everything that is awaited obeys an abort signal. */
type Deadline = { signal: AbortSignal; expired: Promise<never> };

/** Runs work with a time limit, and keeps no reference to it afterwards. */
export async function withDeadline<T>(
  milliseconds: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  expired.catch(() => {});
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort();
    reject(new Error('took too long'));
  }, milliseconds);
  try {
    return await work({ signal: controller.signal, expired });
  } finally {
    clearTimeout(timer);
  }
}
