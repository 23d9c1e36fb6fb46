import type * as z from 'zod/mini';
import type { session } from '../../src/contract/auth';
import { hasSkippedSetup, needsSetup } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { deleteDrafts } from './drafts';
import { deleteKeptFiles, deleteKeptPictures } from './kept-pictures';
import { forgetKept, keptOf } from './offline/offline';
import { unsubscribeSoon } from './push/unsubscribe';
import { queryClient } from './query-client';
import { deleteRecentBoards } from './recent-boards';
import { forgetSignOut, storeSignOut, storeVisit } from './session-record';
import { cache, client, isUnreached, trpc } from './trpc';

type Session = z.infer<typeof session>;

/**
 * Returns the session, from the cache if it is there. Returns null if the server cannot be reached. If the
 * session cannot be fetched for another reason, the person counts as signed out.
 */
export async function currentSession(): Promise<Session | null> {
  const session = await cache.auth.session
    .ensureData()
    .catch((error) =>
      isUnreached(error) ? null : { authenticated: false, userId: null, operator: false, ended: null },
    );
  if (session?.authenticated) storeVisit();
  if (session) forgetKeptOfOthers(session);
  return session;
}

/**
 * Deletes the data that this browser keeps, if they belong to another person than the one who is signed in.
 */
export function forgetKeptOfOthers({ userId, ended }: Pick<Session, 'userId' | 'ended'>) {
  if (userId === keptOf() || keptOf() === null) return;
  void deleteKeptPictures();
  // deletes unsent writes only if somebody ended the session on purpose; after 30 days without a visit the
  // person may come back and still need them
  void forgetKept(ended !== null && ended !== 'expired');
}

/**
 * Returns the profile, from the cache if it is there. Returns null if it cannot be fetched; null does not
 * mean that the person is signed out.
 */
export async function currentProfile(): Promise<Profile | null> {
  return cache.users.profile.ensureData().catch(() => null);
}

/**
 * Returns true if the cached session belongs to an operator. Mutations and polls do not refetch the session.
 */
export const useIsOperator = (): boolean =>
  trpc.auth.session.useQuery(undefined, { staleTime: 'static' }).data?.operator === true;

/** Fetches the session again. If that fails, the cached session stays. */
export async function refreshSession() {
  await cache.auth.session.fetch(undefined, { staleTime: 0 }).catch(() => {});
}

/**
 * Empties the cache, and puts the new session and profile into it, so that the next screen need not fetch
 * them.
 */
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
 * Signs out, deletes what this browser has stored of the person, and reloads the page. If the server does not
 * sign the person out, rejects and deletes nothing. `why` is the reason that other tabs of this browser show.
 */
export async function logOut(why: 'loggedOut' | 'deleted' = 'loggedOut') {
  // called first, because another tab may notice the end of the session before the server has answered here
  storeSignOut(why);
  await client.auth.logout.mutate().catch((error) => {
    if (why === 'loggedOut') forgetSignOut();
    throw error;
  });
  await forgetKept(true);
  await forgetPerson();
  location.reload();
}

/**
 * Deletes what this browser has stored of the person: the cached data, all drafts, the recent boards, the
 * pictures that the service worker keeps, and the data for reading without a connection. Keeps writes that
 * were not sent yet.
 */
export async function forgetPerson(): Promise<void> {
  queryClient.clear();
  deleteDrafts();
  deleteRecentBoards();
  await Promise.all([deleteKeptFiles(), forgetKept(false), unsubscribeSoon()]);
}

/**
 * Kind of a screen: `login` for signed-out visitors, `setup` for people who have to be asked for their name,
 * `setup again` for people who skipped the setup and come back to it, `protected` for signed-in people who do
 * not have to be asked.
 */
export type RouteAccess = 'login' | 'setup' | 'setup again' | 'protected';

/**
 * Returns the path to redirect to, or undefined if the person may see the screen (docs/product.md: Access to
 * screens).
 */
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
