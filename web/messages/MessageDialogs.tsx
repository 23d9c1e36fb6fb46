import { createContext, lazy, type ReactNode, useCallback, useContext, useState } from 'react';
import type { Message } from '../../src/contract/messages';
import { WhenOpened } from '../ui/WhenOpened';

const EditMessageDialog = lazy(() =>
  import('./EditMessageDialog').then((module) => ({ default: module.EditMessageDialog })),
);
const AddTagDialog = lazy(() =>
  import('./AddTagDialog').then((module) => ({ default: module.AddTagDialog })),
);
const DeleteMessageDialog = lazy(() =>
  import('./DeleteMessageDialog').then((module) => ({ default: module.DeleteMessageDialog })),
);
const TakeOffDialog = lazy(() =>
  import('./TakeOffDialog').then((module) => ({ default: module.TakeOffDialog })),
);

type Board = { id: number; name: string };
type Asked = { message: Message } & ({ act: 'edit' | 'tag' | 'delete' } | { act: 'take off'; board: Board });

const Ask = createContext<(asked: Asked) => void>(() => {});

/** What a card calls to have something done to its message. */
export const useAsk = () => useContext(Ask);

/**
 * The dialogs of the cards within. They are here and not in the cards, which come and go with scrolling and with
 * what others do to their messages.
 */
export function MessageDialogs({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const [open, setOpen] = useState(false);
  const ask = useCallback((next: Asked) => {
    setAsked(next);
    setOpen(true);
  }, []);
  const opened = (act: Asked['act']) => open && asked?.act === act;
  const dialog = (act: Asked['act'], message: Message) => ({
    message,
    opened: opened(act),
    onClose: () => setOpen(false),
  });
  return (
    <Ask value={ask}>
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
            {asked.act === 'take off' && (
              <TakeOffDialog board={asked.board} {...dialog('take off', asked.message)} />
            )}
          </WhenOpened>
        </>
      )}
    </Ask>
  );
}
