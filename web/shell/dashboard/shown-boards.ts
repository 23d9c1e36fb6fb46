import type { PrivateBoardCard, SharedBoardCard } from '../../../src/contract/board-lists';
import { slug } from '../../../src/contract/hashtags';
import { compareBoards } from '../../boards/board-order';

export type DashboardBoard =
  | ({ kind: 'private'; name: string } & PrivateBoardCard)
  | ({ kind: 'shared' } & SharedBoardCard);

export const KINDS = ['all', 'private', 'shared', 'archived'] as const;
export type Kind = (typeof KINDS)[number];

export const mergeBoards = (
  privateBoards: PrivateBoardCard[],
  sharedBoards: SharedBoardCard[],
): DashboardBoard[] =>
  [
    ...privateBoards.map((board) => ({ kind: 'private' as const, name: board.tag, ...board })),
    ...sharedBoards.map((board) => ({ kind: 'shared' as const, ...board })),
  ].sort(compareBoards);

export function filterBoards(boards: DashboardBoard[], kind: Kind, typed: string): DashboardBoard[] {
  const part = slug(typed);
  return boards.filter(
    (board) =>
      Boolean(board.archived) === (kind === 'archived') && // kept boards may be older than archives
      (board.archived || kind === 'all' || board.kind === kind) &&
      board.name.includes(part),
  );
}
