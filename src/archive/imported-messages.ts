import { prepared } from '../../db/open';
import type { App } from '../app/app';

export const countStored = (app: App, importId: number): number =>
  statements(app.db).count.get({ import: importId })?.count ?? 0;

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
