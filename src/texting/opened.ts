import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';

const OPENED_MS = 10 * 60_000;

export const rememberOpened = (app: App, user: User, messageId: number, at: number) =>
  statements(app.db).store.run({ user: user.id, message: messageId, at });

export const findOpened = (app: App, user: User, at: number): Opened | null =>
  statements(app.db).find.get({ user: user.id, at, since: at - OPENED_MS });

type Opened = { messageId: number; openedAt: number };

const statements = prepared(({ $client }) => ({
  store: $client.prepare<unknown, { user: number; message: number; at: number }>(`
    insert into opened_messages (user_id, message_id, opened_at) values ($user, $message, $at)
        on conflict (user_id) do update set message_id = $message, opened_at = $at`),
  find: $client.prepare<Opened, { user: number; at: number; since: number }>(`
    select message_id as messageId, opened_at as openedAt from opened_messages
     where user_id = $user and opened_at > $since and opened_at <= $at`),
}));
