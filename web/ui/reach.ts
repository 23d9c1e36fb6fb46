import { takeFirstAnswer } from './first-answers';

/** Time for which the first queries of a page wait for an answer, in milliseconds. */
export const FIRST_SILENCE_MS = 8000;
/**
 * Time for which later queries wait, in milliseconds. It is longer, because on a slow connection these
 * queries can wait behind photos.
 */
export const SILENCE_MS = 20_000;
/**
 * Time for which a mutation waits for an answer, in milliseconds. After this time the mutation is given up if
 * the server is already silent. Otherwise a request asks the server whether it works.
 */
export const MUTATION_SILENCE_MS = 4000;

let silenceMs = FIRST_SILENCE_MS;
/** True after a query was given up, until the server answers a request. */
let isSilent = false;
/** Number of answers so far. */
let answers = 0;
/** Functions that give up the mutations and uploads that have no answer yet. */
const mutations = new Set<() => void>();

/**
 * Fetches, but gives up if the server is silent, for example in a Wi-Fi network that lets nothing through
 * until the person signs in there. In that case rejects with a TypeError, as `fetch` does when the server
 * cannot be reached. A mutation is given up only if queries have no answer either, because the server may
 * need a long time for a mutation.
 */
export async function fetchInTime(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isMutation = init.method !== undefined && init.method !== 'GET';
  const controller = new AbortController();
  const giveUp = () => controller.abort(new TypeError('The server does not answer.'));
  // AbortSignal.any is missing in Safari before 17.4
  const stop = () => controller.abort(init.signal?.reason);
  if (init.signal?.aborted) stop();
  init.signal?.addEventListener('abort', stop, { once: true });
  const stopWaiting = isMutation ? onSilence(giveUp) : giveUpLater(giveUp);
  try {
    const { signal } = controller;
    const first = isMutation ? undefined : takeFirstAnswer(String(url), signal);
    const response = await (first ?? fetch(url, { ...init, signal }));
    [isSilent, silenceMs] = [false, SILENCE_MS];
    answers += 1;
    return response;
  } finally {
    stopWaiting();
  }
}

/** Gives up a query when it has waited too long. Returns a function that stops the wait. */
function giveUpLater(giveUp: () => void): () => void {
  const before = answers;
  const timer = setTimeout(() => {
    giveUp();
    if (answers > before) return; // the server has answered others: only this query is slow
    [isSilent, silenceMs] = [true, SILENCE_MS];
    for (const giveUpMutation of mutations) giveUpMutation();
  }, silenceMs);
  return () => clearTimeout(timer);
}

/**
 * If the server is already silent, calls `giveUp` after 4 seconds. Otherwise sends a query after 4 seconds,
 * and calls `giveUp` when this or another query is given up and the server has answered nothing meanwhile.
 * Returns a function that stops the wait.
 */
export function onSilence(giveUp: () => void): () => void {
  const timer = setTimeout(isSilent ? giveUp : isReachable, MUTATION_SILENCE_MS);
  mutations.add(giveUp);
  return () => {
    clearTimeout(timer);
    mutations.delete(giveUp);
  };
}

/** Returns true if the server answers a request with success. */
export const isReachable = (): Promise<boolean> =>
  fetchInTime('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
