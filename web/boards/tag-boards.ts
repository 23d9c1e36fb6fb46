import type { PrivateBoardCard, SharedBoardCard } from '../../src/contract/board-lists';

export type TagBoard = {
  tag: string;
  count: number;
  sharedId: number | null;
  others: number | null;
};

/** The boards that tags can name, those with the latest activity first. */
export const toTagBoards = (own: PrivateBoardCard[], shared: SharedBoardCard[]): TagBoard[] =>
  [
    ...own.map((board) => ({ ...board, sharedId: null, others: null })),
    ...shared.map((board) => ({ ...board, tag: board.name, sharedId: board.id, others: board.members - 1 })),
  ]
    .sort((one, other) => other.lastActivity.localeCompare(one.lastActivity))
    .map(({ tag, count, sharedId, others }) => ({ tag, count, sharedId, others }));
