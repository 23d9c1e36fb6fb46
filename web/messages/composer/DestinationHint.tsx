import { IconLock, IconUsers } from '@tabler/icons-react';
import type { TagBoard } from '../../boards/use-tag-boards';
import classes from './DestinationHint.module.css';
import { goesTo, seenBy } from './destination';

type Props = { tags: readonly string[]; boards: readonly TagBoard[] | undefined; sentence?: string };

export function DestinationHint({ tags, boards, sentence = goesTo(tags) }: Props) {
  const viewers = boards && tags.length > 0 ? seenBy(tags, boards) : null;
  return (
    <span className={classes.hint}>
      <span>{sentence}</span>{' '}
      {viewers && (
        <span className={classes.viewers}>
          {viewers.startsWith('seen') ? (
            <IconUsers size="0.95rem" aria-hidden />
          ) : (
            <IconLock size="0.95rem" aria-hidden />
          )}{' '}
          {viewers}
        </span>
      )}
    </span>
  );
}
