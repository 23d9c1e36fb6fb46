import { displayName } from '../../../src/contract/people';
import type { Profile } from '../../../src/contract/users';
import { rememberSignIn } from '../../product/session';
import { client } from '../../product/trpc';
import { useRouter } from '../../ui/router';
import { toast, toastError } from '../../ui/toast';

/**
 * Opens the page that a person wanted before the sign-in, or the dashboard. Returns false with an error if
 * this browser has not stored the session cookie, because every page would then redirect to the sign-in.
 */
export function useSignIn() {
  const router = useRouter();
  return async (
    user: Profile,
    message = `Welcome, ${displayName(user)}!`,
    page?: string,
  ): Promise<boolean> => {
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
    await router.navigate({ href: page ?? next ?? '/', replace: true });
    return true;
  };
}
