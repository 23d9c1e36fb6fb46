import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { tint } from '../product/tint';
import { useGradualList } from '../ui/use-gradual-list';
import classes from './Sidebar.module.css';

type Board = { kind: 'private'; name: string } | { kind: 'shared'; name: string; role: string };

type Query<T> = { data?: T[]; isError: boolean; refetch: () => unknown };

type Props<T> = {
  title: string;
  /** Label of the plus button. */
  addLabel: string;
  onAdd: () => void;
  query: Query<T>;
  toBoard: (row: T) => Board;
  empty: string;
  onNavigate?: () => void;
};

/**
 * A section of the sidebar. Its heading stays visible while scrolling. Below are links to boards, or a
 * sentence that says how to get a first board.
 */
export function BoardLinks<T>({ title, addLabel, onAdd, query, toBoard, empty, onNavigate }: Props<T>) {
  const boards = useMemo(() => query.data?.map(toBoard), [query.data, toBoard]);
  return (
    <>
      <div className={classes.heading}>
        <h2>{title}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={addLabel} onClick={onAdd}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </div>
      {boards?.length ? (
        <List boards={boards} onNavigate={onNavigate} />
      ) : boards ? (
        <p className={classes.empty}>{empty}</p>
      ) : query.isError ? (
        <p className={classes.empty}>
          Could not be loaded.{' '}
          <button type="button" className={classes.retry} onClick={() => query.refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <Skeleton height={36} radius="md" />
      )}
    </>
  );
}

function List({ boards, onNavigate }: { boards: Board[]; onNavigate?: () => void }) {
  return (
    <ul className={classes.list}>
      {useGradualList(boards).map((board) => (
        <li key={board.name}>
          <BoardLink board={board} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}

const BoardLink = memo(function BoardLink({ board, onNavigate }: { board: Board; onNavigate?: () => void }) {
  const common = { className: classes.link, onClick: onNavigate };
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
