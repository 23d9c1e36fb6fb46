declare global {
  interface Window {
    /** Responses that boot.ts has asked for, by URL. Undefined on the development server. */
    firstAnswers?: Map<string, Promise<Response>>;
  }
}

/** Milliseconds after the start of the page until which its first answers count as new. */
const NEW_FOR_MS = 20_000;

/**
 * Returns the response to a GET request that was sent before the app's code had come, once. Returns undefined for
 * any other request. Rejects when `signal` aborts.
 */
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
