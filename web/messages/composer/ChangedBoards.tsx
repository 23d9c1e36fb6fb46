import { Box, Button, Group, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { changeSentence } from '../../../src/contract/audience';
import classes from './ChangedBoards.module.css';
import type { TagChange } from './destination';

type Props = {
  changes: TagChange[];
  isSaving: boolean;
  onUse: (change: TagChange) => void;
  onLeaveOut: (tag: string) => void;
};

export function ChangedBoards({ changes, isSaving, onUse, onLeaveOut }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(0);
  const waits = isSaving && changes.length > 0;
  useEffect(() => {
    if (waits) box.current?.querySelector('button')?.focus();
  }, [waits]);
  useEffect(() => {
    const isAnswered = changes.length < count.current;
    count.current = changes.length;
    // moves the focus only if the answer button that had the focus is gone; in that case the focus is on the
    // body now
    if (!isAnswered || document.activeElement !== document.body) return;
    const field = box.current?.closest('form')?.querySelector<HTMLElement>('[data-autofocus]');
    (box.current?.querySelector('button') ?? field)?.focus();
  }, [changes.length]);
  return (
    <div ref={box} role="status" className={classes.changes}>
      {changes.map(({ tag, change }) => (
        <Stack key={tag} gap="0.6rem" p="0.75rem 1rem" bg="var(--accent-soft)" bdrs="var(--bubble)">
          <Box component="p" fw={500}>
            {changeSentence(tag, change)}
          </Box>
          <Group gap="0.5rem">
            <Button size="sm" variant="default" maw="100%" onClick={() => onUse({ tag, change })}>
              {isSaving ? 'Save to' : 'Use'} {change.kind === 'lost' && 'my own '}#
              {change.kind === 'renamed' ? change.newTag : tag}
            </Button>
            <Button size="sm" variant="default" maw="100%" onClick={() => onLeaveOut(tag)}>
              Leave out #{tag}
            </Button>
          </Group>
        </Stack>
      ))}
    </div>
  );
}
