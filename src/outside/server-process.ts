import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LEASE_ON_STDIN, uptime } from '../app/owner';
import { program } from './cage/cage';

export type ServerProcess = ReturnType<typeof spawnServer>;

/** Descriptor of the file that the server reads when its event loop was too busy for what came through the pipe. */
export const NEWEST_LEASE = 3;
/** Every state of the file is as long, so that none leaves the end of another. Behind it stands when the server has read it. */
export const [LEASE_LENGTH, TIME_LENGTH] = [500, 20];

/** A server that waits for its lease on its stdin. */
export function spawnServer(env: Record<string, string | undefined>) {
  const path = join(tmpdir(), `tagline-lease-${crypto.randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  rmSync(path);
  const server = Bun.spawn([...program(), 'serve'], {
    env: { ...env, [LEASE_ON_STDIN]: '1' },
    stdio: ['pipe', 'inherit', 'inherit', file],
  });
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
    closeSync(file);
  });
  const time = Buffer.alloc(TIME_LENGTH);
  return {
    exited: server.exited,
    /** Milliseconds since it has last read a lease. 0 while it starts. */
    silentFor(): number {
      if (hasEnded) return 0;
      const bytes = readSync(file, time, 0, TIME_LENGTH, LEASE_LENGTH);
      return bytes === 0 ? 0 : uptime() - Number(time.toString('utf8', 0, bytes));
    },
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    renew(lease: { id: string; host: string; epoch: number; until: number }) {
      if (hasEnded) return;
      const news = JSON.stringify(lease);
      writeSync(file, news.padEnd(LEASE_LENGTH), 0);
      try {
        server.stdin.write(`${news}\n`);
        server.stdin.flush();
      } catch {} // it has just ended
    },
  };
}
