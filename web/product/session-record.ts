import type { EndReason } from '../../src/contract/auth';

/**
 * Data that this browser stores about the session, so that the sign-in page can say why the person is signed
 * out (docs/product.md: Ended sessions).
 */

/**
 * Reason for the end of a session. `loggedOut` means that the person logged out in another tab. `unknown`
 * means that neither the server nor this browser knows the reason.
 */
export type EndOfSession = EndReason | 'loggedOut' | 'unknown';

/** Storage key of the reason for the last sign-out in this browser. */
const SIGN_OUT_KEY = 'tagline:signed-out';
/** Storage key of the time when a page was last opened with a session. */
const VISIT_KEY = 'tagline:last-visit';
/** Time without a visit after which a session ends, in milliseconds. */
const SESSION_MS = 30 * 86_400_000;

export function storeSignOut(why: 'loggedOut' | 'deleted') {
  localStorage.setItem(SIGN_OUT_KEY, why);
  localStorage.removeItem(VISIT_KEY);
}

export const forgetSignOut = () => localStorage.removeItem(SIGN_OUT_KEY);

export const storeVisit = () => localStorage.setItem(VISIT_KEY, String(Date.now()));

/** Returns why the session of an open page ended, as far as this browser knows. */
export function endOfOpenSession(): EndOfSession {
  const why = localStorage.getItem(SIGN_OUT_KEY);
  return why === 'loggedOut' || why === 'deleted' ? why : 'unknown';
}

/**
 * Returns `expired` if the last visit with a session was 30 days ago or more, otherwise undefined. After that
 * time the server cannot tell, because the browser has deleted the cookie.
 */
export function endSinceLastVisit(): EndOfSession | undefined {
  const visited = Number(localStorage.getItem(VISIT_KEY));
  return visited > 0 && Date.now() - visited >= SESSION_MS ? 'expired' : undefined;
}
