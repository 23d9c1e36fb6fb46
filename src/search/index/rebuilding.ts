import type { Database } from 'bun:sqlite';
import { type Db, mending, prepared, transaction } from '../../../db/open';

/**
 * Raise the number when the code makes other tokens from an unchanged message: a start then empties the index and
 * queues all messages.
 */
const INDEX_VERSION = `5 unicode ${process.versions.unicode}`;

export const isIndexOutdated = (sqlite: Database): boolean =>
  sqlite.query<{ version: string }, []>('select version from search_version').get()?.version !==
  INDEX_VERSION;

export function emptyOutdatedIndex(db: Db): void {
  const run = statements(db);
  if (mending(db, () => run.findVersion.get()?.version) === INDEX_VERSION) return;
  transaction(db, () => {
    run.emptyIndex.run();
    run.deleteEntries.run();
    run.queueEverything.run();
    run.deleteVersion.run();
    run.insertVersion.run({ version: INDEX_VERSION });
  });
}

const statements = prepared((db) => ({
  findVersion: db.$client.prepare<{ version: string }, []>('select version from search_version'),
  deleteVersion: db.$client.prepare<void, []>('delete from search_version'),
  insertVersion: db.$client.prepare<void, { version: string }>(
    'insert into search_version (version) values ($version)',
  ),
  emptyIndex: db.$client.prepare<void, []>("insert into search (search) values ('delete-all')"),
  deleteEntries: db.$client.prepare<void, []>('delete from search_rows'),
  queueEverything: db.$client.prepare<void, []>(
    'insert or ignore into search_queue (message_id) select id from messages',
  ),
}));
