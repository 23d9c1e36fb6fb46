import type * as z from 'zod/mini';
import type { session } from '../../src/contract/auth';
import { needsSetup } from '../../src/contract/people';
import type { Profile } from '../../src/contract/users';
import { deleteDrafts } from './drafts';
import { queryClient } from './query-client';
import { cache, client } from './trpc';

type Session = z.infer<typeof session>;

/** Spec 4: a session check that fails means signed out. */
export async function currentSession(): Promise<Session> {
  return cache.auth.session.ensureData().catch(() => ({ authenticated: false, userId: null }));
}

/** Spec 4: a profile that cannot be read means signed in without a profile. */
export async function currentProfile(): Promise<Profile | null> {
  return cache.users.profile.ensureData().catch(() => null);
}

/** Takes note of who signed in, so that the next screen need not ask. */
export function rememberSignIn(user: Profile) {
  queryClient.clear();
  cache.auth.session.setData(undefined, { authenticated: true, userId: user.id });
  cache.users.profile.setData(undefined, user);
}

/** Spec 4: logging out clears the state and reloads the page. Nothing of the person stays in the browser. */
export async function logOut() {
  await client.auth.logout.mutate();
  queryClient.clear();
  deleteDrafts();
  location.reload();
}

/** The access column of spec 2's route table. */
export type RouteAccess = 'login' | 'setup' | 'protected';

/** Where somebody has to go instead; undefined where they may stay. */
export function redirectFor(access: RouteAccess, authenticated: boolean, profile: Profile | null) {
  if (!authenticated) return access === 'login' ? undefined : '/login';
  const unfinished = profile !== null && needsSetup(profile);
  if (access === 'setup') return unfinished ? undefined : '/';
  if (access === 'login') return '/';
  return unfinished ? '/setup' : undefined;
}
