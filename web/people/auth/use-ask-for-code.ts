import type { Profile } from '../../../src/contract/users';
import { errorMessage, isNetworkError, trpc } from '../../product/trpc';
import { toastError } from '../../ui/toast';
import { useSignIn } from './use-sign-in';

export function useAskForCode(onSent: (askedAt: number) => void) {
  const signIn = useSignIn();
  return trpc.auth.login.useMutation({
    onMutate: () => Date.now(),
    onSuccess(answer, _, askedAt) {
      // Our server always asks for a code. Another one may trust the caller and sign the person in at once
      // (docs/product/sign-in.md: Login screen).
      const { user } = answer as { user?: Profile };
      if (user) void signIn(user);
      else onSent(askedAt);
    },
    onError: (error) =>
      toastError(
        isNetworkError(error)
          ? `Network error: ${error.message}`
          : errorMessage(error, 'Failed to send verification code'),
      ),
  });
}
