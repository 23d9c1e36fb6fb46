import { IconCloudUp } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-dialog';
import { lost } from './connection';
import { asks } from './log-out';
import { kept } from './queue';
import classes from './UnsentNotice.module.css';

const UnsentDialog = lazyDialog(() => import('./UnsentDialog'), 'UnsentDialog');
const LogOutDialog = lazyDialog(() => import('./LogOutDialog'), 'LogOutDialog');

export function UnsentNotice() {
  const entries = kept.use();
  const offline = lost.use();
  const asking = asks.use();
  const [opened, setOpened] = useState(false);
  const refused = entries.filter(({ refusal }) => refusal).length;
  const shown = refused || (offline ? entries.length : 0);
  return (
    <>
      {shown > 0 && (
        <button
          type="button"
          className={classes.button}
          data-refused={refused > 0 || undefined}
          onClick={() => setOpened(true)}
        >
          <IconCloudUp size={14} aria-hidden />
          {refused > 0 ? `${refused} not sent` : `${shown} to be sent`}
        </button>
      )}
      <UnsentDialog opened={opened} onClose={() => setOpened(false)} />
      <LogOutDialog opened={asking} unsent={entries.length} />
    </>
  );
}
