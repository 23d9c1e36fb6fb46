import type { BoardCard } from '../../src/contract/board-lists';
import { cache } from '../product/trpc';
import { compareBoards } from './board-order';

export function changeCachedBoard(name: string, change: Partial<BoardCard>) {
  cache.boards.tagsWithCounts.setData(undefined, (boards) =>
    boards?.map((board) => (board.tag === name ? { ...board, ...change } : board)).sort(compareBoards),
  );
  cache.boards.sharedWithCounts.setData(undefined, (boards) =>
    boards?.map((board) => (board.name === name ? { ...board, ...change } : board)).sort(compareBoards),
  );
}
