import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { copyOfDatabase, copyOfFolder, signIn, startHelper, startProduct } from './databases';
import { compare } from './figures';
import { getRequest, requestRate } from './load';

/** Words, with the microseconds of CPU time that a search for them may take. */
const SEARCHES = [
  { name: 'Search for a rare word', word: 'umbrella', most: 1_000 },
  { name: 'Search for a common word', word: 'you', most: 1_500 },
];
/** A server that has just started merges the segments of the index. With a million messages, two are left. */
const SEGMENTS = 4;
const MERGED_WITHIN_MS = 120_000;

export async function searching(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const copy = join(copyOfFolder(dataDir), DATABASE);
  const server = await startProduct(dataDir);
  const thin = await startHelper('thin-server', copy);
  await untilMerged(join(dataDir, DATABASE));
  let asked = 0;
  for (const { name, word, most } of SEARCHES) {
    const path = () => `/api/messages/search?q=${word}&limit=50&fresh=${asked++}`;
    const rate = () => requestRate(thin, () => getRequest(`/search/${word}`), 200);
    await compare(
      { name, size, cpuBelow: most },
      () => requestRate(server, () => getRequest(path(), { cookie }), 200),
      { name: 'thin server, newest 50 with the word, for anybody', rate },
      rate,
    );
  }
  await thin.stop();
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
