import { readStored } from '../ui/storage';
import { cache } from './trpc';

const PREFIX = 'tagline:recent:';
const KEPT = 8;

const key = () => `${PREFIX}${cache.auth.session.getData()?.userId}`;

export const recentBoards = (): string[] => readStored(key(), []);

export function rememberBoard(name: string) {
  const names = [name, ...recentBoards().filter((other) => other !== name)];
  localStorage.setItem(key(), JSON.stringify(names.slice(0, KEPT)));
}

export function deleteRecentBoards() {
  for (const stored of Object.keys(localStorage))
    if (stored.startsWith(PREFIX)) localStorage.removeItem(stored);
}
