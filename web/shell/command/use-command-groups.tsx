import { IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Person } from '../../../src/contract/boards';
import { displayName } from '../../../src/contract/people';
import { type Board, findBoard } from '../../boards/use-board';
import { useBoards } from '../../boards/use-boards';
import { UserAvatar } from '../../people/UserAvatar';
import { boardLink } from '../../product/board-link';
import { recentBoards } from '../../product/recent-boards';
import { trpc } from '../../product/trpc';
import { useNavigate } from '../../ui/router';
import { BoardTile } from '../BoardTile';
import { type Action, useActions } from './actions';
import classes from './CommandBar.module.css';
import type { Command, CommandGroup } from './command';
import { bestMatches } from './matching';
import { useFoundMessages } from './use-found-messages';

const SHOWN = { recent: 5, boards: 6, people: 4, actions: 5 };

const NONE: never[] = [];

export function useCommandGroups(typed: string, openBoard: string | undefined): CommandGroup[] {
  const navigate = useNavigate();
  const { tags, shared } = useBoards();
  const people = trpc.boards.people.useQuery().data ?? NONE;
  const actions = useActions();
  const messages = useFoundMessages(typed);
  const query = typed.trim();

  const boards = useMemo<Board[]>(
    () => [
      ...(shared.data ?? []).map((board) => ({ kind: 'shared' as const, ...board })),
      ...(tags.data ?? []).map((name) => ({ kind: 'private' as const, name })),
    ],
    [tags.data, shared.data],
  );
  const toBoard = (board: Board): Command => ({
    id: `board-${board.name}`,
    icon: <BoardTile board={board} />,
    label: board.name,
    detail: board.kind === 'private' ? 'Private Board' : 'Shared Board',
    run: () => void navigate(boardLink(board)),
  });
  const toPerson = (person: Person): Command => ({
    id: `person-${person.id}`,
    icon: <UserAvatar person={person} size={24} />,
    label: displayName(person),
    detail: 'Their messages',
    run: () => void navigate({ to: '/search', search: { q: `from:"${displayName(person)}"` } }),
  });
  const toAction = ({ id, Icon, label, keys, run }: Action): Command => ({
    id,
    icon: <Icon className={classes.glyph} aria-hidden />,
    label,
    keys,
    run,
  });

  const groups: CommandGroup[] = [];
  if (query === '') {
    const recent = recentBoards().flatMap((name) => findBoard(name, tags.data, shared.data) ?? []);
    const others = (recent.length > 0 ? recent : boards).filter(({ name }) => name !== openBoard);
    groups.push(
      {
        title: recent.length > 0 ? 'Recent boards' : 'Boards',
        commands: others.slice(0, SHOWN.recent).map(toBoard),
      },
      { title: 'Actions', commands: actions.map(toAction) },
    );
  } else {
    const found = query === '#' ? boards : bestMatches(boards, query, ({ name }) => name, SHOWN.boards);
    groups.push({ title: 'Boards', commands: found.map(toBoard) });
    if (!query.startsWith('#')) {
      const foundPeople = bestMatches(people, query, displayName, SHOWN.people);
      const foundActions = bestMatches(
        actions,
        query,
        ({ label, words }) => `${label} ${words ?? ''}`,
        SHOWN.actions,
      );
      groups.push(
        { title: 'People', commands: foundPeople.map(toPerson) },
        { title: 'Actions', commands: foundActions.map(toAction) },
      );
    }
    groups.push(
      {
        title: 'Search',
        commands: [
          {
            id: 'search',
            icon: <IconSearch className={classes.glyph} aria-hidden />,
            label: `Search for “${query}”`,
            run: () => void navigate({ to: '/search', search: { q: query } }),
          },
        ],
      },
      { title: 'Messages', commands: messages },
    );
  }
  return groups.filter(({ commands }) => commands.length > 0);
}
