import { prepared, transaction } from '../../db/open';
import type { inbound } from '../../db/schema';
import type { App } from '../app';
import { complete } from '../messages/editing';
import { create } from '../messages/messages';
import { causedAt } from '../outbox/held-texts';
import { markReachable } from '../outbox/reports';
import type { InboundText } from '../outside/gateway';
import { toE164 } from '../phone';
import { findOrCreateUser } from '../users/users';
import { isEcho } from './echoes';
import { findContinued, looksCut } from './joined-texts';
import { type Keyword, keywordOf, obeyKeyword } from './keywords';
import { replyToMessage } from './replies';

type Kind = typeof inbound.$inferSelect.kind;

/**
 * Receives a text that surely came from the gateway (docs/product.md: Incoming texts). The gateway's id of
 * the text and all of its effects are written in one transaction. So receiving the same text again has no
 * effect, however late.
 */
export function receiveText(app: App, text: InboundText): void {
  transaction(app.db, () => {
    if (isReceived(app, text.sid)) return;
    const at = text.at ?? app.now();
    const { phone, kind, messageId = null } = causedAt(app, at, () => receiveNew(app, text));
    statements(app.db).insertInbound.run({
      sid: text.sid,
      phone,
      kind,
      messageId,
      cut: Number(looksCut(text.body)),
      receivedAt: at,
    });
  });
}

/** Returns whether the text with this gateway id has been received before. */
export const isReceived = (app: App, sid: string): boolean =>
  statements(app.db).findInbound.get({ sid }) !== null;

type Outcome = { phone: string; kind: Kind; messageId?: number };

/** Carries out what a new text asks for. The first rule that fits decides the kind of the text. */
function receiveNew(app: App, text: InboundText): Outcome {
  const phone = senderOf(app, text.from);
  if (!phone) return { phone: text.from, kind: 'refused' };
  markReachable(app, phone);

  const keyword = commandOf(text);
  if (keyword) return { phone, kind: obeyKeyword(app, phone, keyword, text.at ?? app.now()) };

  const body = text.body.replaceAll('\0', '').toWellFormed();
  if (!body.trim() && text.media.length === 0) return { phone, kind: 'empty' };
  if (isEcho(app, phone, body)) return { phone, kind: 'echo' };
  return { phone, kind: 'message', messageId: storeMessage(app, phone, { ...text, body }) };
}

/**
 * Returns the E.164 number that a text came from. Returns null for our own numbers, and for short codes and
 * names, because nobody could sign in with those. A short code has no +: read as a German number, for
 * example, it would be the number of another person.
 */
function senderOf(app: App, from: string): string | null {
  const phone = from.startsWith('+') ? toE164(from, app.config.defaultCountry) : null;
  const isOurs = phone === app.config.phoneNumber || app.sms.ownNumbers.includes(phone ?? '');
  return isOurs ? null : phone;
}

/**
 * Returns the keyword that a text consists of, or null. With a photo only STOP counts, because carriers obey
 * it then too; any other word is the photo's title.
 */
function commandOf({ body, media, optOut }: InboundText): Keyword | null {
  const word = keywordOf(body);
  // Twilio reports YES as START, but YES also accepts an invite
  const keyword = word === 'yes' ? word : (optOut ?? word);
  return media.length === 0 || keyword === 'stop' ? keyword : null;
}

/**
 * Stores a text as a message of its sender, or adds it to the message that it continues. Returns the
 * message's id.
 */
function storeMessage(app: App, phone: string, text: InboundText): number {
  const { user: sender } = findOrCreateUser(app, phone);
  const continued = findContinued(app, phone, text);
  const { body: content, media: files, at } = text;
  let id: number;
  if (continued) {
    id = continued.messageId;
    complete(app, sender, id, { content: continued.content, files });
  } else {
    id = create(app, sender, { content, source: 'sms', files, at });
  }
  replyToMessage(app, sender, id);
  return id;
}

const statements = prepared((db) => ({
  findInbound: db.$client.prepare<unknown, { sid: string }>('select 1 from inbound where sid = $sid'),
  insertInbound: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    insert into inbound (sid, phone, kind, message_id, cut, received_at)
    values ($sid, $phone, $kind, $messageId, $cut, $receivedAt)`),
}));
