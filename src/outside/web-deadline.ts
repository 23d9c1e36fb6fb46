/** `expired` is for operations that do not obey an abort signal. */
type Deadline = { signal: AbortSignal; expired: Promise<never> };

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
