import { prepared } from '../../../db/open';
import type { accountLog, User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { AccountLogEntry } from '../../contract/passkeys';

/** Maximum number of entries that are kept for an account. */
const ENTRIES_MAX = 50;

export type AccountAct = (typeof accountLog.$inferSelect)['act'];

const SENTENCES: Record<AccountAct, (detail: string) => string> = {
  'passkey added': (device) => `A passkey was added with ${device}.`,
  'passkey removed': (device) => `The passkey of ${device} was removed.`,
  'sign-ins ended': (ended) => `The operator ${ended}.`,
  'token made': (token) => `An access token was made: ${token}.`,
  'token revoked': (name) => `The access token ${name} was revoked.`,
  exported: (format) => `Everything that you have sent was exported: ${format}.`,
  'number changed': (device) => `The phone number was changed with ${device}.`,
  'mail address made': (device) => `A secret address for notes by mail was made: ${device}.`,
  'mail confirmed': (address) => `Mails may go to ${address}.`,
  'provider connected': (name) => `Signing in with a provider was connected: ${name}.`,
  'provider removed': (name) => `Signing in with a provider was removed: ${name}.`,
  'webhook made': (detail) => `A webhook was made: ${detail}.`,
  'feed made': (detail) => `A secret address of a feed was made: ${detail}.`,
  'calendar renewed': (device) => `The calendar of reminders got a new address with ${device}.`,
};

export function logForOwner(app: App, userId: number, act: AccountAct, detail: string): void {
  const { insert, deleteOld } = statements(app.db);
  insert.run({ userId, act, detail, at: app.now() });
  deleteOld.run({ userId, kept: ENTRIES_MAX });
}

export const readAccountLog = (app: App, user: User): AccountLogEntry[] =>
  statements(app.db)
    .list.all({ userId: user.id })
    .map(({ act, detail, at }) => ({ at: new Date(at).toISOString(), text: SENTENCES[act](detail) }));

type Row = { act: AccountAct; detail: string; at: number };

const statements = prepared(({ $client }) => ({
  insert: $client.prepare<unknown, Row & { userId: number }>(
    'insert into account_log (user_id, act, detail, at) values ($userId, $act, $detail, $at)',
  ),
  deleteOld: $client.prepare<unknown, { userId: number; kept: number }>(`
    delete from account_log where user_id = $userId and id <= (
      select id from account_log where user_id = $userId order by id desc limit 1 offset +$kept)`),
  list: $client.prepare<Row, { userId: number }>(
    'select act, detail, at from account_log where user_id = $userId order by id desc',
  ),
}));
