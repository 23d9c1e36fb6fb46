import { readStored } from '../ui/storage';
import { cache } from './trpc';

const PREFIX = 'tagline:recent:';
/** Number of boards that are kept. */
const KEPT = 8;

const key = () => `${PREFIX}${cache.auth.session.getData()?.userId}`;

/** Returns the names of the boards that the person opened last in this browser, the latest first. */
export const recentBoards = (): string[] => readStored(key(), []);

/** Stores that the person has opened a board. */
export function rememberBoard(name: string) {
  const names = [name, ...recentBoards().filter((other) => other !== name)];
  localStorage.setItem(key(), JSON.stringify(names.slice(0, KEPT)));
}

/** Deletes what is stored in this browser, so that the next person who uses it does not find it. */
export function deleteRecentBoards() {
  for (const stored of Object.keys(localStorage))
    if (stored.startsWith(PREFIX)) localStorage.removeItem(stored);
}
