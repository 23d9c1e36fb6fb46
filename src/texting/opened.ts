import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';

const OPENED_MS = 10 * 60_000;
const READABLE_MS = 60 * 60_000;

/** `texted`: how much of its words was texted, or null if nothing is left for MORE. */
export const rememberOpened = (
  app: App,
  user: User,
  { messageId, texted }: { messageId: number; texted: number | null },
  at: number,
) => statements(app.db).store.run({ user: user.id, message: messageId, texted, at });

export const findOpened = (app: App, user: User, at: number): Opened | null =>
  statements(app.db).find.get({ user: user.id, at, since: at - OPENED_MS });

/** The message that MORE reads on in, until the next question is answered. */
export const findUnread = (app: App, user: User, at: number): { messageId: number; texted: number } | null =>
  statements(app.db).findUnread.get({ user: user.id, at, since: at - READABLE_MS });

export const endReading = (app: App, user: User) => statements(app.db).endReading.run({ user: user.id });

type Opened = { messageId: number; openedAt: number };
type Period = { user: number; at: number; since: number };

const statements = prepared(({ $client }) => ({
  store: $client.prepare<unknown, { user: number; message: number; texted: number | null; at: number }>(`
    insert into opened_messages (user_id, message_id, texted, opened_at) values ($user, $message, $texted, $at)
        on conflict (user_id) do update set message_id = $message, texted = $texted, opened_at = $at`),
  find: $client.prepare<Opened, Period>(`
    select message_id as messageId, opened_at as openedAt from opened_messages
     where user_id = $user and opened_at > $since and opened_at <= $at`),
  findUnread: $client.prepare<{ messageId: number; texted: number }, Period>(`
    select message_id as messageId, texted from opened_messages
     where user_id = $user and texted is not null and opened_at > $since and opened_at <= $at`),
  endReading: $client.prepare<unknown, { user: number }>(`
    update opened_messages set texted = null where user_id = $user`),
}));
