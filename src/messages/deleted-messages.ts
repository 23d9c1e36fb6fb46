import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { isAhead, SMALL_STEP_MS } from '../app/clock';
import { VisibleError } from '../app/errors';
import type { TagRestored } from '../contract/boards';
import { countOf } from '../contract/counts';
import type { Message } from '../contract/messages';
import { succeeded } from '../contract/text';
import { giveFilesBack, setFilesAside } from '../media/media';
import { deliverRestored } from './deliver';
import { requireMessage } from './find';
import { boardsFor, FORMER_PLACEMENTS, type FormerPlacement } from './former-placements';
import { TICKS_JSON } from './items';
import { findStored, remove } from './messages';
import { placeOnBoard } from './placements';

/**
 * A table of their own keeps them from lists and counts (docs/product/messages.md: Taking back a deletion).
 */

const KEPT_MS = 10 * 60_000;
/** So that no request waits long for one transaction. */
const BATCH = 200;
const TOO_LATE = 'It is too late to take this back.';

export function deleteWithUndo(app: App, ids: number[], tag: string | null = null): void {
  if (ids.length === 0) return;
  transaction(app.db, () => {
    statements(app.db).insert.run({ ids: JSON.stringify(ids), tag, now: app.now() });
    setFilesAside(app, ids);
    remove(app, ids);
  });
}

export function restoreMessage(app: App, sender: User, id: number): Message {
  transaction(app.db, () => {
    const deleted = statements(app.db).find.get({ id, sender: sender.id });
    if (deleted && isKept(app, deleted)) restore(app, sender, [deleted]);
    else if (findStored(app, id)?.senderId !== sender.id) throw new VisibleError('undo_too_late', TOO_LATE);
  });
  return requireMessage(app, sender, id);
}

export function restoreTag(app: App, user: User, tag: string): TagRestored {
  return transaction(app.db, () => {
    const deleted = statements(app.db).findWithTag.all({ sender: user.id, tag });
    const kept = deleted.filter((message) => isKept(app, message));
    if (kept.length === 0) throw new VisibleError('undo_too_late', TOO_LATE);
    restore(app, user, kept);
    const count = kept.length;
    return { ...succeeded(`#${tag} is back with its ${countOf(count, 'message')}.`), count };
  });
}

/** Its former boards if it can be restored. */
export function placementsOfDeleted(app: App, sender: User, id: number): FormerPlacement[] {
  const deleted = statements(app.db).find.get({ id, sender: sender.id });
  return deleted && isKept(app, deleted) ? JSON.parse(deleted.placements) : [];
}

/** A deletion dated more than a minute ahead shows that the clock was set back since. */
export function deleteExpired(app: App): void {
  const now = app.now();
  const outside = { since: now - KEPT_MS, until: now + SMALL_STEP_MS, limit: BATCH };
  while (statements(app.db).deleteOutside.run(outside).changes > 0);
}

const isKept = (app: App, { deletedAt }: DeletedMessage) => isAhead(app, deletedAt + KEPT_MS, KEPT_MS);

function restore(app: App, sender: User, deleted: DeletedMessage[]): void {
  const {
    insertMessages,
    restoreText,
    restoreOrigins,
    restoreReminders,
    restoreReactions,
    restoreTicks,
    forget,
  } = statements(app.db);
  const ids = deleted.map(({ id }) => id);
  const which = { ids: JSON.stringify(ids) };
  insertMessages.run(which);
  giveFilesBack(app, ids);
  restoreOrigins.run(which);
  restoreReminders.run(which);
  restoreReactions.run(which);
  restoreTicks.run(which);
  for (const message of deleted) {
    for (const sid of JSON.parse(message.texts)) restoreText.run({ id: message.id, sid });
    for (const { board, position, tag, pinned } of boardsFor(app, sender, JSON.parse(message.placements)))
      placeOnBoard(app, message, board, position, tag, pinned);
  }
  forget.run(which);
  deliverRestored(app, deleted);
}

type DeletedMessage = {
  id: number;
  content: string;
  createdAt: number;
  placements: string;
  texts: string;
  deletedAt: number;
};

const SELECT = `
  select id, content, created_at as createdAt, placements, texts, deleted_at as deletedAt
    from deleted_messages`;

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, { ids: string; tag: string | null; now: number }>(`
    insert into deleted_messages
      (id, sender_id, content, source, created_at, edited_at, reply_to_id, origin, placements, texts,
       reminders, reactions, ticks, guest, tag, deleted_at)
    select m.id, m.sender_id, m.content, m.source, m.created_at, m.edited_at, m.reply_to_id,
           (select origin from origins where message_id = m.id),
           ${FORMER_PLACEMENTS},
           (select json_group_array(sid) from inbound where message_id = m.id),
           (select json_group_array(json_object(
                     'user', user_id, 'at', at, 'starts', starts, 'rule', rule, 'snoozed', snoozed, 'setAt', set_at,
                     'sentAt', sent_at, 'doneAt', done_at)) from reminders where message_id = m.id),
           (select json_group_array(json_object('user', user_id, 'emoji', emoji, 'at', created_at, 'told', told))
              from reactions where message_id = m.id),
           ${TICKS_JSON}, m.guest,
           $tag, $now
      from json_each($ids) wanted cross join messages m on m.id = wanted.value`),
  find: $client.prepare<DeletedMessage, { id: number; sender: number }>(`
    ${SELECT} where id = $id and sender_id = $sender`),
  findWithTag: $client.prepare<DeletedMessage, { sender: number; tag: string }>(`
    ${SELECT} where sender_id = $sender and tag = $tag and deleted_at = (
      select max(deleted_at) from deleted_messages where sender_id = $sender and tag = $tag)
     order by id`),
  insertMessages: $client.prepare<unknown, { ids: string }>(`
    insert into messages (id, sender_id, content, source, created_at, edited_at, reply_to_id, guest)
    select id, sender_id, content, source, created_at, edited_at, reply_to_id, guest from deleted_messages
     where id in (select value from json_each($ids))`),
  restoreText: $client.prepare<unknown, { id: number; sid: string }>(`
    update inbound set message_id = $id where sid = $sid`),
  // If an archive with the message was imported meanwhile, the imported message keeps the origin (the id in
  // the archive).
  restoreOrigins: $client.prepare<unknown, { ids: string }>(`
    insert or ignore into origins (sender_id, origin, message_id)
    select sender_id, origin, id from deleted_messages
     where id in (select value from json_each($ids)) and origin is not null`),
  // leaves out reminders of accounts that were deleted meanwhile
  restoreReminders: $client.prepare<unknown, { ids: string }>(`
    insert or ignore into reminders (user_id, message_id, at, starts, rule, snoozed, set_at, sent_at, done_at)
    select u.id, d.id, r.value ->> 'at', r.value ->> 'starts', r.value ->> 'rule', r.value ->> 'snoozed',
           r.value ->> 'setAt', r.value ->> 'sentAt', r.value ->> 'doneAt'
      from json_each($ids) wanted cross join deleted_messages d on d.id = wanted.value
           cross join json_each(d.reminders) r cross join users u on u.id = r.value ->> 'user'`),
  restoreReactions: $client.prepare<unknown, { ids: string }>(`
    insert or ignore into reactions (message_id, user_id, emoji, created_at, told)
    select d.id, u.id, r.value ->> 'emoji', r.value ->> 'at', r.value ->> 'told'
      from json_each($ids) wanted cross join deleted_messages d on d.id = wanted.value
           cross join json_each(d.reactions) r cross join users u on u.id = r.value ->> 'user'`),
  restoreTicks: $client.prepare<unknown, { ids: string }>(`
    insert or ignore into ticks (message_id, item, user_id, ticked_at)
    select d.id, t.value ->> 'item', u.id, t.value ->> 'at'
      from json_each($ids) wanted cross join deleted_messages d on d.id = wanted.value
           cross join json_each(d.ticks) t left join users u on u.id = t.value ->> 'user'`),
  forget: $client.prepare<unknown, { ids: string }>(`
    delete from deleted_messages where id in (select value from json_each($ids))`),
  deleteOutside: $client.prepare<unknown, { since: number; until: number; limit: number }>(`
    delete from deleted_messages where id in (
      select id from deleted_messages where deleted_at <= $since or deleted_at > $until limit +$limit)`),
}));
