import { prepared } from '../../db/open';
import type { App } from '../app';
import { BODY_KEPT_MS } from '../outbox/outbox';

/** Of the texts exchanged with a number, those that a reaction or an echo may be about. */
const RECENT = 50;

/** A quotation with a few words before or after it: `Liked “…”`, `❤️ to “…”`, `A aimé « … »`, `“…” に「いいね」`. */
const QUOTING = /^([^"“”„«»「」]{0,40})["“„«「](.+)["”“»」]([^"“”„«»「」]{0,40})$/s;

/** What phones write when somebody reacts to a text that is not ours; only these, because people quote themselves too. */
const REACTING =
  /^(liked|disliked|loved|laughed at|emphasi[sz]ed|questioned|removed an? [\p{L} ]{1,30} from|reacted .{1,16} to|[^\p{L}\p{N}]{1,16} to)$/iu;

/** Without a quotation: reactions to a photo. */
const REACTING_TO_PHOTO =
  /^(liked|disliked|loved|laughed at|emphasi[sz]ed|questioned) (an?|\d+) (image|photo|video|movie|attachment|audio message|sticker)s?$/i;

/**
 * Whether a text is no note of its sender's: what we sent coming back (an auto-responder, another Tagline), or a
 * phone's way of saying that somebody reacted to a text of ours or of their own (design 6).
 */
export function isEcho(app: App, phone: string, body: string): boolean {
  const text = plain(body);
  if (!text) return false;
  if (REACTING_TO_PHOTO.test(text)) return true;
  const ours = sentTo(app, phone);
  if (ours.includes(text)) return true;
  const [, before = '', quoted = '', after = ''] = QUOTING.exec(body.trim()) ?? [];
  if (!quoted || !(before.trim() || after.trim())) return false;
  if (ours.some((one) => quotes(quoted, one)) || /^\d{6} is your /.test(quoted)) return true;
  return REACTING.test(plain(before)) && ownTexts(app, phone).some((one) => quotes(quoted, one));
}

/** Phones cut a long text where they quote it. */
function quotes(quoted: string, text: string): boolean {
  const whole = plain(quoted);
  const [, start] = /^(.{12,}?)\s*(?:…|\.\.\.)$/s.exec(whole) ?? [];
  return whole === text || (start !== undefined && text.startsWith(start));
}

/** Without what carriers and phones change on the way. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

const sentTo = (app: App, phone: string) =>
  sentLately(app.db)
    .all({ phone, since: app.now() - BODY_KEPT_MS })
    .map(({ body }) => plain(body))
    .filter(Boolean);

const sentLately = prepared((db) =>
  db.$client.prepare<{ body: string }, { phone: string; since: number }>(`
    select body from outbox where phone = +$phone and created_at > +$since
     order by created_at desc limit ${RECENT}`),
);

const ownTexts = (app: App, phone: string) =>
  writtenLately(app.db)
    .all({ phone })
    .map(({ content }) => plain(content));

const writtenLately = prepared((db) =>
  db.$client.prepare<{ content: string }, { phone: string }>(`
    select m.content from users u cross join messages m on m.sender_id = u.id where u.phone = +$phone
     order by m.created_at desc, m.id desc limit ${RECENT}`),
);
