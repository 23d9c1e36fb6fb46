import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { KEPT_MS } from '../outbox/outbox';

/** Number of our newest texts to the phone, and of its user's newest messages, to compare a text with. */
const COMPARED = 50;

/** A quotation with a few words beside it: `Liked “…”`, `❤️ to “…”`, `A aimé « … »`, `“…” に「いいね」`. */
const QUOTATION = /^([^"“”„«»「」]{0,40})["“„«「](.+)["”“»」]([^"“”„«»「」]{0,40})$/s;

/** Written by phones when their owner reacts to a text. A person typed any other words before a quotation. */
const REACTION =
  /^(liked|disliked|loved|laughed at|emphasi[sz]ed|questioned|removed an? [\p{L} ]{1,30} from|reacted .{1,16} to|[^\p{L}\p{N}]{1,16} to)$/iu;

const REACTION_TO_FILE =
  /^(liked|disliked|loved|laughed at|emphasi[sz]ed|questioned) (an?|\d+) (image|photo|video|movie|attachment|audio message|sticker)s?$/i;

/** The start must suffice, because the words of such texts are erased after sending. */
const CODE_TEXT = /^(?:\d{6} is your |Sign in(?: to .{1,40})?: https?:)/;

/** Our own text that comes back, or a phone's text about a reaction (docs/product/texting.md: Echoes). */
export function isEcho(app: App, phone: string, body: string): boolean {
  const text = normalise(body);
  if (!text) return false;
  if (REACTION_TO_FILE.test(text)) return true;

  const since = app.now() - KEPT_MS;
  const ourTexts = statements(app.db).listSent.all({ phone, since }).map(normaliseRow);
  if (ourTexts.includes(text)) return true;

  const [, before = '', quoted = '', after = ''] = QUOTATION.exec(body.trim()) ?? [];
  if (!quoted || !(before.trim() || after.trim())) return false;
  if (CODE_TEXT.test(quoted) || ourTexts.some((ours) => isQuoteOf(quoted, ours))) return true;
  if (!REACTION.test(normalise(before))) return false;
  const theirTexts = statements(app.db).listMessages.all({ phone }).map(normaliseRow);
  return theirTexts.some((theirs) => isQuoteOf(quoted, theirs));
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
