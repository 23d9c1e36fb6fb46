import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { slug } from '../../../src/contract/hashtags';
import type { Message } from '../../../src/contract/messages';
import { showAtOnce } from '../../product/pending/pending';
import { client, errorMessage } from '../../product/trpc';
import { IconItem } from '../../ui/OpenMenu';
import { useParams } from '../../ui/router';
import { toast, toastError } from '../../ui/toast';
import { isPinned } from './is-pinned';

/** Only on the page of a board. A reply stays under the message that it answers, so it has no pin. */
export function PinItem({ message }: { message: Message }) {
  const { tag, boardName } = useParams();
  const board = slug(tag ?? boardName ?? '');
  if (!message.tags.includes(board) || message.quote?.tags.includes(board)) return null;
  const pinned = isPinned(message, board);
  return (
    <IconItem
      icon={pinned ? IconPinnedOff : IconPin}
      label={pinned ? 'Unpin' : 'Pin to the top'}
      onClick={() => void pin(message, board, !pinned)}
    />
  );
}

async function pin(before: Message, board: string, pinned: boolean) {
  const others = (before.pinnedOn ?? []).filter((tag) => tag !== board);
  const after = { ...before, pinnedOn: pinned ? [...others, board] : others };
  const shown = showAtOnce({ moved: [{ before, after }] });
  try {
    const stored = await client.messages.pin.mutate({ tag: board, id: before.id, pinned });
    void shown.commit({ moved: [{ before, after: stored }] });
    toast({
      title: pinned ? 'Pinned' : 'Unpinned',
      description: `For everybody on #${board}.`,
      onUndo: () => void pin(stored, board, !pinned),
    });
  } catch (error) {
    shown.rollback();
    toastError(errorMessage(error, 'Could not pin the message. Please try again.'));
  }
}
