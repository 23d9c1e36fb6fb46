import type { BoardCard } from '../../src/contract/board-lists';

type Ordered = Pick<BoardCard, 'id' | 'pinned' | 'lastActivity'>;

export const compareBoards = (a: Ordered, b: Ordered): number =>
  Number(b.pinned) - Number(a.pinned) ||
  Date.parse(b.lastActivity) - Date.parse(a.lastActivity) ||
  b.id - a.id;
