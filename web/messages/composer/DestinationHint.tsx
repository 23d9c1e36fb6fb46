import { Group } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import type { TagBoard } from '../../boards/tag-boards';
import { goesTo, seenBy } from './destination';

type Props = { tags: readonly string[]; boards: readonly TagBoard[] | undefined; sentence?: string };

export function DestinationHint({ tags, boards, sentence = goesTo(tags) }: Props) {
  const viewers = boards && tags.length > 0 ? seenBy(tags, boards) : null;
  return (
    <Group component="span" display="inline-flex" align="stretch" gap="0 0.6rem">
      <span>{sentence}</span>{' '}
      {viewers && (
        <Group component="span" display="inline-flex" wrap="nowrap" gap="0.3rem">
          {viewers.startsWith('seen') ? (
            <IconUsers size="0.95rem" aria-hidden />
          ) : (
            <IconLock size="0.95rem" aria-hidden />
          )}{' '}
          {viewers}
        </Group>
      )}
    </Group>
  );
}
