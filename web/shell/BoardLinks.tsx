import { ActionIcon, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { slug } from '../../src/contract/hashtags';
import { useParams } from '../ui/router';
import { useGradualList } from '../ui/use-gradual-list';
import { BoardLink, type LinkedBoard } from './BoardLink';
import classes from './Sidebar.module.css';

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

export function BoardLinks<T extends { archived: boolean }>({
  title,
  addLabel,
  onAdd,
  query,
  toBoard,
  empty,
  onNavigate,
}: Props<T>) {
  const boards = useMemo(
    () => query.data?.filter(({ archived }) => !archived).map(toBoard),
    [query.data, toBoard],
  );
  return (
    <div className={classes.section}>
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
    </div>
  );
}

type ListProps = { boards: LinkedBoard[]; onNavigate?: () => void };

function List({ boards, onNavigate }: ListProps) {
  const { tag, boardName } = useParams();
  const open = slug(tag ?? boardName ?? '');
  const { ordered, ...steady } = useSteadyOrder(boards);
  return (
    <ul {...steady}>
      {useGradualList(ordered).map((board) => (
        <BoardLink key={board.name} {...board} isOpen={board.name === open} onNavigate={onNavigate} />
      ))}
    </ul>
  );
}

/** Nothing moves under the pointer, so that a click opens the board that it was aimed at. */
function useSteadyOrder(boards: LinkedBoard[]) {
  const [held, setHeld] = useState<string[]>();
  const at = ({ name }: LinkedBoard) => (held!.includes(name) ? held!.indexOf(name) : boards.length);
  return {
    ordered: held ? [...boards].sort((a, b) => at(a) - at(b)) : boards,
    onPointerEnter: () => setHeld(boards.map(({ name }) => name)),
    onPointerLeave: () => setHeld(undefined),
  };
}
