import { readStored } from '../ui/storage';
import { cache } from './trpc';

export const RECENT_BOARDS = 'tagline:recent:';
const KEPT = 8;

const key = () => `${RECENT_BOARDS}${cache.auth.session.getData()?.userId}`;

export const recentBoards = (): string[] => readStored(key(), []);

export function rememberBoard(name: string) {
  const names = [name, ...recentBoards().filter((other) => other !== name)];
  localStorage.setItem(key(), JSON.stringify(names.slice(0, KEPT)));
}
