import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { copyOfDatabase, signIn, startProduct } from './databases';
import { addFigure, addFigureWithLimit, quantile } from './figures';
import { getRequest, load, postRequest } from './load';

/** Milliseconds that the measurement takes: long enough for dozens of checkpoints of the write-ahead log. */
const DURATION_MS = 20_000;

/**
 * Measures writes and reads at the same time: how long each takes, and how large the write-ahead log grows.
 */
export async function mixing(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const server = await startProduct(dataDir);
  let logBytes = 0;
  const watching = setInterval(() => {
    logBytes = Math.max(logBytes, statSync(join(dataDir, `${DATABASE}-wal`)).size);
  }, 50);
  const mixed = { url: server.url, connections: 4, duration: DURATION_MS };
  const [written, read] = await Promise.all([
    load({
      ...mixed,
      request: (n) =>
        postRequest('/api/messages', { content: `Note ${n} on ramen`, tags: ['food'] }, { cookie }),
      expect: 201,
    }),
    load({ ...mixed, request: () => getRequest('/api/messages?limit=50', { cookie }), expect: 200 }),
  ]);
  clearInterval(watching);
  for (const [what, { times }] of [
    ['a message stored', written],
    ['a page read', read],
  ] as const) {
    addFigure({ name: `Both at once: ${what}, p99`, size, ours: quantile(times, 0.99), unit: 'ms' });
    addFigure({ name: `Both at once: ${what}, longest`, size, ours: times.at(-1) ?? Number.NaN, unit: 'ms' });
  }
  addFigureWithLimit("Both at once: the database's log", size, logBytes / 1024 / 1024, 'MB', 64);
  await server.stop();
}
