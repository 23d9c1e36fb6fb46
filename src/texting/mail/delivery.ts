import { type App, perApp } from '../../app/app';
import { durable } from '../../app/durable';
import { tryChargeRateLimits } from '../../app/rate-limits';
import type { ParsedMail, Proven } from '../../outside/mail/parsed-mail';
import { createMailReader, UnreadableMail } from '../../outside/mail/reading';
import type { Answer, Envelope } from '../../outside/mail/smtp';
import { commandIn } from './commands';
import { receiveMail } from './receiving';
import { findRecipient } from './recipients';
import { mailState } from './state';
import type { Recipient } from './taken';

const reader = perApp((app: App) => {
  const reader = createMailReader();
  app.onClose.push(() => reader.end(new Error('The server stops.')));
  return reader;
});

/** Null for an address that takes mails. Guessing one takes longer than the world lasts, but costs statements. */
export function checkRecipient(app: App, address: string, ip: string): Answer | null {
  const recipient = findRecipient(app, address);
  if (!recipient)
    return tryChargeRateLimits(app, { 'unknown mail address from a network': ip }) ? 'unknown' : 'ended';
  const whose = 'user' in recipient ? recipient.user.id : recipient.kind;
  return tryChargeRateLimits(app, { 'mail to a person a day': whose }) ? null : 'limited';
}

/** Resolves with null once the mail is stored for one of its recipients, and no power cut can undo it. */
export async function deliverMail(
  app: App,
  bytes: Uint8Array<ArrayBuffer>,
  { recipients: addresses, at = app.now(), ...from }: Envelope,
): Promise<Answer | null> {
  const state = mailState(app);
  const refuse = (answer: Answer) => {
    state.refused++;
    return answer;
  };
  const recipients = distinct(app, addresses);
  if (recipients.length === 0) return refuse('unknown');
  try {
    const read = await reader(app).read(bytes);
    // reports and autoresponders have no sender (RFC 5321)
    const mail = from.sender ? read : { ...read, isAutomatic: true };
    const isCommon = recipients.some(({ recipient }) => recipient.kind === 'common');
    const isCommand = recipients.some(({ recipient }) => isCommandOf(recipient, mail));
    const proven = isCommon || isCommand ? await prove(app, bytes, from) : null;
    const taken = recipients.map(({ recipient, address }) =>
      receiveMail(app, recipient, mail, proven && namedIn(mail, address, proven), at),
    );
    await durable(app);
    if (!taken.includes(true)) return refuse('refused');
    state.takenAt = app.now();
    return null;
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    app.log.warn({ reason: error.message, bytes: bytes.length }, 'a mail could not be read');
    return error.tookTooMuch && isTriedAgain(app, bytes) ? 'later' : refuse('unreadable');
  }
}

/** What takes too much is read at most so often, since the start. */
const TRIES = 3;
const REMEMBERED = 1_000;
const tries = perApp(() => new Map<bigint | number, number>());

function isTriedAgain(app: App, bytes: Uint8Array): boolean {
  const known = tries(app);
  const key = Bun.hash(bytes);
  const count = (known.get(key) ?? 0) + 1;
  if (known.size >= REMEMBERED) known.clear();
  known.set(key, count);
  return count < TRIES;
}

/** An author that cannot be proven now is asked for again: their server sends the mail again. */
const prove = (app: App, bytes: Uint8Array<ArrayBuffer>, from: Omit<Envelope, 'recipients'>) =>
  reader(app).prove(bytes, { ...from, servers: app.config.mail?.dnsServers });

/** It may show a message to more people (docs/product/mail.md: Commands by mail). */
const isCommandOf = (recipient: Recipient, mail: ParsedMail): boolean =>
  recipient.kind === 'person' &&
  mail.from !== null &&
  recipient.user.mailAddress === mail.from.address &&
  commandIn(mail) !== null;

/** A mail to somebody else that is sent on to us is no command of its writer. */
const namedIn = ({ to }: ParsedMail, address: string, proven: Proven): Proven => ({
  ...proven,
  isAligned: proven.isAligned && to.includes(address.toLowerCase()),
});

function distinct(app: App, addresses: string[]): { recipient: Recipient; address: string }[] {
  const found = addresses.flatMap((address) => {
    const recipient = findRecipient(app, address);
    return recipient ? [[keyOf(recipient), { recipient, address }] as const] : [];
  });
  return Array.from(new Map(found).values());
}

const keyOf = (recipient: Recipient) =>
  JSON.stringify([
    recipient.kind,
    'user' in recipient && recipient.user.id,
    'board' in recipient && recipient.board.id,
    'local' in recipient && recipient.local,
  ]);
