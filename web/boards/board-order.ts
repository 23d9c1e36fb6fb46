import type { BoardCard } from '../../src/contract/board-lists';

type Ordered = Pick<BoardCard, 'id' | 'pinned' | 'lastActivity'>;

/**
 * Compares boards for sorting (docs/product.md: Order of boards): pinned boards first, then those with the
 * latest activity, then those with the higher id.
 */
export const compareBoards = (a: Ordered, b: Ordered): number =>
  Number(b.pinned) - Number(a.pinned) ||
  Date.parse(b.lastActivity) - Date.parse(a.lastActivity) ||
  b.id - a.id;
