import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useProduct } from '../../product/use-product';
import { toastError } from '../../ui/toast';
import { knowsPasskeys } from './knows-passkeys';
import { useSignIn } from './use-sign-in';

/**
 * Button that signs in with a passkey. Renders nothing if passkeys do not work in this browser or at the
 * server's address.
 */
export function PasskeySignIn() {
  const { passkeys } = useProduct();
  const signIn = useSignIn();
  const passkey = useMutation({
    async mutationFn() {
      const { PasskeyCancelled, signInWithPasskey } = await import('./passkey-client');
      return signInWithPasskey().catch((error) => {
        if (error instanceof PasskeyCancelled) return null;
        throw error;
      });
    },
    onSuccess: (answer) => answer && signIn(answer.user, answer.message),
    onError: ({ message }) => toastError(message, 'Sign-in failed'),
  });
  return (
    passkeys &&
    knowsPasskeys() && (
      <Button variant="subtle" size="md" loading={passkey.isPending} onClick={() => passkey.mutate()}>
        Sign in with a passkey
      </Button>
    )
  );
}
