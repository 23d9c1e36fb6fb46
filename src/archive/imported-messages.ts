import { prepared } from '../../db/open';
import type { App } from '../app/app';

/** Returns the number of messages that an import has stored and that still exist. */
export const countStored = (app: App, importId: number): number =>
  statements(app.db).count.get({ import: importId })?.count ?? 0;

/** Returns the ids of at most `limit` messages that an import has stored and that were not edited since. */
export const findUnedited = (app: App, importId: number, limit: number): number[] =>
  statements(app.db)
    .findUnedited.all({ import: importId, limit })
    .map(({ id }) => id);

const statements = prepared(({ $client }) => ({
  count: $client.prepare<{ count: number }, { import: number }>(
    'select count(*) as count from origins where import_id = $import',
  ),
  findUnedited: $client.prepare<{ id: number }, { import: number; limit: number }>(`
    select m.id from origins o join messages m on m.id = o.message_id
     where o.import_id = $import and m.edited_at is null limit +$limit`),
}));
