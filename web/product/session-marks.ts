import type { EndReason } from '../../src/contract/auth';

/**
 * What this browser remembers about its session, so that the sign-in page can say why one is there
 * (docs/product.md: Ended sessions).
 */

/** `loggedOut` means in another tab, `unknown` that neither the server nor this browser can tell. */
export type EndOfSession = EndReason | 'loggedOut' | 'unknown';

/** Storage key of the way in which somebody signed out in this browser. */
const SIGN_OUT_KEY = 'tagline:signed-out';
/** Storage key of the time when a page was last opened with a session. */
const VISIT_KEY = 'tagline:last-visit';
/** Life of a session without a visit, in milliseconds. */
const SESSION_MS = 30 * 86_400_000;

export function noteSignOut(why: 'loggedOut' | 'deleted') {
  localStorage.setItem(SIGN_OUT_KEY, why);
  localStorage.removeItem(VISIT_KEY);
}

export const forgetSignOut = () => localStorage.removeItem(SIGN_OUT_KEY);

export const noteVisit = () => localStorage.setItem(VISIT_KEY, String(Date.now()));

/** Returns how the session of an open page ended, if the server does not know it. */
export function endOfOpenSession(): EndOfSession {
  const why = localStorage.getItem(SIGN_OUT_KEY);
  return why === 'loggedOut' || why === 'deleted' ? why : 'unknown';
}

/**
 * Returns `expired` if this browser had a session that must have expired since the last visit. Its cookie is
 * gone, so the server does not know it.
 */
export function endSinceLastVisit(): EndOfSession | undefined {
  const visited = Number(localStorage.getItem(VISIT_KEY));
  return visited > 0 && Date.now() - visited >= SESSION_MS ? 'expired' : undefined;
}
