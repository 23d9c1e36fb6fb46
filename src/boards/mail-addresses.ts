import { randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { slug } from '../contract/hashtags';
import { normalAddress } from '../contract/mail';
import { isBlocked } from '../outbox/blocked-numbers';
import { type Actor, tellOwner } from '../people/auth/told';
import { findUser } from '../people/users';
import { type Board, findBoardById } from './boards';

/** Servers may change the case of an address, so it has only lower case and digits: 60 bits. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const SECRET_LENGTH = 12;
const NAME_MAX = 20;
const COMMON = 'notes';

type Owned = { user: User; board: Board | null };

export function mailAddress(app: App, user: User, board: Board | null): string | null {
  const row = statements(app.db).find.get({ user: user.id, board: board?.id ?? 0 });
  return row && app.config.mail ? toAddress(app, `${nameIn({ user, board })}-${row.secret}`) : null;
}

/** The address before it ends at once. */
export function renewMailAddress(app: App, user: User, board: Board | null, actor: Actor): string | null {
  if (!app.config.mail)
    throw new VisibleError('mail_not_set_up', 'Notes by mail are not set up on this server.');
  return transaction(app.db, () => {
    chargeRateLimits(app, { 'address for mails by a person a day': user.id });
    endMailAddress(app, user, board);
    const secret = Array.from(randomBytes(SECRET_LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join('');
    statements(app.db).insert.run({ user: user.id, board: board?.id ?? null, secret, now: app.now() });
    tellOwner(app, user, actor, { act: 'mail address made', name: board ? `#${board.tag}` : '' });
    return mailAddress(app, user, board);
  });
}

export function endMailAddress(app: App, user: User, board: Board | null): void {
  statements(app.db).end.run({ user: user.id, board: board?.id ?? 0 });
}

/** `local` is what stands before the @, or after the plus sign of a mailbox. */
export function findByMailAddress(app: App, local: string): Owned | null {
  const secret = local.slice(local.lastIndexOf('-') + 1);
  const row = statements(app.db).findOwner.get({ secret });
  const user = row && findUser(app, row.userId);
  if (!user || isBlocked(app, user.phone)) return null;
  const board = row.boardId === null ? null : findBoardById(app, user, row.boardId);
  return row.boardId !== null && !board ? null : { user, board };
}

/** The address that is no secret: who writes from a confirmed address may use it. */
export const commonAddress = (app: App): string | null =>
  app.config.mail && (app.config.mail.mailbox ? toAddress(app, '') : toAddress(app, COMMON));

/** Makes an address of the part that tells whose it is. */
export function toAddress({ config: { mail } }: App, local: string): string {
  if (!mail?.mailbox) return `${local}@${mail?.domain}`;
  return local ? `${mail.mailbox}+${local}@${mail.domain}` : `${mail.mailbox}@${mail.domain}`;
}

/** Returns the part that tells whose the address is, empty for the common one; null if it is not ours. */
export function localPartOf({ config: { mail } }: App, address: string): string | null {
  const [, local = '', domain] = /^(.{1,200})@([^@]{1,200})$/.exec(normalAddress(address)) ?? [];
  if (!mail || domain !== mail.domain) return null;
  if (!mail.mailbox) return local === COMMON ? '' : local;
  if (local === mail.mailbox) return '';
  return local.startsWith(`${mail.mailbox}+`) ? local.slice(mail.mailbox.length + 1) : null;
}

/** For people only: the secret tells whose it is. */
const nameIn = ({ user, board }: Owned): string =>
  slug((board?.tag ?? user.firstName ?? '').normalize('NFKD'))
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, NAME_MAX)
    .replace(/^-+|-+$/g, '') || COMMON;

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ secret: string }, { user: number; board: number }>(`
    select secret from mail_addresses where user_id = $user and coalesce(board_id, 0) = $board`),
  findOwner: $client.prepare<{ userId: number; boardId: number | null }, { secret: string }>(`
    select user_id as userId, board_id as boardId from mail_addresses where secret = $secret`),
  insert: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into mail_addresses (secret, user_id, board_id, created_at) values ($secret, $user, $board, $now)`),
  end: $client.prepare<unknown, { user: number; board: number }>(`
    delete from mail_addresses where user_id = $user and coalesce(board_id, 0) = $board`),
}));
