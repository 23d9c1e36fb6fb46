import { readStored } from '../ui/storage';
import { cache } from './trpc';

const PREFIX = 'tagline:recent:';
/** Number of boards that are kept. */
const KEPT = 8;

const key = () => `${PREFIX}${cache.auth.session.getData()?.userId}`;

/**
 * Returns the names of the boards that the person opened last in this browser. The latest one comes first.
 */
export const recentBoards = (): string[] => readStored(key(), []);

/** Stores that the person has opened a board. */
export function rememberBoard(name: string) {
  const names = [name, ...recentBoards().filter((other) => other !== name)];
  localStorage.setItem(key(), JSON.stringify(names.slice(0, KEPT)));
}

/** Deletes the stored names of all people, so that the next person at this browser does not find them. */
export function deleteRecentBoards() {
  for (const stored of Object.keys(localStorage))
    if (stored.startsWith(PREFIX)) localStorage.removeItem(stored);
}
