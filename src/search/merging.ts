import { prepared, relaxedTransaction } from '../../db/open';
import type { App } from '../app/app';
import { isDiskFull } from '../app/errors';
import { isIndexUsable } from './index/mending';

/** Number of pages of the index that one step writes, in about 2 ms. */
const PAGES = 16;

/**
 * Merges segments of the index until no two of them are on the same level. Every time that messages are
 * indexed, FTS5 writes a segment, and a search looks up each of its words in each segment. FTS5 itself
 * leaves up to three segments on each level. An index of a million messages would then have twelve segments,
 * in which a look-up takes 56 µs; in two segments, a look-up takes 7 µs. Merging uses at most about half of
 * one processor.
 */
export async function mergeIndex(app: App): Promise<void> {
  while (!app.stopping && isIndexUsable(app.db)) {
    const start = performance.now();
    try {
      if (!relaxedTransaction(app.db, () => mergeSome(app))) return;
    } catch (error) {
      if (isDiskFull(error)) return; // a merge needs room for the new segment beside the old ones
      throw error;
    }
    await Bun.sleep(performance.now() - start);
  }
}

/** Writes PAGES of a merged segment. Returns false if there was nothing to merge. */
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
