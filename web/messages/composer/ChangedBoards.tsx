import { Button, Group } from '@mantine/core';
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
        <div key={tag} className={classes.change}>
          <p>{changeSentence(tag, change)}</p>
          <Group gap="0.5rem" className={classes.answers}>
            <Button size="sm" variant="default" onClick={() => onUse({ tag, change })}>
              {isSaving ? 'Save to' : 'Use'} {change.kind === 'lost' && 'my own '}#
              {change.kind === 'renamed' ? change.newTag : tag}
            </Button>
            <Button size="sm" variant="default" onClick={() => onLeaveOut(tag)}>
              Leave out #{tag}
            </Button>
          </Group>
        </div>
      ))}
    </div>
  );
}
