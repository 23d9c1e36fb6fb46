import { IconLink, IconWorld } from '@tabler/icons-react';
import { RESERVED_TAGS } from '../../../src/contract/limits';
import { IconItem } from '../../ui/OpenMenu';
import type { Board } from '../use-board';
import { useBoardCard } from '../use-seen';

type Props = { board: Board; onChoose: (dialog: 'page' | 'guests') => void };

/** The entries of a board's menu about readers without an account. */
export function OpenItems({ board, onChoose }: Props) {
  const isOwner = board.kind === 'private' || board.role === 'owner';
  const card = useBoardCard(board.name);
  if (RESERVED_TAGS.includes(board.name)) return null;
  return (
    <>
      {(isOwner || card?.published) && (
        <IconItem
          icon={IconWorld}
          label={isOwner ? 'Publish...' : 'Public page'}
          onClick={() => onChoose('page')}
        />
      )}
      {(isOwner || card?.hasGuests) && (
        <IconItem
          icon={IconLink}
          label={isOwner ? 'Guest links...' : 'Guests'}
          onClick={() => onChoose('guests')}
        />
      )}
    </>
  );
}
