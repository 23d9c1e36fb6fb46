import { SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import type { PrivateBoardCard, SharedBoardCard } from '../../../src/contract/board-lists';
import { countOf } from '../../../src/contract/counts';
import { boardLink } from '../../product/board-link';
import { trpc } from '../../product/trpc';
import { relativeTime, useNow } from '../../ui/dates';
import { useNavigate } from '../../ui/router';
import { useGradualList } from '../../ui/use-gradual-list';
import { useStoredChoice } from '../../ui/use-stored-choice';
import { BoardCard } from './BoardCard';
import classes from './DashboardPage.module.css';
import { filterBoards, KINDS, mergeBoards } from './shown-boards';

const FILTER_FROM = 9;

const LABELS = { all: 'All', private: 'Private', shared: 'Shared', archived: 'Archived' };

type Props = { privateBoards: PrivateBoardCard[]; sharedBoards: SharedBoardCard[] };

export function BoardGrid({ privateBoards, sharedBoards }: Props) {
  const me = trpc.auth.session.useQuery(undefined, { staleTime: 'static' }).data?.userId;
  const [chosen, setKind] = useStoredChoice('dashboard-kind', KINDS);
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed);
  const boards = useMemo(() => mergeBoards(privateBoards, sharedBoards), [privateBoards, sharedBoards]);
  const hasArchived = boards.some(({ archived }) => archived);
  const kind = chosen === 'archived' && !hasArchived ? 'all' : chosen;
  const shown = useMemo(() => filterBoards(boards, kind, filter), [boards, kind, filter]);
  const drawn = useGradualList(shown);
  const now = useNow();
  const navigate = useNavigate();

  function onKeyDown(event: KeyboardEvent) {
    const [first] = filterBoards(boards, kind, typed);
    if (event.key === 'Escape' && typed) {
      event.stopPropagation();
      setTyped('');
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed && first)
      void navigate(boardLink(first));
  }

  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label="Kind of boards"
          withItemsBorders={false}
          value={kind}
          onChange={setKind}
          data={KINDS.filter((value) => value !== 'archived' || hasArchived).map((value) => ({
            value,
            label: LABELS[value],
          }))}
        />
        {boards.length >= FILTER_FROM && (
          <TextInput
            className={classes.filter}
            type="search"
            aria-label="Filter boards"
            placeholder="Filter boards"
            leftSection={<IconFilter size={18} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </div>
      <VisuallyHidden role="status">{filter && countOf(shown.length, 'board')}</VisuallyHidden>
      {shown.length === 0 ? (
        <p style={{ margin: '2rem 0', color: 'var(--ink-soft)' }}>{noneOf(kind, filter)}</p>
      ) : (
        <ul className={classes.grid} aria-label="Boards">
          {drawn.map((board) => (
            <BoardCard key={board.id} board={board} age={relativeTime(board.lastActivity, now)} me={me} />
          ))}
        </ul>
      )}
    </>
  );
}

function noneOf(kind: keyof typeof LABELS, filter: string) {
  if (filter) return `No board has “${filter}” in its name.`;
  if (kind === 'all') return 'All boards are archived.';
  return kind === 'shared' ? 'No shared boards yet.' : 'No private boards yet.';
}
