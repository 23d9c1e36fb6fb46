import type * as z from 'zod/mini';
import type { session } from '../../src/contract/auth';
import { hasSkippedSetup, needsSetup } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { removeStored } from '../ui/storage';
import { toastAfterReload } from '../ui/toast';
import { DRAFTS } from './drafts';
import { deleteKeptFiles, deleteKeptPictures } from './kept-pictures';
import { forgetKept, keptOf } from './offline/offline';
import { findSubscription, unsubscribeSoon } from './push/unsubscribe';
import { queryClient } from './query-client';
import { RECENT_BOARDS } from './recent-boards';
import { forgetSignOut, storeSignOut, storeVisit } from './session-record';
import { cache, client, finishLogOut, isUnreached, trpc } from './trpc';
import { useProduct } from './use-product';
import { letLogOutWait, logOutWaits } from './waiting-log-out';

type Session = z.infer<typeof session>;

export const SIGNED_OUT: Session = { authenticated: false, userId: null, operator: false, ended: null };

export async function currentSession(): Promise<Session | null> {
  const session = await cache.auth.session
    .ensureData()
    .catch((error) => (isUnreached(error) && !logOutWaits() ? null : SIGNED_OUT));
  if (logOutWaits()) addEventListener('online', () => void finishLogOut().catch(() => {}), { once: true });
  if (session?.authenticated) storeVisit();
  if (session) forgetKeptOfOthers(session);
  return session;
}

export function forgetKeptOfOthers({ userId, ended }: Pick<Session, 'userId' | 'ended'>) {
  if (userId === keptOf() || keptOf() === null) return;
  void deleteKeptPictures();
  // deletes unsent writes only if somebody ended the session on purpose; after 30 days without a visit the
  // person may come back and still need them
  void forgetKept(ended !== null && ended !== 'expired');
}

/** Returns null if it cannot be fetched; null does not mean that the person is signed out. */
export async function currentProfile(): Promise<Profile | null> {
  return cache.users.profile.ensureData().catch(() => null);
}

export const useIsOperator = (): boolean =>
  trpc.auth.session.useQuery(undefined, { staleTime: 'static' }).data?.operator === true;

/** On a closed server only operators bring new people. */
export function useMayInvite(): boolean {
  const operator = useIsOperator();
  return useProduct().signUp !== 'closed' || operator;
}

export async function refreshSession() {
  await cache.auth.session.fetch(undefined, { staleTime: 0 }).catch(() => {});
}

export function rememberSignIn(session: Session, profile: Profile) {
  forgetSignOut();
  forgetKeptOfOthers(session);
  queryClient.clear();
  // deletes the pictures of the previous person, whose session may have ended elsewhere
  void deleteKeptPictures();
  cache.auth.session.setData(undefined, session);
  cache.users.profile.setData(undefined, profile);
}

/**
 * Without a connection, the server learns of it with the next call. If the server does not sign the person
 * out, rejects and deletes nothing, unless the account is deleted.
 */
export async function logOut(why: 'loggedOut' | 'deleted' = 'loggedOut', farewell?: Farewell) {
  // called first, because another tab may notice the end of the session before the server has answered here
  storeSignOut(why);
  const subscription = findSubscription().catch(() => undefined); // found now, because the answer ends its service worker
  const waits = await client.auth.logout.mutate().then(
    () => false,
    (error) => {
      if (isUnreached(error)) return true;
      if (why === 'deleted') return false; // the session has ended together with the account
      forgetSignOut();
      throw error;
    },
  );
  await forgetKept(true);
  await forgetPerson(subscription);
  // the server's answer has cleared what was stored before
  storeSignOut(why);
  if (waits) letLogOutWait();
  const last = farewell ?? (waits && LOGGED_OUT_HERE);
  if (last) toastAfterReload(last);
  location.reload();
}

type Farewell = Parameters<typeof toastAfterReload>[0];

const LOGGED_OUT_HERE: Farewell = {
  title: 'Logged out here',
  description: 'There is no connection. The server ends the session as soon as there is one.',
};

/** Keeps writes that were not sent yet. */
export async function forgetPerson(subscription?: ReturnType<typeof findSubscription>): Promise<void> {
  queryClient.clear();
  for (const prefix of [DRAFTS, RECENT_BOARDS]) removeStored(prefix);
  await Promise.all([deleteKeptFiles(), forgetKept(false), unsubscribeSoon(subscription)]);
}

export type RouteAccess = 'login' | 'setup' | 'setup again' | 'protected';

export function redirectFor(
  access: RouteAccess,
  authenticated: boolean,
  profile: Profile | null,
): '/' | '/login' | '/setup' | undefined {
  if (!authenticated) return access === 'login' ? undefined : '/login';
  const setupNeeded = profile !== null && needsSetup(profile);
  if (access === 'setup again' && profile !== null && hasSkippedSetup(profile)) return undefined;
  if (access === 'setup' || access === 'setup again') return setupNeeded ? undefined : '/';
  if (access === 'login') return '/';
  return setupNeeded ? '/setup' : undefined;
}
