import { IconCloudOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useBoards } from '../boards/use-boards';
import { useLiveUpdates } from '../messages/feed/use-live-updates';
import classes from './ConnectionNotice.module.css';

/**
 * Says that the screen is perhaps out of date. If polls fail, it shows a notice. If only the WebSocket is
 * lost, it shows a small sign, since polls still bring new messages.
 */
export function ConnectionNotice() {
  const { tags, shared } = useBoards();
  const live = useLiveUpdates();
  const lost = tags.isRefetchError || shared.isRefetchError;
  return (
    <div role="status" className={classes.region} data-small={!lost || undefined}>
      {lost ? (
        <p className={classes.notice}>
          <IconCloudOff size={18} aria-hidden /> No connection to the server. Trying again…
        </p>
      ) : (
        !live && (
          <p className={classes.sign}>
            <IconPlugConnectedX size={14} aria-hidden /> Not live
          </p>
        )
      )}
    </div>
  );
}
