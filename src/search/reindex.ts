import type { App } from '../app';
import { isIndexBehind } from './index/indexing';
import { emptyIndex, searchIndexState } from './index/mending';
import { deleteVectorFiles } from './meaning/neighbours';
import { drainIndexQueue } from './search';

/** Milliseconds between reports of the progress. */
const REPORT_EVERY_MS = 500;

/**
 * Empties the indexes of search by words and by meaning. With `served`, the running server builds both again.
 * Otherwise this function builds the index of words, and the next server builds that of meaning. Returns the
 * number of messages.
 */
export async function reindex(
  app: App,
  { served, progress }: { served: boolean; progress: (step: string, done: number, total: number) => void },
): Promise<number> {
  emptyIndex(app.db);
  deleteVectorFiles(app);
  const waiting = () => searchIndexState(app.db).waiting ?? 0;
  const total = waiting();
  while (!served && isIndexBehind(app.db)) {
    await drainIndexQueue(app, REPORT_EVERY_MS);
    progress('Indexing', total - waiting(), total);
  }
  return total;
}
