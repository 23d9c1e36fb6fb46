import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './SplitScreen.module.css';
import type { useCodeState } from './use-code-state';

const OFFERED_AFTER_MS = 20_000;

type Props = { state: ReturnType<typeof useCodeState>; busy: boolean; onAsk: () => void };

/** Give it a new key when a code was sent. */
export function SendAgain({ state, busy, onAsk }: Props) {
  const [waited, setWaited] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), OFFERED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      {state === 'slow' && (
        <Text role="status">The carrier is slow. We keep trying: the code may take a few minutes.</Text>
      )}
      {state === 'failed' && (
        <Text role="status">The carrier did not take the code. Check the number, or send it again.</Text>
      )}
      {waited || state === 'failed' ? (
        <Button variant="default" size="md" onClick={onAsk} loading={busy}>
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
