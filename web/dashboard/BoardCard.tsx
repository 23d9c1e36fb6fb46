import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { tint } from '../product/tint';
import classes from './BoardCard.module.css';

type Props =
  | { kind: 'private'; name: string; count?: number }
  | { kind: 'shared'; name: string; role: string; count?: number };

/** Card of a board on the dashboard: its name, its kind and its number of messages. */
export const BoardCard = memo(function BoardCard(board: Props) {
  const { name, count = 0 } = board;
  const inside = (
    <>
      <span className={classes.tile} aria-hidden>
        {board.kind === 'private' ? '#' : <IconUsers size={22} stroke={2.2} />}
      </span>
      <span className={classes.name}>{board.kind === 'private' ? `#${name}` : name}</span>
      <span className={classes.foot}>
        <span>{labelOf(board)}</span>
        <span className={classes.count}>
          {count.toLocaleString('en-US')} <span>{count === 1 ? 'message' : 'messages'}</span>
        </span>
      </span>
    </>
  );
  return (
    <li className={classes.item} {...tint(name)}>
      {board.kind === 'private' ? (
        <Link to="/tag/private/$tag" params={{ tag: name }} className={classes.card}>
          {inside}
        </Link>
      ) : (
        <Link to="/tag/shared/$boardName" params={{ boardName: name }} className={classes.card}>
          {inside}
        </Link>
      )}
    </li>
  );
});

function labelOf(board: Props) {
  if (board.kind === 'private') return 'Private Board';
  return board.role === 'owner' ? 'Shared Board (Owner)' : 'Shared Board';
}
