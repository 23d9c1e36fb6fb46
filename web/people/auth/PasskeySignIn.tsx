import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useProduct } from '../../product/use-product';
import { toastError } from '../../ui/toast';
import { knowsPasskeys } from './knows-passkeys';
import { useSignIn } from './use-sign-in';

export function PasskeySignIn() {
  const { passkeys } = useProduct();
  const signIn = useSignIn();
  const passkey = useMutation({
    mutationFn: async () => (await import('./passkey-client')).signInWithPasskey(),
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
