import type { BoardCard } from '../../src/contract/board-lists';
import { cache, client, errorMessage } from '../product/trpc';
import { toastError } from '../ui/toast';
import { compareBoards } from './board-order';

export function changeCachedBoard(name: string, change: Partial<BoardCard>) {
  cache.boards.tagsWithCounts.setData(undefined, (boards) =>
    boards?.map((board) => (board.tag === name ? { ...board, ...change } : board)).sort(compareBoards),
  );
  cache.boards.sharedWithCounts.setData(undefined, (boards) =>
    boards?.map((board) => (board.name === name ? { ...board, ...change } : board)).sort(compareBoards),
  );
}

export function pinBoard(name: string, pinned: boolean) {
  changeCachedBoard(name, { pinned });
  client.boards.pin
    .mutate({ tag: name, pinned })
    .catch((error) => {
      changeCachedBoard(name, { pinned: !pinned });
      toastError(errorMessage(error, 'Could not pin the board. Please try again.'));
    })
    .finally(() => cache.boards.invalidate());
}
