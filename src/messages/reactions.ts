import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { REACTIONS_MAX } from '../contract/limits';
import type { Message, ReactInput } from '../contract/messages';
import { deliverReaction } from './deliver';
import { requireMessage } from './find';

export function react(app: App, user: User, { id, emoji, on }: ReactInput): Message {
  transaction(app.db, () => {
    requireMessage(app, user, id);
    if (on && isFull(app, id, emoji))
      throw new VisibleError(
        'too_many_reactions',
        `A message can have at most ${REACTIONS_MAX} different reactions.`,
      );
    const changed = on ? addReaction(app, user, { id, emoji }) : removeReaction(app, user, { id, emoji });
    if (changed) deliverReaction(app, user, id);
  });
  return requireMessage(app, user, id);
}

/** Replaces the person's other reactions, because a phone shows one of each person. */
export function reactByText(app: App, user: User, { id, emoji, on }: ReactInput): void {
  transaction(app.db, () => {
    if (on && isFull(app, id, emoji)) return;
    const key = { message: id, user: user.id, emoji };
    const replaced = on && statements(app.db).removeOthers.run(key).changes > 0;
    const changed = on ? addReaction(app, user, { id, emoji }) : removeReaction(app, user, { id, emoji });
    if (replaced || changed) deliverReaction(app, user, id);
  });
}

type Added = { id: number; emoji: string; at?: number; told?: boolean };

/** Returns false if it is there already. Does not check who may see the message. */
export function addReaction(app: App, user: User, { id, emoji, at, told = false }: Added): boolean {
  const row = { message: id, user: user.id, emoji, at: at ?? app.now(), told: Number(told) };
  return statements(app.db).insert.run(row).changes > 0;
}

const removeReaction = (app: App, { id: user }: User, { id, emoji }: Added): boolean =>
  statements(app.db).remove.run({ message: id, user, emoji }).changes > 0;

export const isFull = (app: App, id: number, emoji: string): boolean =>
  statements(app.db).countOthers.get({ message: id, emoji })!.count >= REACTIONS_MAX;

type Key = { message: number; user: number; emoji: string };

const statements = prepared(({ $client }) => ({
  countOthers: $client.prepare<{ count: number }, { message: number; emoji: string }>(`
    select count(distinct emoji) as count from reactions where message_id = $message and emoji <> $emoji`),
  // nobody is told of their own
  insert: $client.prepare<unknown, Key & { at: number; told: number }>(`
    insert or ignore into reactions (message_id, user_id, emoji, created_at, told)
    select id, $user, $emoji, $at, $told or sender_id = $user from messages where id = $message`),
  remove: $client.prepare<unknown, Key>(`
    delete from reactions where message_id = $message and user_id = $user and emoji = $emoji`),
  removeOthers: $client.prepare<unknown, Key>(`
    delete from reactions where message_id = $message and user_id = $user and emoji <> $emoji`),
}));
