import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { memo, useEffect, useMemo, useRef } from 'react';
import { slug } from '../../src/contract/hashtags';
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
 * A section of the sidebar: a heading with a plus button, and below it links to boards. Without boards, a
 * sentence says how to get a first board. If the boards could not be loaded, a button tries again.
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
  const { tag, boardName } = useParams({ strict: false });
  const open = slug(tag ?? boardName ?? '');
  return (
    <ul className={classes.list}>
      {useGradualList(boards).map((board) => (
        <li key={board.name}>
          <BoardLink board={board} isOpen={board.name === open} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}

type LinkProps = { board: Board; isOpen: boolean; onNavigate?: () => void };

/** Link to a board. If the board is open, its link is marked and scrolled into view. */
const BoardLink = memo(function BoardLink({ board, isOpen, onNavigate }: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const mark = isOpen && ({ 'data-status': 'active', 'aria-current': 'page' } as const);
  const common = { ref: link, className: classes.link, onClick: onNavigate, ...mark };
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
