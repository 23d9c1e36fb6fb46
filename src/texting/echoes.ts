import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { BODY_KEPT_MS } from '../outbox/outbox';

/**
 * A received text is compared with at most this many of our newest texts to the phone, and with at most this
 * many of the newest messages of the phone's user.
 */
const COMPARED = 50;

/**
 * Matches a quotation with a few words before or after it: `Liked “…”`, `❤️ to “…”`, `A aimé « … »`, `“…”
 * に「いいね」`.
 */
const QUOTATION = /^([^"“”„«»「」]{0,40})["“„«「](.+)["”“»」]([^"“”„«»「」]{0,40})$/s;

/**
 * Matches the words that phones write before a quotation when their owner reacts to a text. Any other words
 * before a quotation were typed by a person.
 */
const REACTION =
  /^(liked|disliked|loved|laughed at|emphasi[sz]ed|questioned|removed an? [\p{L} ]{1,30} from|reacted .{1,16} to|[^\p{L}\p{N}]{1,16} to)$/iu;

/** Matches the words that phones write when their owner reacts to a file. These words have no quotation. */
const REACTION_TO_FILE =
  /^(liked|disliked|loved|laughed at|emphasi[sz]ed|questioned) (an?|\d+) (image|photo|video|movie|attachment|audio message|sticker)s?$/i;

/**
 * Matches the start of our texts with codes and sign-in links. The start must suffice, because the words of
 * such texts are erased after sending.
 */
const CODE_TEXT = /^(?:\d{6} is your |Sign in(?: to .{1,40})?: https?:)/;

/**
 * Returns whether a text is an echo and not a message (docs/product.md: Echoes). An echo is one of our own
 * texts that an auto-responder, for example, sends back. The text that a phone sends when its owner reacts to
 * a text is an echo too.
 */
export function isEcho(app: App, phone: string, body: string): boolean {
  const text = normalise(body);
  if (!text) return false;
  if (REACTION_TO_FILE.test(text)) return true;

  const since = app.now() - BODY_KEPT_MS;
  const ourTexts = statements(app.db).listSent.all({ phone, since }).map(normaliseRow);
  if (ourTexts.includes(text)) return true;

  const [, before = '', quoted = '', after = ''] = QUOTATION.exec(body.trim()) ?? [];
  if (!quoted || !(before.trim() || after.trim())) return false;
  if (CODE_TEXT.test(quoted) || ourTexts.some((ours) => isQuoteOf(quoted, ours))) return true;
  if (!REACTION.test(normalise(before))) return false;
  const theirTexts = statements(app.db).listMessages.all({ phone }).map(normaliseRow);
  return theirTexts.some((theirs) => isQuoteOf(quoted, theirs));
}

/**
 * Returns whether `quoted` is a quotation of a text. Phones may quote only the start of it, followed by an
 * ellipsis.
 */
function isQuoteOf(quoted: string, text: string): boolean {
  if (!text) return false;
  const whole = normalise(quoted);
  const [, start] = /^(.{12,}?)\s*(?:…|\.\.\.)$/s.exec(whole) ?? [];
  return whole === text || (start !== undefined && text.startsWith(start));
}

/**
 * Returns a string without the differences that carriers and phones make: forms of characters, invisible
 * characters and white space.
 */
const normalise = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

const normaliseRow = ({ body }: { body: string }) => normalise(body);

const statements = prepared((db) => ({
  listSent: db.$client.prepare<{ body: string }, { phone: string; since: number }>(`
    select body from outbox
     where phone = +$phone and created_at > +$since and state not in ('pushing', 'pushed')
     order by id desc limit ${COMPARED}`),
  listMessages: db.$client.prepare<{ body: string }, { phone: string }>(`
    select m.content as body from users u cross join messages m on m.sender_id = u.id where u.phone = +$phone
     order by m.created_at desc, m.id desc limit ${COMPARED}`),
}));
