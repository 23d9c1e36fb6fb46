import { type ReactNode, useCallback, useState } from 'react';
import type { Message } from '../../src/contract/messages';
import { lazyDialog, usePreload } from '../ui/lazy-dialog';
import { type MessageAction, OpenMessageDialog } from './card/message-action';

const EditMessageDialog = lazyDialog(() => import('./composer/EditMessageDialog'), 'EditMessageDialog');
const AddTagDialog = lazyDialog(() => import('./composer/AddTagDialog'), 'AddTagDialog');
const DeleteMessageDialog = lazyDialog(() => import('./DeleteMessageDialog'), 'DeleteMessageDialog');
const Lightbox = lazyDialog(() => import('./lightbox/Lightbox'), 'Lightbox');
const RemindDialog = lazyDialog(() => import('../notices/reminders/RemindDialog'), 'RemindDialog');
const TakeOffDialog = lazyDialog(() => import('./TakeOffDialog'), 'TakeOffDialog');

const preload = () => {
  for (const dialog of [
    EditMessageDialog,
    AddTagDialog,
    DeleteMessageDialog,
    RemindDialog,
    TakeOffDialog,
    Lightbox,
  ])
    dialog.preload();
};

/** The dialogs are outside of the cards, because a card is unmounted when it is scrolled out of view. */
export function MessageDialogs({ children }: { children: ReactNode }) {
  const [latest, setLatest] = useState<MessageAction>();
  const [opened, setOpened] = useState(false);
  usePreload(preload);
  const openDialog = useCallback((next: MessageAction) => {
    setLatest(next);
    setOpened(true);
  }, []);
  const dialog = (action: MessageAction['action'], message: Message) => ({
    message,
    opened: opened && latest?.action === action,
    onClose: () => setOpened(false),
  });
  return (
    <OpenMessageDialog value={openDialog}>
      {children}
      {latest && (
        <>
          <EditMessageDialog {...dialog('edit', latest.message)} />
          <AddTagDialog {...dialog('tag', latest.message)} />
          <RemindDialog {...dialog('remind', latest.message)} />
          <DeleteMessageDialog {...dialog('delete', latest.message)} />
          {latest.action === 'look' && (
            <Lightbox file={latest.file} query={latest.query} {...dialog('look', latest.message)} />
          )}
          {latest.action === 'take off' && (
            <TakeOffDialog board={latest.board} {...dialog('take off', latest.message)} />
          )}
        </>
      )}
    </OpenMessageDialog>
  );
}
