import { IconCloudOff } from '@tabler/icons-react';
import { useBoards } from '../boards/use-boards';
import classes from './ConnectionNotice.module.css';

/** Says when polls fail although there is something on the screen: what is shown may be old. */
export function ConnectionNotice() {
  const { tags, shared } = useBoards();
  const lost = tags.isRefetchError || shared.isRefetchError;
  return (
    <div role="status" className={classes.region}>
      {lost && (
        <p className={classes.notice}>
          <IconCloudOff size={18} aria-hidden /> No connection to the server. Trying again…
        </p>
      )}
    </div>
  );
}
