import { VisuallyHidden } from '@mantine/core';
import { countOf } from '../../src/contract/counts';
import { UNREAD_MAX } from '../../src/contract/limits';
import classes from './UnreadDot.module.css';

export function UnreadDot({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <>
      <i className={classes.dot} data-unread aria-hidden />
      <VisuallyHidden>
        , {unread < UNREAD_MAX ? countOf(unread, 'new message') : `${UNREAD_MAX} or more new messages`}
      </VisuallyHidden>
    </>
  );
}
