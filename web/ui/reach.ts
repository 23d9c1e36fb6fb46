import { takeFirstAnswer } from './first-answers';
import { createStore } from './store';

export const FIRST_SILENCE_MS = 8000;
/** It is longer, because on a slow connection these queries can wait behind photos. */
export const SILENCE_MS = 20_000;
export const MUTATION_SILENCE_MS = 4000;

let silenceMs = FIRST_SILENCE_MS;
let isSilent = false;
let answers = 0;
const mutations = new Set<() => void>();

/** True after a request that did not reach the server, until one does. */
export const unreached = createStore(false);

/**
 * Fetches, but gives up if the server is silent, for example in a Wi-Fi network that lets nothing through
 * until the person signs in there.
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
    unreached.set(false);
    return response;
  } catch (error) {
    if (!init.signal?.aborted) unreached.set(true);
    throw error;
  } finally {
    stopWaiting();
  }
}

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

/** If the server is already silent, calls `giveUp` after 4 seconds. */
export function onSilence(giveUp: () => void): () => void {
  const timer = setTimeout(isSilent ? giveUp : isReachable, MUTATION_SILENCE_MS);
  mutations.add(giveUp);
  return () => {
    clearTimeout(timer);
    mutations.delete(giveUp);
  };
}

export const isReachable = (): Promise<boolean> =>
  fetchInTime('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
