import type { App } from '../app/app';
import { isIndexBehind } from './index/indexing';
import { emptyIndex, searchIndexState } from './index/mending';
import { drainIndexQueue } from './search';

const REPORT_EVERY_MS = 500;

/** If `served` is true, the running server builds the index again, otherwise this function does. */
export async function reindex(
  app: App,
  { served, progress }: { served: boolean; progress: (step: string, done: number, total: number) => void },
): Promise<number> {
  emptyIndex(app.db);
  const waiting = () => searchIndexState(app.db).waiting ?? 0;
  const total = waiting();
  while (!served && isIndexBehind(app.db)) {
    await drainIndexQueue(app, REPORT_EVERY_MS);
    progress('Indexing', total - waiting(), total);
  }
  return total;
}
