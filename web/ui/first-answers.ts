declare global {
  interface Window {
    /** Responses to the requests that boot.ts has sent, by URL. Undefined on the development server. */
    firstAnswers?: Map<string, Promise<Response>>;
  }
}

/**
 * When the page is older than this, the responses in `firstAnswers` are too old to be used. In milliseconds.
 */
const NEW_FOR_MS = 20_000;

/**
 * Returns the response to a GET request if boot.ts has already sent that request. Returns each response only
 * once. Returns undefined for any other request. Rejects when `signal` aborts.
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
