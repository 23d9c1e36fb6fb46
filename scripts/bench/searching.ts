import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { copyOfDatabase, copyOfFolder, signIn, startProduct } from './databases';
import { compare } from './figures';
import { getRequest, requestRate } from './load';
import { startProcess } from './processes';

/** Searches, each with the CPU time in microseconds that it may take (docs/benchmarks.md). */
const SEARCHES = [
  { name: 'Search for a rare word', word: 'umbrella', most: 1_000 },
  { name: 'Search for a common word', word: 'you', most: 1_500 },
];
/**
 * The measurement starts when the search index has at most this many segments, or after MERGED_WITHIN_MS. A
 * server that has just started merges the segments in the background. With a million messages, two segments
 * are left.
 */
const SEGMENTS = 4;
const MERGED_WITHIN_MS = 120_000;

/**
 * Compares how fast Tagline and the thin server (floor.ts) search by words. For searches by meaning, see `bun
 * run bench:search`.
 */
export async function searching(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const copy = join(copyOfFolder(dataDir), DATABASE);
  const server = await startProduct(dataDir);
  const floor = await startProcess(['scripts/bench/floor.ts', copy]);
  await untilMerged(join(dataDir, DATABASE));
  let asked = 0;
  for (const { name, word, most } of SEARCHES) {
    const path = () => `/api/messages/search?q=${word}&limit=50&fresh=${asked++}`;
    const thin = () => requestRate(floor, () => getRequest(`/search/${word}`), 200);
    await compare(
      { name, size, cpuBelow: most },
      () => requestRate(server, () => getRequest(path(), { cookie }), 200),
      { name: 'thin server, newest 50 with the word, for anybody', rate: thin },
      thin,
    );
  }
  await floor.stop();
  await server.stop();
}

async function untilMerged(database: string) {
  using db = new Database(database, { readonly: true });
  const count = db.query<{ segments: number }, []>(
    'select count(distinct segid) as segments from search_idx',
  );
  const deadline = performance.now() + MERGED_WITHIN_MS;
  while (count.get()!.segments > SEGMENTS && performance.now() < deadline) await Bun.sleep(250);
}
