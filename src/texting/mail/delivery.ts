import { type App, perApp } from '../../app/app';
import { durable } from '../../app/durable';
import { tryChargeRateLimits } from '../../app/rate-limits';
import { createMailReader, UnreadableMail } from '../../outside/mail/reading';
import type { Answer, Envelope } from '../../outside/mail/smtp';
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
  { recipients: addresses, ...from }: Envelope,
): Promise<Answer | null> {
  const state = mailState(app);
  const refuse = (answer: Answer) => {
    state.refused++;
    return answer;
  };
  const recipients = addresses
    .map((address) => findRecipient(app, address))
    .filter((found) => found !== null);
  if (recipients.length === 0) return refuse('unknown');
  try {
    const read = await reader(app).read(bytes);
    // reports and autoresponders have no sender (RFC 5321)
    const mail = from.sender ? read : { ...read, isAutomatic: true };
    const isCommon = recipients.some(({ kind }) => kind === 'common');
    const proven = isCommon ? await prove(app, bytes, from) : null;
    const taken = distinct(recipients).map((recipient) => receiveMail(app, recipient, mail, proven));
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

const distinct = (recipients: Recipient[]): Recipient[] =>
  Array.from(new Map(recipients.map((recipient) => [keyOf(recipient), recipient])).values());

const keyOf = (recipient: Recipient) =>
  JSON.stringify([
    recipient.kind,
    'user' in recipient && recipient.user.id,
    'board' in recipient && recipient.board.id,
    'local' in recipient && recipient.local,
  ]);
