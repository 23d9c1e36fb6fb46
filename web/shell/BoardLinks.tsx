import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { slug } from '../../src/contract/hashtags';
import { useParams } from '../ui/router';
import { useGradualList } from '../ui/use-gradual-list';
import { useStoredChoice } from '../ui/use-stored-choice';
import { BoardLink, type LinkedBoard } from './BoardLink';
import classes from './Sidebar.module.css';

const FIRST = 12;

type Query<T> = { data?: T[]; isError: boolean; refetch: () => unknown };

type Props<T> = {
  title: string;
  addLabel: string;
  onAdd: () => void;
  query: Query<T>;
  toBoard: (row: T) => LinkedBoard;
  empty: string;
  onNavigate?: () => void;
};

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
        <List title={title} boards={boards} onNavigate={onNavigate} />
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

type ListProps = { title: string; boards: LinkedBoard[]; onNavigate?: () => void };

function List({ title, boards, onNavigate }: ListProps) {
  const { tag, boardName } = useParams();
  const open = slug(tag ?? boardName ?? '');
  const [extent, setExtent] = useStoredChoice(`sidebar-${title}`, ['first', 'all']);
  // a single further board is always shown, because a button to show it would take as much room
  const isLong = boards.length > FIRST + 1;
  const shown =
    isLong && extent === 'first'
      ? boards.filter(({ name }, index) => index < FIRST || name === open)
      : boards;
  return (
    <>
      <ul>
        {useGradualList(shown).map((board) => (
          <BoardLink key={board.name} {...board} isOpen={board.name === open} onNavigate={onNavigate} />
        ))}
      </ul>
      {isLong && (
        <button
          type="button"
          className={classes.extent}
          aria-expanded={extent === 'all'}
          onClick={() => setExtent(extent === 'all' ? 'first' : 'all')}
        >
          {extent === 'all' ? 'Show fewer' : `Show all ${boards.length}`}
        </button>
      )}
    </>
  );
}
