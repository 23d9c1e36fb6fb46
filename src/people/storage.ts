import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { megabytesOf, withCommas } from '../contract/counts';
import type { Storage } from '../contract/users';
import { enqueue } from '../outbox/outbox';
import { noRoomText } from '../outbox/texts';

const DAY_MS = 24 * 3_600_000;

/** What is to be stored would exceed a quota (docs/product/limits.md: Storage of a person). */
export class NoRoom extends VisibleError {
  constructor(
    readonly of: keyof Storage,
    readonly has: string,
  ) {
    super('CONFLICT', `There is no room for this: you may keep ${has}.`);
  }
}

export const readStorage = (app: App, { id }: User): Storage => ({
  messages: {
    used: statements(app.db).countMessages.get({ user: id })!.count,
    most: app.config.quotas.messages,
  },
  bytes: { used: statements(app.db).sumBytes.get({ user: id })!.bytes, most: app.config.quotas.bytes },
});

type Needed = { messages?: number; bytes?: number };

/** Call it in the transaction that stores, before anything is written. */
export function requireRoom(app: App, user: Pick<User, 'id'>, needed: Needed): void {
  const lacking = findLacking(app, user, needed);
  if (lacking) throw lacking;
}

export function findLacking(
  app: App,
  { id }: Pick<User, 'id'>,
  { messages = 0, bytes = 0 }: Needed,
): NoRoom | null {
  const { quotas } = app.config;
  const { countMessages, sumBytes } = statements(app.db);
  if (messages > 0 && quotas.messages !== null) {
    const { count } = countMessages.get({ user: id })!;
    if (count + messages > quotas.messages)
      return new NoRoom('messages', `${withCommas(quotas.messages)} messages and have ${withCommas(count)}`);
  }
  if (bytes > 0 && quotas.bytes !== null) {
    const { bytes: used } = sumBytes.get({ user: id })!;
    if (used + bytes > quotas.bytes)
      return new NoRoom('bytes', `${megabytesOf(quotas.bytes)} MB of files and have ${megabytesOf(used)}`);
  }
  return null;
}

export function tellOfNoRoom(app: App, phone: string, { of, has }: NoRoom): void {
  const dedupeKey = `no room for ${of} of ${phone} on ${Math.floor(app.now() / DAY_MS)}`;
  enqueue(app, { to: phone, kind: 'reply', body: noRoomText(app, has), dedupeKey });
}

const statements = prepared(({ $client }) => ({
  countMessages: $client.prepare<{ count: number }, { user: number }>(
    'select count(*) as count from messages where sender_id = $user',
  ),
  sumBytes: $client.prepare<{ bytes: number }, { user: number }>(
    'select coalesce(sum(bytes), 0) as bytes from media where user_id = $user and deleted_message_id is null',
  ),
}));
