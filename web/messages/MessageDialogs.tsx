import { type ReactNode, useCallback, useState } from 'react';
import type { Message } from '../../src/contract/messages';
import { lazyDialog } from '../ui/lazy-dialog';
import { type MessageAction, OpenMessageDialog } from './card/message-action';

const EditMessageDialog = lazyDialog(() => import('./composer/EditMessageDialog'), 'EditMessageDialog');
const AddTagDialog = lazyDialog(() => import('./composer/AddTagDialog'), 'AddTagDialog');
const DeleteMessageDialog = lazyDialog(() => import('./DeleteMessageDialog'), 'DeleteMessageDialog');
const TakeOffDialog = lazyDialog(() => import('./TakeOffDialog'), 'TakeOffDialog');

/**
 * The dialogs of the cards within. They are here and not in the cards, which come and go with scrolling and with
 * what others do to their messages.
 */
export function MessageDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<MessageAction>();
  const [open, setOpen] = useState(false);
  const ask = useCallback((next: MessageAction) => {
    setAsked(next);
    setOpen(true);
  }, []);
  const opened = (action: MessageAction['action']) => open && asked?.action === action;
  const dialog = (action: MessageAction['action'], message: Message) => ({
    message,
    opened: opened(action),
    onClose: () => setOpen(false),
  });
  return (
    <OpenMessageDialog value={ask}>
      {children}
      {asked && (
        <>
          <EditMessageDialog {...dialog('edit', asked.message)} />
          <AddTagDialog {...dialog('tag', asked.message)} />
          <DeleteMessageDialog {...dialog('delete', asked.message)} />
          {asked.action === 'take off' && (
            <TakeOffDialog board={asked.board} {...dialog('take off', asked.message)} />
          )}
        </>
      )}
    </OpenMessageDialog>
  );
}
