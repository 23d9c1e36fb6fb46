import { Button, CloseButton } from '@mantine/core';
import { IconArrowRight, IconHash, IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { countOf } from '../../../src/contract/counts';
import type { Message } from '../../../src/contract/messages';
import { Confirm } from '../../ui/Confirm';
import { lazyDialog } from '../../ui/lazy-dialog';
import classes from './Selection.module.css';
import { endSelection } from './selected';
import { useChangeAll } from './use-change-all';

const SelectionTagsDialog = lazyDialog(() => import('./SelectionTagsDialog'), 'SelectionTagsDialog');

type Props = { messages: readonly Message[]; board?: string };

export function SelectionBar({ messages, board }: Props) {
  const [dialog, setDialog] = useState<'move' | 'tag' | 'delete'>();
  const { removeAll, busy } = useChangeAll();
  useEffect(() => {
    const onKeyDown = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[aria-modal="true"]'))
        endSelection();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const none = messages.length === 0;
  const close = () => setDialog(undefined);
  const what = countOf(messages.length, 'message');
  return (
    <>
      <div role="toolbar" aria-label="Selected messages" className={classes.bar}>
        <span role="status">{messages.length} selected</span>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconArrowRight size={18} aria-hidden />}
          disabled={none}
          onClick={() => setDialog('move')}
        >
          Move
        </Button>
        <Button
          size="sm"
          variant="default"
          leftSection={<IconHash size={18} aria-hidden />}
          disabled={none}
          onClick={() => setDialog('tag')}
        >
          Tag
        </Button>
        <Button
          size="sm"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={18} aria-hidden />}
          disabled={none}
          onClick={() => setDialog('delete')}
        >
          Delete
        </Button>
        <CloseButton aria-label="End the selection" title="End the selection" onClick={endSelection} />
      </div>
      <SelectionTagsDialog
        act="move"
        messages={messages}
        board={board}
        opened={dialog === 'move'}
        onClose={close}
      />
      <SelectionTagsDialog act="tag" messages={messages} opened={dialog === 'tag'} onClose={close} />
      <Confirm
        opened={dialog === 'delete'}
        onClose={close}
        title="Delete Messages"
        submitLabel="Delete"
        busyLabel="Deleting..."
        destructive
        busy={busy}
        onSubmit={() => void removeAll(messages)}
      >
        <p>{what} will be deleted, from all the boards they are on. Replies to them stay.</p>
      </Confirm>
    </>
  );
}
