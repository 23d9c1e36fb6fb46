import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodSad } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Notice } from './Notice';
import { isReachable } from './reach';
import { useRouter } from './router';

export const RETRY_MS = 2000;

export class ScreenNotLoaded extends Error {}

export class ServerNotReached extends ScreenNotLoaded {}

export function ErrorScreen({ error }: { error: unknown }) {
  const offline = useOffline(error instanceof ScreenNotLoaded, error instanceof ServerNotReached);
  return (
    <div role="alert">
      {offline ? (
        <Notice icon={<IconCloudOff size={30} aria-hidden />} title="No connection">
          This page opens by itself when the server can be reached again.
        </Notice>
      ) : (
        <Notice
          icon={<IconMoodSad size={30} aria-hidden />}
          title="Something went wrong on this page"
          action={<Button onClick={() => location.reload()}>Reload the page</Button>}
        >
          Nothing you saved is lost.
        </Notice>
      )}
    </div>
  );
}

/** Loads the screen again as soon as the server can be reached. */
function useOffline(enabled: boolean, wasUnreached: boolean): boolean {
  const router = useRouter();
  const [offline, setOffline] = useState(enabled);
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    let failed = wasUnreached;
    async function attempt() {
      const reached = await isReachable();
      if (stopped) return;
      if (reached && failed) return void router.invalidate();
      setOffline(!reached);
      failed = !reached;
      if (failed) timer = setTimeout(attempt, RETRY_MS);
    }
    if (failed) timer = setTimeout(attempt, RETRY_MS);
    else void attempt();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [enabled, wasUnreached, router]);
  return offline;
}
