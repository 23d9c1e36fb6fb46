import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useBoards } from '../boards/use-boards';
import { useLiveUpdates } from '../messages/feed/use-live-updates';
import classes from './ConnectionNotice.module.css';

const loadOfflineNotice = () =>
  import('../offline/OfflineNotice').then(({ OfflineNotice }) => ({ default: OfflineNotice }));
const loadUnsentNotice = () =>
  import('../offline/UnsentNotice').then(({ UnsentNotice }) => ({ default: UnsentNotice }));
const OfflineNotice = lazy(loadOfflineNotice);
const UnsentNotice = lazy(loadUnsentNotice);

/**
 * Says that the screen is perhaps out of date, or that something is not sent. If polls fail, it says since
 * when nothing came. If only the WebSocket is lost, it shows a small sign, since polls still bring new
 * messages.
 */
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

/**
 * Time in milliseconds before the code for a lost connection is fetched. By then the screen should have
 * loaded.
 */
const START_MS = 3000;

/**
 * Keeps what is read and written for a lost connection, once the first screen has loaded. Returns true while
 * it does that. Returns false if the code cannot be fetched, or the browser has no database.
 */
function useOffline(): boolean {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let unmounted = false;
    const start = async () => {
      // the notices too, because their code cannot be fetched once the connection is lost
      const [{ startOffline, stopOffline }] = await Promise.all([
        import('../offline/offline'),
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
