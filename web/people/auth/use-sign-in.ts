import { displayName } from '../../../src/contract/people';
import type { Profile } from '../../../src/contract/users';
import { rememberSignIn } from '../../product/session';
import { client } from '../../product/trpc';
import { useRouter } from '../../ui/router';
import { toast, toastError } from '../../ui/toast';

/**
 * Returns a function that opens the app for a user whom the server has just signed in. That function opens
 * the page that the person wanted before the sign-in, or else the dashboard. If this browser has not stored
 * the session cookie, the function shows an error and returns false, because without that cookie every page
 * would redirect to the sign-in.
 */
export function useSignIn() {
  const router = useRouter();
  return async (user: Profile, message = `Welcome, ${displayName(user)}!`): Promise<boolean> => {
    const session = await client.auth.session
      .query()
      .catch(() => ({ authenticated: true, userId: user.id, operator: false, ended: null }));
    if (!session.authenticated) {
      toastError(
        `The code was right, but this browser kept no cookie. Allow cookies for ${location.host}, or open this site by its https address.`,
      );
      return false;
    }
    const { next } = router.state.location.state;
    rememberSignIn(session, user);
    toast({ title: 'Login successful', description: message });
    await router.navigate({ href: next ?? '/', replace: true });
    return true;
  };
}

/**
 * Returns the user in the answer of `auth.login`, if there is one. Our server always asks for a code, so its
 * answer contains no user. Another server may trust the caller and sign the person in at once
 * (docs/product.md: Login screen).
 */
export const signedInUser = (answer: object): Profile | undefined => (answer as { user?: Profile }).user;
