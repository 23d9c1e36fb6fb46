import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LEASE_ON_STDIN } from '../app/owner';
import { program } from './cage/cage';

export type ServerProcess = ReturnType<typeof spawnServer>;

/** The file that the server reads when its event loop was too busy for what came through the pipe. */
export const NEWEST_LEASE = 3;
/** Every state of the file is as long, so that none leaves the end of another. */
const LEASE_LENGTH = 500;

/** A server that waits for its lease on its stdin. */
export function spawnServer(env: Record<string, string | undefined>) {
  const path = join(tmpdir(), `tagline-lease-${crypto.randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  const server = Bun.spawn([...program(), 'serve'], {
    env: { ...env, [LEASE_ON_STDIN]: '1' },
    stdio: ['pipe', 'inherit', 'inherit', file],
  });
  void server.exited.then(() => closeSync(file));
  return {
    exited: server.exited,
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    renew(lease: { id: string; host: string; epoch: number; until: number }) {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const news = JSON.stringify(lease);
      writeSync(file, news.padEnd(LEASE_LENGTH), 0);
      try {
        server.stdin.write(`${news}\n`);
        server.stdin.flush();
      } catch {} // it has just ended
    },
  };
}
