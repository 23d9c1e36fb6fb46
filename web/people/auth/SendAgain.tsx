import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { cache } from '../../product/trpc';
import classes from './SplitScreen.module.css';
import { useAskForCode } from './use-ask-for-code';
import type { useCodeState } from './use-code-state';

const OFFERED_AFTER_MS = 20_000;

type Props = {
  phoneNumber: string;
  state: ReturnType<typeof useCodeState>;
  onSent: (askedAt: number) => void;
};

export function SendAgain({ phoneNumber, state, onSent }: Props) {
  const [waited, setWaited] = useState(false);
  const login = useAskForCode((askedAt) => {
    setWaited(false);
    onSent(askedAt);
    void cache.auth.codeState.reset();
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
