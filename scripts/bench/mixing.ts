import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { copyOfDatabase, signIn, startProduct } from './databases';
import { addFigure, addFigureWithLimit, quantile } from './figures';
import { getRequest, load, postRequest } from './load';

/** Long enough for dozens of checkpoints of the write-ahead log. */
const DURATION_MS = 20_000;

export async function mixing(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const server = await startProduct(dataDir);
  let logBytes = 0;
  const watching = setInterval(() => {
    logBytes = Math.max(logBytes, statSync(join(dataDir, `${DATABASE}-wal`)).size);
  }, 50);
  const mixed = { url: server.url, connections: 4, duration: DURATION_MS };
  const note = (n: number) => ({ content: `Note ${n} on ramen`, tags: ['food'] });
  const [written, read] = await Promise.all([
    load({ ...mixed, request: (n) => postRequest('/api/messages', note(n), { cookie }), expect: 201 }),
    load({ ...mixed, request: () => getRequest('/api/messages?limit=50', { cookie }), expect: 200 }),
  ]);
  clearInterval(watching);
  for (const [what, { times }] of [
    ['a message stored', written],
    ['a page read', read],
  ] as const)
    for (const [share, part] of [
      ['p99', 0.99],
      ['longest', 1],
    ] as const)
      addFigure({
        name: `Both at once: ${what}, ${share}`,
        size,
        value: quantile(times, part),
        unit: 'ms',
      });
  addFigureWithLimit("Both at once: the database's log", size, logBytes / 1024 / 1024, 'MB', 64);
  await server.stop();
}
