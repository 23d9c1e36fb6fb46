import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { cache, errorMessage, trpc } from '../../product/trpc';
import { toastError } from '../../ui/toast';
import classes from './SplitScreen.module.css';
import type { useCodeState } from './use-code-state';
import { signedInUser, useSignIn } from './use-sign-in';

/** Time after which the button "Send again" appears, in milliseconds. A code usually arrives earlier. */
const OFFERED_AFTER_MS = 20_000;

type Props = {
  phoneNumber: string;
  state: ReturnType<typeof useCodeState>;
  onSent: (askedAt: number) => void;
};

/**
 * Tells the person if the carrier delays or refuses the code. Offers to send another code after 20 seconds,
 * or after a refusal. When another code was requested, calls `onSent` with the time of that request, in
 * milliseconds since 1970.
 */
export function SendAgain({ phoneNumber, state, onSent }: Props) {
  const [waited, setWaited] = useState(false);
  const signIn = useSignIn();
  const login = trpc.auth.login.useMutation({
    onMutate: () => Date.now(),
    async onSuccess(answer, _, askedAt) {
      const user = signedInUser(answer);
      if (user) return void signIn(user);
      setWaited(false);
      onSent(askedAt);
      await cache.auth.codeState.reset();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to send verification code')),
  });

  useEffect(() => {
    if (waited) return;
    const timer = setTimeout(() => setWaited(true), OFFERED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [waited]);

  return (
    <>
      {state === 'slow' && (
        <Text role="status">The carrier is slow. We keep trying: the code may take a few minutes.</Text>
      )}
      {state === 'failed' && (
        <Text role="status">The carrier did not take the code. Check the number, or send it again.</Text>
      )}
      {waited || state === 'failed' ? (
        <Button
          variant="default"
          size="md"
          onClick={() => login.mutate({ phoneNumber })}
          loading={login.isPending}
        >
          Send again
        </Button>
      ) : (
        <Text className={classes.later} size="sm" c="dimmed">
          No code yet? You can have it sent again in a moment.
        </Text>
      )}
    </>
  );
}
