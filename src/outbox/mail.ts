import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { prepared } from '../../db/open';
import { type App, perApp } from '../app/app';
import { MAIL_FAILURES_MAX } from '../contract/mail';
import { isPushed } from './push/browsers';

/** Where mail goes in place of a text to this number; null if the person has chosen texts for one of the boards. */
export const mailAddressOf = (app: App, phone: string, boards: number[]): string | null =>
  app.mailer &&
  (statements(app.db).findAddress.get({ phone, boards: JSON.stringify(boards) })?.address ?? null);

/** For what its owner asks for by mail, whether or not notices go there. */
export const confirmedAddressOf = (app: App, phone: string): string | null =>
  app.mailer && (statements(app.db).findConfirmed.get({ phone })?.address ?? null);

/** Costs nothing, so the budget and the limits that all numbers share do not apply. */
export const isFree = (app: App, phone: string, boards: number[]): boolean =>
  isPushed(app, phone, boards) || mailAddressOf(app, phone, boards) !== null;

/** The Message-ID stays the same at each try and in a restored backup, so that mailboxes know a second copy. */
export const messageIdOf = (app: App, id: number): string =>
  `<outbox-${id}.${sign(app, `message ${id}`)}@${app.config.mail?.domain}>`;

/** Null if the mail of this server is not received here, so that nothing could come to such an address. */
export function signedAddress(app: App, kind: 're' | 'bounce', ...ids: number[]): string | null {
  const { mail } = app.config;
  if (!mail || !(mail.listen || mail.imap || !app.sms.can.reachPeople)) return null;
  const numbers = ids.map((id) => id.toString(36)).join('-');
  const local = `${kind}-${numbers}-${sign(app, `${kind} ${numbers}`)}`;
  return mail.mailbox ? `${mail.mailbox}+${local}@${mail.domain}` : `${local}@${mail.domain}`;
}

/** Reads the local part of an address that `signedAddress` made, without the mailbox. */
export function readSigned(app: App, local: string): { kind: 're' | 'bounce'; ids: number[] } | null {
  const [, kind, numbers, signature] = /^(re|bounce)-([0-9a-z-]{1,40})-([a-z2-7]{16})$/.exec(local) ?? [];
  if (!signature || !isEqual(sign(app, `${kind} ${numbers}`), signature)) return null;
  return { kind: kind as 're' | 'bounce', ids: numbers!.split('-').map((id) => Number.parseInt(id, 36)) };
}

export const fromAddress = ({ config: { mail } }: App): string =>
  mail?.from ?? `${mail?.mailbox ?? 'notes'}@${mail?.domain}`;

/** Ends mails to this address with one click, without signing in (RFC 8058). */
export const stopPath = (app: App, userId: number, address: string): string =>
  `/mail/stop/${userId}-${sign(app, `stop ${userId} ${address}`)}`;

const isEqual = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Reads what `stopPath` made; `findAddress` tells the address that the person has now. */
export function readStop(
  app: App,
  token: string,
  findAddress: (userId: number) => string | null,
): number | null {
  const [, id = '', signature = ''] = /^([1-9]\d{0,14})-([a-z2-7]{16})$/.exec(token) ?? [];
  const address = id ? findAddress(Number(id)) : null;
  return address && isEqual(sign(app, `stop ${id} ${address}`), signature) ? Number(id) : null;
}

const key = perApp((app: App) => Buffer.from(hkdfSync('sha256', app.secret, '', 'addresses in mails', 32)));

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** 80 bits in lower case, because some mail servers change the case of addresses. */
const sign = (app: App, what: string): string =>
  [...createHmac('sha256', key(app)).update(what).digest().subarray(0, 16)]
    .map((byte) => BASE32[byte % 32])
    .join('');

const statements = prepared(({ $client }) => ({
  findConfirmed: $client.prepare<{ address: string }, { phone: string }>(`
    select mail_address as address from users
     where phone = $phone and mail_address is not null and mail_failures < ${MAIL_FAILURES_MAX}`),
  findAddress: $client.prepare<{ address: string }, { phone: string; boards: string }>(`
    select mail_address as address from users
     where phone = $phone and by_mail and mail_address is not null and mail_failures < ${MAIL_FAILURES_MAX}
       and not exists (
         select 1 from json_each($boards) board cross join memberships v
             on v.board_id = board.value and v.user_id = users.id where not v.by_push)`),
}));
