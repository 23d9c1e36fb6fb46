import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Message } from '../contract/messages';
import { findMessages, requireMessage } from './find';

/** A message that the viewer does not see interrupts the thread. */
export function threadOf(app: App, viewer: User, id: number): Message[] {
  requireMessage(app, viewer, id);
  const { findFirst, findThread } = statements(app.db);
  const first = findFirst.get({ id, viewer: viewer.id })?.id ?? id;
  const ids = findThread.all({ id: first, viewer: viewer.id }).map((row) => row.id);
  return findMessages(app, viewer, ids);
}

const IS_VISIBLE =
  'exists (select 1 from visible_messages v where v.message_id = m.id and v.reader_id = +$viewer)';

type Asked = { id: number; viewer: number };

const statements = prepared(({ $client }) => ({
  findFirst: $client.prepare<{ id: number }, Asked>(`
    with recursive answered (id, reply_to_id, steps) as (
      select id, reply_to_id, 0 from messages where id = $id
      union all
      select m.id, m.reply_to_id, steps + 1
        from answered cross join messages m on m.id = answered.reply_to_id and m.id < answered.id
       where ${IS_VISIBLE})
    select id from answered order by steps desc limit 1`),
  findThread: $client.prepare<{ id: number }, Asked>(`
    with recursive thread (id, created_at) as (
      select id, created_at from messages where id = $id
      union
      select m.id, m.created_at from thread cross join messages m on m.reply_to_id = thread.id and m.id > thread.id
       where ${IS_VISIBLE})
    select id from thread order by created_at desc, id desc`),
}));
