import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { itemsIn } from '../contract/checklists';
import type { Message, TickInput } from '../contract/messages';
import { deliverTicked } from './deliver';
import { requireMessage } from './find';

/**
 * A row is the only truth about an item: the mark that it was written with makes the row, and nothing reads it again
 * (docs/product/lists.md: Ticking).
 */

export type Ticked = { messageId: number; item: string };

export function tick(app: App, user: User, { id, item, done }: TickInput): Message {
  transaction(app.db, () => {
    const { items = [] } = requireMessage(app, user, id);
    if (!items.some((one) => one.item === item)) throw notFound('Item');
    tickAll(app, user, [{ messageId: id, item }], done);
  });
  return requireMessage(app, user, id);
}

/** Does not check who may see the messages. Returns those that have changed. */
export function tickAll(app: App, user: User, items: Ticked[], done: boolean): Ticked[] {
  const { insert, remove } = statements(app.db);
  const changed = items.filter(({ messageId, item }) => {
    const key = { message: messageId, item };
    return (done ? insert.run({ ...key, user: user.id, at: app.now() }) : remove.run(key)).changes > 0;
  });
  if (changed.length > 0) deliverTicked(app, changed);
  return changed;
}

/** For an import, which has bumped and told nobody yet. */
export const storeTick = (app: App, { messageId, item }: Ticked, user: User | null, at: number) =>
  statements(app.db).insert.run({ message: messageId, item, user: user?.id ?? null, at });

/** Who has ticked it, of those that are ticked. */
export const tickedBy = (app: App, { messageId, item }: Ticked): number | null =>
  statements(app.db).findBy.get({ message: messageId, item })?.userId ?? null;

/** Items whose words stay keep their tick, and a new mark in the text ticks its item. */
export function updateTicks(app: App, sender: User, id: number, before: string, after: string): void {
  const { insert, remove, removeOthers } = statements(app.db);
  const earlier = marksIn(before);
  const now = marksIn(after);
  if (earlier.size > 0) removeOthers.run({ message: id, kept: JSON.stringify([...now.keys()]) });
  for (const [item, isMarked] of now)
    if (isMarked && !earlier.get(item)) insert.run({ message: id, item, user: sender.id, at: app.now() });
    else if (!isMarked && earlier.get(item)) remove.run({ message: id, item });
}

/** On a board that is a list more can be ticked than elsewhere, so this includes what is elsewhere. */
const marksIn = (content: string) =>
  new Map(itemsIn(content, true).map(({ item, isMarked }) => [item, isMarked]));

type Key = { message: number; item: string };

const statements = prepared(({ $client }) => ({
  findBy: $client.prepare<{ userId: number | null }, Key>(
    'select user_id as userId from ticks where message_id = $message and item = $item',
  ),
  insert: $client.prepare<unknown, Key & { user: number | null; at: number }>(`
    insert or ignore into ticks (message_id, item, user_id, ticked_at) values ($message, $item, $user, $at)`),
  remove: $client.prepare<unknown, Key>('delete from ticks where message_id = $message and item = $item'),
  removeOthers: $client.prepare<unknown, { message: number; kept: string }>(`
    delete from ticks where message_id = $message and item not in (select value from json_each($kept))`),
}));
