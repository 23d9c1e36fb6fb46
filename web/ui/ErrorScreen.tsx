import { Button } from '@mantine/core';
import { IconCloudOff, IconMoodSad } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Notice } from './Notice';

/** Time in milliseconds between two attempts to reach the server. */
const RETRY_MS = 2000;

/** The code of a screen could not be fetched. */
export class ScreenNotLoaded extends Error {}

/** Replaces a screen that could not be loaded or threw an error while rendering. */
export function ErrorScreen({ error }: { error: unknown }) {
  const offline = useOffline(error instanceof ScreenNotLoaded);
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

/**
 * Returns true while the server cannot be reached, and also until the first attempt has ended. Loads the
 * screen again when the server can be reached, but not if the first attempt has reached it. If `enabled` is
 * false, does nothing and returns false.
 */
function useOffline(enabled: boolean): boolean {
  const router = useRouter();
  const [offline, setOffline] = useState(enabled);
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    let failed = false;
    async function attempt() {
      const reached = await fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (stopped) return;
      if (reached && failed) return void router.invalidate();
      setOffline(!reached);
      failed = !reached;
      if (failed) timer = setTimeout(attempt, RETRY_MS);
    }
    void attempt();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [enabled, router]);
  return offline;
}
