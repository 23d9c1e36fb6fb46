import { Skeleton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { tint } from '../boards/tint';
import { useFirstScreen } from '../ui/use-first-screen';
import classes from './Sidebar.module.css';

type Board = { kind: 'private'; name: string } | { kind: 'shared'; name: string; role: string };

type Props = {
  query: { isError: boolean; refetch: () => unknown };
  boards: Board[] | undefined;
  empty: string;
  onLeave?: () => void;
};

/** One section of the sidebar: its boards, or why there are none. */
export function BoardLinks({ query, boards, empty, onLeave }: Props) {
  if (!boards)
    return query.isError ? (
      <p className={classes.empty}>
        Could not be loaded.{' '}
        <button type="button" className={classes.retry} onClick={() => query.refetch()}>
          Try again
        </button>
      </p>
    ) : (
      <Skeleton height={36} radius="md" />
    );
  if (boards.length === 0) return <p className={classes.empty}>{empty}</p>;
  return <List boards={boards} onLeave={onLeave} />;
}

function List({ boards, onLeave }: { boards: Board[]; onLeave?: () => void }) {
  return (
    <ul className={classes.list}>
      {useFirstScreen(boards).map((board) => (
        <li key={board.name}>
          <BoardLink board={board} onLeave={onLeave} />
        </li>
      ))}
    </ul>
  );
}

const BoardLink = memo(function BoardLink({ board, onLeave }: { board: Board; onLeave?: () => void }) {
  const common = { className: classes.link, onClick: onLeave };
  if (board.kind === 'private')
    return (
      <Link to="/tag/private/$tag" params={{ tag: board.name }} {...common}>
        <i className={classes.hash} aria-hidden {...tint(board.name)}>
          #
        </i>
        <span>{board.name}</span>
      </Link>
    );
  return (
    <Link to="/tag/shared/$boardName" params={{ boardName: board.name }} {...common}>
      <i className={classes.hash} aria-hidden {...tint(board.name)}>
        <IconUsers stroke={2.2} />
      </i>
      <span>{board.name}</span>
      {board.role === 'owner' && <span className={classes.badge}>owner</span>}
    </Link>
  );
});
