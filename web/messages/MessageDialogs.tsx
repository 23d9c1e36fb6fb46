import { type ReactNode, useCallback, useState } from 'react';
import type { Message } from '../../src/contract/messages';
import { lazyDialog, usePreload } from '../ui/lazy-dialog';
import { type MessageAction, OpenMessageDialog } from './card/message-action';

const DIALOGS = {
  edit: lazyDialog(() => import('./composer/EditMessageDialog'), 'EditMessageDialog'),
  tag: lazyDialog(() => import('./composer/AddTagDialog'), 'AddTagDialog'),
  delete: lazyDialog(() => import('./RemovalDialogs'), 'DeleteMessageDialog'),
};
const RemindDialog = lazyDialog(() => import('../notices/reminders/RemindDialog'), 'RemindDialog');
const Lightbox = lazyDialog(() => import('./lightbox/Lightbox'), 'Lightbox');
const TakeOffDialog = lazyDialog(() => import('./RemovalDialogs'), 'TakeOffDialog');

const preload = () => {
  for (const dialog of [...Object.values(DIALOGS), TakeOffDialog, RemindDialog, Lightbox]) dialog.preload();
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
  const dialog = (action: string, message: Message) => ({
    message,
    opened: opened && latest?.action === action,
    onClose: () => setOpened(false),
  });
  return (
    <OpenMessageDialog value={openDialog}>
      {children}
      {latest && (
        <>
          {Object.entries(DIALOGS).map(([action, Dialog]) => (
            <Dialog key={action} {...dialog(action, latest.message)} />
          ))}
          <RemindDialog
            at={latest.action === 'remind' ? latest.at : undefined}
            {...dialog('remind', latest.message)}
          />
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
