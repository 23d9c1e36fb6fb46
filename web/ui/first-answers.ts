declare global {
  interface Window {
    firstAnswers?: Map<string, Promise<Response>>;
  }
}

/**
 * When the page is older than this, the responses in `firstAnswers` are too old to be used. In milliseconds.
 */
const NEW_FOR_MS = 20_000;

/** Returns each response only once. */
export function takeFirstAnswer(url: string, signal: AbortSignal): Promise<Response> | undefined {
  if (performance.now() > NEW_FOR_MS) window.firstAnswers?.clear();
  const answer = window.firstAnswers?.get(url);
  window.firstAnswers?.delete(url);
  if (!answer) return undefined;
  return new Promise((resolve, reject) => {
    answer.then(resolve, reject);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
