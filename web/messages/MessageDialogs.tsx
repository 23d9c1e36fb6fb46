import { lazy, type ReactNode, useCallback, useState } from 'react';
import type { Message } from '../../src/contract/messages';
import { WhenOpened } from '../ui/WhenOpened';
import { type MessageAction, OpenMessageDialog } from './card/message-action';

const EditMessageDialog = lazy(() =>
  import('./composer/EditMessageDialog').then((module) => ({ default: module.EditMessageDialog })),
);
const AddTagDialog = lazy(() =>
  import('./composer/AddTagDialog').then((module) => ({ default: module.AddTagDialog })),
);
const DeleteMessageDialog = lazy(() =>
  import('./DeleteMessageDialog').then((module) => ({ default: module.DeleteMessageDialog })),
);
const TakeOffDialog = lazy(() =>
  import('./TakeOffDialog').then((module) => ({ default: module.TakeOffDialog })),
);

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
          <WhenOpened opened={opened('edit')}>
            <EditMessageDialog {...dialog('edit', asked.message)} />
          </WhenOpened>
          <WhenOpened opened={opened('tag')}>
            <AddTagDialog {...dialog('tag', asked.message)} />
          </WhenOpened>
          <WhenOpened opened={opened('delete')}>
            <DeleteMessageDialog {...dialog('delete', asked.message)} />
          </WhenOpened>
          <WhenOpened opened={opened('take off')}>
            {asked.action === 'take off' && (
              <TakeOffDialog board={asked.board} {...dialog('take off', asked.message)} />
            )}
          </WhenOpened>
        </>
      )}
    </OpenMessageDialog>
  );
}
