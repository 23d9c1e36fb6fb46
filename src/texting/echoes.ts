import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Message } from '../contract/messages';
import { findMessage, findMessages } from '../messages/find';
import { allIds } from '../messages/lists';
import { reactByText } from '../messages/reactions';
import { KEPT_MS } from '../outbox/outbox';
import { findUserByPhone } from '../people/users';
import { findOpened } from './opened';
import { parseReaction, type ReactionText } from './reaction-forms';

/** Number of our newest texts to the phone, and of the newest messages that its user sees, to compare a text with. */
const COMPARED = 50;
/** A shorter message may stand in another text by chance. */
const CONTAINED_MIN = 8;
const QUOTED_MIN = 20;
const PHOTO_MS = 24 * 3_600_000;

/** A quotation with a few words beside it, as phones of other languages write: `“…” に「いいね」`. */
const QUOTATION = /^([^"“”„«»「」]{0,40})["“”„«「](.+)["”“»」]([^"“”„«»「」]{0,40})$/s;

/** The start must suffice, because the words of such texts are erased after sending. */
const CODE_TEXT = /^(?:\d{6} is your |Sign in(?: to .{1,40})?: https?:)/;

/** `about`: the message of the notification that the text contains, or 0 for another of our texts. */
export type Quoting = { about: number };

/** Null for any other text (docs/product/texting.md: Reactions of phones). */
export function receiveEcho(app: App, phone: string, body: string): 'reaction' | 'echo' | Quoting | null {
  const text = normalise(body);
  if (!text) return null;
  const ourTexts = statements(app.db)
    .listSent.all({ phone, since: app.now() - KEPT_MS })
    .map(({ body, dedupeKey }) => ({ words: normalise(body), dedupeKey }));
  if (ourTexts.some(({ words }) => words === text)) return 'echo';

  const reaction = parseReaction(body);
  const quote = reaction ? reaction.quote : quotationIn(body);
  const quoted = quote ? ourTexts.find(({ words }) => isQuoteOf(quote, words)) : undefined;
  const user = reaction && findUserByPhone(app, phone);
  const id = user && reactedBy(app, user, reaction, quoted);
  if (id) {
    reactByText(app, user, { ...reaction, id });
    return 'reaction';
  }
  if (reaction?.isSure || quoted || (quote && CODE_TEXT.test(quote))) return 'echo';
  const within = ourTexts.find(
    ({ words }) => words.length >= QUOTED_MIN && words.includes('#') && text.includes(words),
  );
  return within ? { about: notifiedOf(within) ?? 0 } : null;
}

const notifiedOf = ({ dedupeKey }: OurText): number | null =>
  Number(/^post (\d+) to /.exec(dedupeKey ?? '')?.[1]) || null;

type OurText = { words: string; dedupeKey: string | null };

function reactedBy(app: App, user: User, { quote }: ReactionText, quoted?: OurText): number | null {
  const notified = quoted && notifiedOf(quoted);
  if (notified) return findMessage(app, user, notified)?.id ?? null;
  const messages = findMessages(app, user, allIds(app, user, { limit: COMPARED }));
  if (quoted) {
    const [only, ...others] = messages.filter(({ content }) => isIn(normalise(content), quoted.words));
    return only && others.length === 0 ? only.id : null;
  }
  if (quote !== null) return messages.find(({ content }) => isQuoteOf(quote, normalise(content)))?.id ?? null;
  const opened = findOpened(app, user, app.now())?.messageId;
  const isPhoto = ({ id, media, senderId, timestamp }: Message) =>
    media.some(({ type }) => type.startsWith('image/')) &&
    (id === opened || (senderId === user.id && Date.parse(timestamp) > app.now() - PHOTO_MS));
  return messages.find(isPhoto)?.id ?? null;
}

const isIn = (content: string, words: string) => content.length >= CONTAINED_MIN && words.includes(content);

function quotationIn(body: string): string | null {
  const [, before = '', quoted = '', after = ''] = QUOTATION.exec(body.trim()) ?? [];
  return quoted && (before.trim() || after.trim()) ? quoted : null;
}

/** Phones may quote only the start of a text, followed by an ellipsis. */
function isQuoteOf(quoted: string, text: string): boolean {
  if (!text) return false;
  const whole = normalise(quoted);
  const [, start] = /^(.{12,}?)\s*(?:…|\.\.\.)$/s.exec(whole) ?? [];
  return whole === text || (start !== undefined && text.startsWith(start));
}

/** Removes differences that carriers and phones make. */
const normalise = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

const statements = prepared((db) => ({
  listSent: db.$client.prepare<{ body: string; dedupeKey: string | null }, { phone: string; since: number }>(`
    select body, dedupe_key as dedupeKey from outbox
     where phone = +$phone and created_at > +$since and state not in ('pushing', 'pushed', 'mailing', 'mailed')
     order by id desc limit ${COMPARED}`),
}));
