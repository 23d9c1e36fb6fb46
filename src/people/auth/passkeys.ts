import { prepared, transaction } from '../../../db/open';
import type { passkeys, User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import { PASSKEYS_MAX, type Passkey } from '../../contract/passkeys';
import { deviceName } from '../../contract/people';
import { type Done, succeeded } from '../../contract/text';
import { logForOwner } from './account-log';

export const listPasskeys = (app: App, user: User): Passkey[] => listPasskeyRows(app, user.id).map(toPasskey);

export const listPasskeyRows = (app: App, userId: number): PasskeyRow[] =>
  statements(app.db).listOfUser.all({ userId });

export function removePasskey(app: App, user: User, id: number): Done {
  return transaction(app.db, () => {
    const removed = statements(app.db).remove.get({ userId: user.id, id });
    if (!removed) throw notFound('Passkey');
    logForOwner(app, user.id, 'passkey removed', deviceName(removed));
    return succeeded('The passkey is removed.');
  });
}

export function removePasskeysSince(app: App, user: User, since: number): void {
  for (const { id, createdAt } of listPasskeyRows(app, user.id))
    if (createdAt >= since) removePasskey(app, user, id);
}

export function listBeforeAdding(app: App, userId: number): PasskeyRow[] {
  const known = listPasskeyRows(app, userId);
  if (known.length >= PASSKEYS_MAX)
    throw new VisibleError('too_many_passkeys', `You have ${PASSKEYS_MAX} passkeys. Remove one first.`);
  return known;
}

export const storePasskey = (app: App, row: NewPasskey): Passkey =>
  transaction(app.db, () => {
    listBeforeAdding(app, row.userId);
    if (findPasskey(app, row.credential))
      throw new VisibleError('passkey_known', 'This passkey is added already.');
    const stored = statements(app.db).insert.get({ ...row, synced: Number(row.synced), now: app.now() })!;
    return toPasskey(stored);
  });

export const findPasskey = (app: App, credential: string): PasskeyRow | null =>
  statements(app.db).find.get({ credential });

export const markPasskeyUsed = (app: App, id: number, counter: number, synced: boolean): boolean =>
  statements(app.db).use.run({ id, counter, synced: Number(synced), now: app.now() }).changes > 0;

export const removeAllPasskeys = (app: App, userId: number): number =>
  statements(app.db).removeAll.run({ userId }).changes;

export type PasskeyRow = typeof passkeys.$inferSelect;
type NewPasskey = Omit<PasskeyRow, 'id' | 'createdAt' | 'usedAt'>;

const toPasskey = ({ id, browser, system, synced, createdAt, usedAt }: PasskeyRow): Passkey => ({
  id,
  browser,
  system,
  synced: Boolean(synced),
  createdAt: new Date(createdAt).toISOString(),
  lastUsedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
});

const COLUMNS = `id, credential, user_id as userId, public_key as publicKey, counter, transports, synced, browser, system,
  created_at as createdAt, used_at as usedAt`;

type Insert = Omit<NewPasskey, 'synced'> & { synced: number; now: number };

const statements = prepared(({ $client }) => ({
  listOfUser: $client.prepare<PasskeyRow, { userId: number }>(
    `select ${COLUMNS} from passkeys where user_id = $userId order by id desc`,
  ),
  find: $client.prepare<PasskeyRow, { credential: string }>(
    `select ${COLUMNS} from passkeys where credential = $credential`,
  ),
  insert: $client.prepare<PasskeyRow, Insert>(`
    insert into passkeys (credential, user_id, public_key, counter, transports, synced, browser, system, created_at)
    values ($credential, $userId, $publicKey, $counter, $transports, $synced, $browser, $system, $now)
    returning ${COLUMNS}`),
  use: $client.prepare<unknown, { id: number; counter: number; synced: number; now: number }>(`
    update passkeys set counter = $counter, synced = $synced, used_at = $now where id = $id`),
  remove: $client.prepare<Pick<PasskeyRow, 'browser' | 'system'>, { userId: number; id: number }>(
    'delete from passkeys where id = $id and user_id = $userId returning browser, system',
  ),
  removeAll: $client.prepare<unknown, { userId: number }>('delete from passkeys where user_id = $userId'),
}));
