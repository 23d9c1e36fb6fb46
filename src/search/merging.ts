import { prepared, transaction } from '../../db/open';
import type { App } from '../app/app';
import { isDiskFull } from '../app/disk-errors';
import { isIndexUsable } from './index/mending';

/** Number of pages of the index that one step writes, in about 2 ms. */
const PAGES = 16;

/** FTS5 itself leaves up to three segments on each level. */
export async function mergeIndex(app: App): Promise<void> {
  while (!app.stopping && isIndexUsable(app.db)) {
    const start = performance.now();
    try {
      if (!transaction(app.db, () => mergeSome(app))) return;
    } catch (error) {
      if (isDiskFull(error)) return; // a merge needs room for the new segment beside the old ones
      throw error;
    }
    await Bun.sleep(performance.now() - start);
  }
}

function mergeSome(app: App): boolean {
  const { countChanges, merge } = statements(app.db);
  const before = countChanges.get()!.changes;
  merge.run({ pages: PAGES });
  // the command itself counts as one change (https://sqlite.org/fts5.html: The 'merge' Command)
  return countChanges.get()!.changes - before > 1;
}

const statements = prepared((db) => ({
  countChanges: db.$client.prepare<{ changes: number }, []>('select total_changes() as changes'),
  merge: db.$client.prepare<void, { pages: number }>(
    "insert into search (search, rank) values ('merge', $pages)",
  ),
}));
