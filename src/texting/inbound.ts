import { prepared, transaction } from '../../db/open';
import type { inbound } from '../../db/schema';
import type { App } from '../app/app';
import type { InboundText } from '../app/gateway';
import { toE164 } from '../app/phone';
import { countSegments } from '../contract/segments';
import { create } from '../messages/messages';
import { isBlocked } from '../outbox/blocked-numbers';
import { recordAgreement } from '../outbox/consent';
import { causedAt } from '../outbox/held-texts';
import { isOwnNumber, withLine } from '../outbox/lines';
import { markReachable } from '../outbox/reports';
import { receiveSignInText } from '../people/auth/by-text';
import { admit, turnAway } from '../people/sign-up';
import { NoRoom, tellOfNoRoom } from '../people/storage';
import { findUserByPhone } from '../people/users';
import { recordAct } from './acts';
import { notifiedJustNow, tellOfAnswer } from './answers';
import type { Command } from './commands/command';
import { findCommand, findCommandHere, obey } from './commands/dispatch';
import type { CommandText } from './commands/handler';
import { spokenTag, withoutAdd } from './commands/lists';
import { wholeOf, wholeOfAsked } from './commands/rest';
import { type Quoting, receiveEcho } from './echoes';
import { eveningBoard, tellOfMemory } from './evening-answers';
import { isRequest } from './hints';
import { answerInvited } from './invited';
import { findContinued, looksCut } from './joined-texts';
import { type Keyword, keywordOf, toWord } from './keyword-words';
import { isMeant, obeyKeyword } from './keywords';
import { isReceived, isReceivedAlike } from './received';
import { replyToMessage, replyToSplitText } from './replies';
import { newSharedTags, postWholeText } from './split-texts';

type Kind = typeof inbound.$inferSelect.kind;

/** All effects are in one transaction with the gateway's id, so receiving a text again has no effect. */
export function receiveText(app: App, received: InboundText, lineName = app.config.lineName): void {
  transaction(app.db, () => {
    if (isReceived(app, received.sid) || isReceivedAlike(app, received)) return;
    const text = { ...received, media: withLine(app, received.media, lineName) };
    const at = text.at ?? app.now();
    const { phone, kind, ...stored } = causedAt(app, at, () => receiveNew(app, text));
    statements(app.db).insertInbound.run({
      sid: text.sid,
      phone,
      kind,
      messageId: stored.messageId ?? null,
      cut: Number(looksCut(text.body)),
      receivedAt: at,
      continuedId: stored.continuedId ?? null,
      segments: countSegments(text.body),
    });
  });
}

type Outcome = { phone: string; kind: Kind } & Stored;
type Stored = { messageId?: number; continuedId?: number };

/** The first rule that fits decides the kind of the text. */
function receiveNew(app: App, text: InboundText): Outcome {
  const phone = senderOf(app, text.from);
  if (!phone) return { phone: text.from, kind: 'refused' };
  markReachable(app, phone);

  const keyword = keywordIn(app, phone, text);
  if (isBlocked(app, phone) && keyword !== 'stop') return { phone, kind: 'blocked' };
  const at = text.at ?? app.now();
  const whole = keyword === 'all' ? postWholeText(app, phone, at) : null;
  if (whole) return { phone, kind: 'all', ...whole };
  if (keyword && keyword !== 'all') return { phone, ...obeyKeyword(app, phone, keyword, text) };

  if (text.media.length === 0 && receiveSignInText(app, phone, toWord(text.body)))
    return { phone, kind: 'sign-in' };

  const body = text.body.replaceAll('\0', '').toWellFormed();
  if (!body.trim() && text.media.length === 0) return { phone, kind: 'empty' };
  if (text.media.length === 0 && answerInvited(app, phone, body)) return { phone, kind: 'command' };
  const echo = receiveEcho(app, phone, body);
  if (typeof echo === 'string') return { phone, kind: echo };
  try {
    const obeyed = obeyCommand(app, phone, { ...text, body });
    if (obeyed) return { phone, kind: obeyed.messageId ? 'message' : 'command', ...obeyed };
    const stored = storeMessage(app, phone, { ...text, body }, echo);
    if (stored) return { phone, kind: 'message', ...stored };
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    tellOfNoRoom(app, phone, error);
    return { phone, kind: 'refused' };
  }
  turnAway(app, phone);
  return { phone, kind: 'turned away' };
}

/** Nobody could sign in with a short code or name. Read as a number, `12345` would be another person's. */
function senderOf(app: App, from: string): string | null {
  const phone = from.startsWith('+') ? toE164(from, app.config.defaultCountry) : null;
  return phone && isOwnNumber(app, phone) ? null : phone;
}

/** With a photo, only STOP counts, because carriers obey STOP there too; other words are its title. */
function keywordIn(app: App, phone: string, { body, media, optOut }: InboundText): Keyword | null {
  const word = keywordOf(body);
  // a gateway may report YES as START, but YES also accepts an invite
  const keyword = word === 'yes' ? word : (optOut ?? word);
  if (!keyword || !isMeant(app, phone, keyword)) return null;
  return media.length === 0 || keyword === 'stop' ? keyword : null;
}

/** The rest of a cut text is no command, except a question (docs/product/commands.md: Commands by text). */
function obeyCommand(app: App, phone: string, received: InboundText): Stored | null {
  const { body, media: files, at = app.now() } = received;
  const text = { body, files, at };
  const command = findCommandHere(app, phone, text) ?? findCommand(text);
  const standsAlone = command?.kind === 'ask' || command?.kind === 'ok';
  const asked = standsAlone ? null : wholeOfAsked(app, phone, text);
  if (!command && !asked) return null;
  const sender = findUserByPhone(app, phone);
  if (!sender) return command?.kind === 'remind' ? remindNewcomer(app, phone, command, text) : null;
  if (asked) return obey(app, sender, asked.command, asked.text);
  if (!command || (!standsAlone && findContinued(app, phone, received))) return null;
  return obey(app, sender, command, text);
}

/** Other commands of unknown numbers are notes, but who asks to be reminded would wait for it. */
function remindNewcomer(
  app: App,
  phone: string,
  command: Command<'remind'>,
  text: CommandText,
): Stored | null {
  const user = admit(app, phone)?.user;
  if (!user) return null;
  recordAgreement(app, phone, { act: 'text' });
  return obey(app, user, command, text, { isNewcomer: true });
}

/**
 * A text must not bring an earlier message onto a further shared board (docs/product/texting.md: Split
 * texts).
 */
function storeMessage(app: App, phone: string, text: InboundText, quoting: Quoting | null): Stored | null {
  const sender = findUserByPhone(app, phone) ?? admit(app, phone)?.user;
  if (!sender) return null;
  recordAgreement(app, phone, { act: 'text' });
  const { body, media: files, at = app.now() } = text;
  const continued = quoting ? null : findContinued(app, phone, text);
  const content = continued || quoting ? body : withoutAdd(app, sender, body);
  const whole = continued && wholeOf(app, sender, continued, { files, at });
  const newTags =
    whole && content.trim() ? newSharedTags(app, sender, { ...continued, content: whole.content }) : [];

  if (continued && whole && newTags.length === 0) {
    whole.store();
    return { messageId: continued.messageId };
  }
  const notified = continued ? null : notifiedJustNow(app, sender, { content, at, about: quoting?.about });
  const evening = continued || notified || quoting ? null : eveningBoard(app, sender, { content, at });
  const replyTo = notified?.isPosted && !quoting ? notified.messageId : undefined;
  const spoken = evening || quoting ? null : spokenTag(app, sender, content);
  const tags = evening ? [evening.tag] : spoken ? [spoken] : [];
  const isPrivate = quoting !== null || (!continued && isRequest(app, sender, content));
  const messageId = create(app, sender, {
    content,
    tags,
    source: 'sms',
    files,
    at: text.at,
    replyTo,
    isPrivate,
  });
  recordAct(app, sender, { kind: 'note', messageId, at });
  const canBeJoined = continued?.command?.kind !== 'edit';
  if (continued) replyToSplitText(app, sender, { messageId, newTags, content, canBeJoined });
  else if (evening) tellOfMemory(app, sender, evening);
  else if (notified) tellOfAnswer(app, sender, messageId, { ...notified, isPosted: replyTo !== undefined });
  else replyToMessage(app, sender, messageId, { content });
  return { messageId, continuedId: canBeJoined ? continued?.messageId : undefined };
}

const statements = prepared((db) => ({
  insertInbound: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    insert into inbound (sid, phone, kind, message_id, cut, received_at, continued_id, segments)
    values ($sid, $phone, $kind, $messageId, $cut, $receivedAt, $continuedId, $segments)`),
}));
