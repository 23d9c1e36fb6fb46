import { LEASE_ON_STDIN } from '../app/owner';
import { program } from './cage/cage';

export type ServerProcess = ReturnType<typeof spawnServer>;

/** A server that waits for its lease on its stdin. */
export const spawnServer = (env: Record<string, string | undefined>) =>
  Bun.spawn([...program(), 'serve'], {
    env: { ...env, [LEASE_ON_STDIN]: '1' },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
