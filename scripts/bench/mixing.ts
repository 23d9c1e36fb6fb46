import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../src/data-folder';
import { copyOf, signIn, startProduct } from './databases';
import { bounded, note, quantile } from './figures';
import { get, load, post } from './load';

/** Long enough for some dozens of checkpoints. */
const DURATION_MS = 20_000;

/** People who write and people who look at the same time: how long either waits, and how far the log grows. */
export async function mixing(size: number) {
  const dataDir = copyOf(size);
  const cookie = await signIn(dataDir);
  const server = await startProduct(dataDir);
  let log = 0;
  const watching = setInterval(() => {
    log = Math.max(log, statSync(join(dataDir, `${DATABASE}-wal`)).size);
  }, 50);
  const mixed = { url: server.url, connections: 4, duration: DURATION_MS };
  const [written, read] = await Promise.all([
    load({
      ...mixed,
      request: (n) => post('/api/messages', { content: `Note ${n} on ramen`, tags: ['food'] }, { cookie }),
      expect: 201,
    }),
    load({ ...mixed, request: () => get('/api/messages?limit=50', { cookie }), expect: 200 }),
  ]);
  clearInterval(watching);
  for (const [what, { times }] of [
    ['a message stored', written],
    ['a page read', read],
  ] as const) {
    note({ name: `Both at once: ${what}, p99`, size, ours: quantile(times, 0.99), unit: 'ms' });
    note({ name: `Both at once: ${what}, longest`, size, ours: times.at(-1) ?? Number.NaN, unit: 'ms' });
  }
  bounded("Both at once: the database's log", size, log / 1024 / 1024, 'MB', 64);
  await server.stop();
}
