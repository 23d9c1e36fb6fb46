import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { AddMessageInput } from '../contract/messages';

const REMEMBERED_MS = 24 * 3_600_000;

/** `expects` does not change where the message goes (docs/product/calls.md: Idempotency keys). */
export function idempotently(app: App, user: User, input: AddMessageInput, create: () => number): number {
  if (!input.idempotencyKey) return transaction(app.db, create);
  const { find, insert } = statements(app.db);
  const hashed = JSON.stringify({ ...input, expects: undefined });
  const hash = new Bun.CryptoHasher('sha256').update(hashed).digest('base64url');
  return transaction(app.db, () => {
    const existing = find.get({ user: user.id, hash });
    if (existing) return existing.id;
    const message = create();
    insert.run({ user: user.id, hash, message, now: app.now() });
    return message;
  });
}

export const forgetIdempotencyKeys = (app: App) =>
  statements(app.db).deleteOlder.run({ than: app.now() - REMEMBERED_MS });

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ id: number }, { user: number; hash: string }>(`
    select message_id as id from idempotency_keys where user_id = $user and request_hash = $hash`),
  insert: $client.prepare<unknown, { user: number; hash: string; message: number; now: number }>(`
    insert into idempotency_keys (user_id, request_hash, message_id, at) values ($user, $hash, $message, $now)`),
  deleteOlder: $client.prepare<unknown, { than: number }>('delete from idempotency_keys where at < $than'),
}));
