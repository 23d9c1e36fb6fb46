import { IconArrowUp } from '@tabler/icons-react';
import type { SeenBefore } from '../../boards/use-seen';
import { sinceWhen, useNow } from '../../ui/dates';
import classes from './MessageList.module.css';

export function NewSince({ at }: Pick<SeenBefore, 'at'>) {
  const now = useNow();
  return (
    <h2 className={classes.newSince}>
      <IconArrowUp size={14} aria-hidden />
      {at === null ? 'New' : `New since ${sinceWhen(at, now)}`}
    </h2>
  );
}
