import { createHash, randomBytes } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { mailConfirmations, User } from '../../db/schema';
import type { App } from '../app/app';
import { isAhead } from '../app/clock';
import { notFound, VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { MAIL_FAILURES_MAX, type MailSettings } from '../contract/mail';
import { type Done, succeeded } from '../contract/text';
import { readStop } from '../outbox/mail';
import { enqueueMail } from '../outbox/outbox';
import { type Actor, tellOwner } from './auth/told';
import { findUser } from './users';
import { bumpUser } from './versions';

const LIFE_MS = 24 * 3_600_000;

export const readMailSettings = (
  app: App,
  { id, mailAddress, byMail, mailFailures }: User,
): MailSettings => ({
  offered: app.mailer !== null,
  address: mailAddress,
  byMail,
  waiting: statements(app.db).findWaiting.get({ user: id, now: app.now() })?.address ?? null,
  silent: mailFailures >= MAIL_FAILURES_MAX,
});

/** Nothing else is sent there before its owner has opened the link. A former address stays until then. */
export function askToConfirm(app: App, user: User, address: string): Done {
  const { productName: product } = app.config;
  if (!app.mailer) throw new VisibleError('mail_not_sent', 'This server sends no mail.');
  transaction(app.db, () => {
    chargeRateLimits(app, {
      'mail to confirm by a person a day': user.id,
      'mail to confirm to an address a day': address,
    });
    const token = randomBytes(16).toString('base64url');
    const expiresAt = app.now() + LIFE_MS;
    statements(app.db).store.run({ userId: user.id, hash: hashOf(token), address, expiresAt });
    const words = `Somebody, probably you, wants notices of ${product} to come to this address. To confirm it, open this link within a day:\n\n${app.publicUrl}/mail/confirm/${token}\n\nIf it was not you, ignore this mail: nothing else will come.`;
    const subject = `Confirm your address for ${product}`;
    enqueueMail(app, user.phone, { to: address, subject, words, isAsked: true });
    bumpUser(app, user.id);
  });
  return succeeded('Open the link in the mail that we have sent there.');
}

/** Null if the link was used, has expired or was never given. */
export function findConfirmation(app: App, token: string): { user: User; address: string } | null {
  const found = statements(app.db).find.get({ hash: hashOf(token) });
  const user = found && isAhead(app, found.expiresAt, LIFE_MS) ? findUser(app, found.userId) : null;
  return user && { user, address: found!.address };
}

export function confirm(app: App, token: string, actor: Actor): { address: string } | null {
  return transaction(app.db, () => {
    const found = findConfirmation(app, token);
    if (!found) return null;
    const { user, address } = found;
    const { isTaken, setAddress, remove } = statements(app.db);
    if (isTaken.get({ user: user.id, address }))
      throw new VisibleError('mail_address_taken', 'Another account has this address.');
    remove.run({ user: user.id });
    setAddress.run({ user: user.id, address, now: app.now() });
    tellOwner(app, user, actor, { act: 'mail confirmed', name: address });
    bumpUser(app, user.id);
    return { address };
  });
}

export function setByMail(app: App, user: User, byMail: boolean): MailSettings {
  if (byMail && (user.mailAddress === null || !app.mailer)) throw notFound('Confirmed address');
  const row = { user: user.id, byMail: Number(byMail) };
  return change(app, user, () => statements(app.db).setByMail.run(row).changes);
}

export function removeAddress(app: App, user: User): MailSettings {
  const { clear, remove } = statements(app.db);
  const of = { user: user.id };
  return change(app, user, () => clear.run(of).changes + remove.run(of).changes);
}

function change(app: App, { id }: User, act: () => number): MailSettings {
  return transaction(app.db, () => {
    if (act() > 0) bumpUser(app, id);
    return readMailSettings(app, findUser(app, id)!);
  });
}

/** By a link in a mail, without a session (RFC 8058). Returns false for a link that is not, or no more, right. */
export function stopByLink(app: App, token: string, { really }: { really: boolean }): boolean {
  const id = readStop(app, token, (userId) => findUser(app, userId)?.mailAddress ?? null);
  const user = id === null ? null : findUser(app, id);
  if (user && really) setByMail(app, user, false);
  return user !== null;
}

export const findUserByMail = (app: App, address: string): User | null => {
  const found = statements(app.db).findUser.get({ address: address.toLowerCase() });
  return found && findUser(app, found.id);
};

export const markMailReachable = (app: App, user: User) => statements(app.db).forgive.run({ user: user.id });

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

type OfUser = { user: number };
type Waiting = typeof mailConfirmations.$inferSelect;

const statements = prepared(({ $client }) => ({
  findWaiting: $client.prepare<{ address: string }, OfUser & { now: number }>(`
    select address from mail_confirmations where user_id = $user and expires_at > $now`),
  store: $client.prepare<unknown, Waiting>(`
    insert or replace into mail_confirmations (user_id, hash, address, expires_at)
    values ($userId, $hash, $address, $expiresAt)`),
  find: $client.prepare<Omit<Waiting, 'hash'>, { hash: string }>(`
    select user_id as userId, address, expires_at as expiresAt from mail_confirmations where hash = $hash`),
  remove: $client.prepare<unknown, OfUser>('delete from mail_confirmations where user_id = $user'),
  isTaken: $client.prepare<unknown, OfUser & { address: string }>(`
    select 1 from users where mail_address = $address and id <> $user`),
  setAddress: $client.prepare<unknown, OfUser & { address: string; now: number }>(`
    update users set mail_address = $address, mail_confirmed_at = $now, by_mail = 1, mail_failures = 0
     where id = $user`),
  setByMail: $client.prepare<unknown, OfUser & { byMail: number }>(`
    update users set by_mail = $byMail where id = $user and by_mail <> $byMail`),
  clear: $client.prepare<unknown, OfUser>(`
    update users set mail_address = null, mail_confirmed_at = null, by_mail = 0, mail_failures = 0
     where id = $user and mail_address is not null`),
  forgive: $client.prepare<unknown, OfUser>(`
    update users set mail_failures = 0 where id = $user and mail_failures < ${MAIL_FAILURES_MAX}`),
  findUser: $client.prepare<{ id: number }, { address: string }>(`
    select id from users where mail_address = $address`),
}));
