import type { EndReason } from '../../src/contract/auth';

export type EndOfSession = EndReason | 'loggedOut' | 'unknown';

const SIGN_OUT_KEY = 'tagline:signed-out';
const VISIT_KEY = 'tagline:last-visit';
/** Time without a visit after which a session ends, in milliseconds. */
const SESSION_MS = 30 * 86_400_000;

export function storeSignOut(why: 'loggedOut' | 'deleted') {
  localStorage.setItem(SIGN_OUT_KEY, why);
  localStorage.removeItem(VISIT_KEY);
}

export const forgetSignOut = () => localStorage.removeItem(SIGN_OUT_KEY);

export const storeVisit = () => localStorage.setItem(VISIT_KEY, String(Date.now()));

export function endOfOpenSession(): EndOfSession {
  const why = localStorage.getItem(SIGN_OUT_KEY);
  return why === 'loggedOut' || why === 'deleted' ? why : 'unknown';
}

/** After that time the server cannot tell, because the browser has deleted the cookie. */
export function endSinceLastVisit(): EndOfSession | undefined {
  const visited = Number(localStorage.getItem(VISIT_KEY));
  return visited > 0 && Date.now() - visited >= SESSION_MS ? 'expired' : undefined;
}
