/**
 * A time limit. When the time is up, `signal` aborts and `expired` rejects. `expired` is for operations that
 * do not obey an abort signal.
 */
type Deadline = { signal: AbortSignal; expired: Promise<never> };

/**
 * Runs work and gives it a time limit in milliseconds. The work must obey `signal` or `expired`; otherwise
 * the work goes on after the limit.
 */
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
