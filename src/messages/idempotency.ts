import { lt } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { idempotencyKeys, type User } from '../../db/schema';
import type { App } from '../app';
import type { AddMessageInput } from '../contract/messages';

const KNOWN_MS = 24 * 3_600_000;

/**
 * Answers the message that `create` makes, or the one that this very call has made before: its answer was lost, and
 * it came again. The same key with another message is another call. Calls without a key are all different.
 */
export function idempotently(app: App, user: User, call: AddMessageInput, create: () => number): number {
  if (!call.idempotencyKey) return create();
  const name = new Bun.CryptoHasher('sha256').update(JSON.stringify(call)).digest('base64url');
  return transaction(app.db, () => {
    const known = made(app.db).get({ user: user.id, name });
    if (known) return known.id;
    const message = create();
    keep(app.db).run({ user: user.id, name, message, now: app.now() });
    return message;
  });
}

const made = prepared((db) =>
  db.$client.prepare<{ id: number }, { user: number; name: string }>(
    'select message_id as id from idempotency_keys where user_id = $user and request_hash = $name',
  ),
);
const keep = prepared((db) =>
  db.$client.prepare<unknown, { user: number; name: string; message: number; now: number }>(
    'insert into idempotency_keys (user_id, request_hash, message_id, at) values ($user, $name, $message, $now)',
  ),
);

export const forgetIdempotencyKeys = (app: App) =>
  app.db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.at, app.now() - KNOWN_MS))
    .run();
