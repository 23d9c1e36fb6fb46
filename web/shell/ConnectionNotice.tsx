import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useBoards } from '../boards/use-boards';
import { useLiveUpdates } from '../messages/feed/live-socket';
import classes from './ConnectionNotice.module.css';

const loadOfflineNotice = () =>
  import('../product/offline/OfflineNotice').then(({ OfflineNotice }) => ({ default: OfflineNotice }));
const loadUnsentNotice = () =>
  import('../product/offline/UnsentNotice').then(({ UnsentNotice }) => ({ default: UnsentNotice }));
const OfflineNotice = lazy(loadOfflineNotice);
const UnsentNotice = lazy(loadUnsentNotice);

export function ConnectionNotice() {
  const { tags, shared } = useBoards();
  const live = useLiveUpdates();
  const lost = tags.isRefetchError || shared.isRefetchError;
  const keeps = useOffline();
  const trying = 'No connection to the server. Trying again…';
  return (
    <>
      <div role="status" className={classes.region}>
        {lost ? (
          <p className={classes.sign}>
            {keeps ? (
              <Suspense fallback={trying}>
                <OfflineNotice />
              </Suspense>
            ) : (
              <>
                <IconCloudOff size={14} aria-hidden /> {trying}
              </>
            )}
          </p>
        ) : (
          !live && (
            <p className={classes.sign}>
              <IconPlugConnectedX size={14} aria-hidden /> Not live
            </p>
          )
        )}
      </div>
      {keeps && (
        <Suspense>
          <UnsentNotice />
        </Suspense>
      )}
    </>
  );
}

/** By then the screen should have loaded. */
const START_MS = 3000;

/** That code keeps in this browser what the person reads and writes. */
function useOffline(): boolean {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let unmounted = false;
    const start = async () => {
      // also fetches the notices, because their code cannot be fetched once the connection is lost
      const [{ startOffline, stopOffline }] = await Promise.all([
        import('../product/offline/start-offline'),
        loadOfflineNotice(),
        loadUnsentNotice(),
      ]);
      if (unmounted) return;
      stop = stopOffline;
      await startOffline();
      if (!unmounted) setStarted(true);
    };
    const timer = setTimeout(() => void start().catch(() => {}), navigator.onLine ? START_MS : 0);
    return () => {
      unmounted = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  return started;
}
