import { prepared } from '../../db/open';
import type { App } from '../app/app';
import type { InboundText } from '../app/gateway';
import { MEDIA_MAX } from '../contract/limits';
import { countSeptets } from '../contract/segments';
import { countFiles } from '../media/media';

const WITHIN_MS = 10_000;

/** The mark that some carriers put at the start or end of a part: `1/2`, `(1/2)` or `1 of 2`. */
const MARK = /^\s*\(?(\d)(?:\/| of )(\d)\)?[\s:]+|\s+\(?(\d)(?:\/| of )(\d)\)?\s*$/;

/** `whole` has no part marks. `command` is set if the earlier text was an obeyed command. */
export type Continuation = { messageId: number; content: string; whole: string; command: CutCommand | null };

export type CutCommand = { actId: number; kind: string; text: string };

/**
 * By a part mark or a cut last text. Files continue a message with files (docs/product/texting.md: Joined
 * texts).
 */
export function findContinued(
  app: App,
  phone: string,
  { body, media: files, at = app.now() }: InboundText,
): Continuation | null {
  const last = statements(app.db).findLast.get({ phone, from: at - WITHIN_MS, to: at + WITHIN_MS });
  if (!last || last.changed === 1) return null;
  const { messageId, actId, kind, text } = last;
  const command = actId !== null && kind !== null && text !== null ? { actId, kind, text } : null;

  if (!body.trim()) {
    const stored = countFiles(app, messageId);
    const hasRoom = stored > 0 && stored + files.length <= MEDIA_MAX;
    return hasRoom ? { messageId, content: last.content, whole: last.content, command: null } : null;
  }
  if (files.length > 0) return null;

  const earlier = command?.text ?? last.content;
  const joined = joinMarked(earlier, body) ?? (last.cut === 1 && isRest(body) ? earlier + body : null);
  if (joined === null) return null;
  const content = command ? joinContents(last.content, body) : joined;
  return {
    messageId,
    content,
    whole: withoutMarks(joined),
    command: command && { ...command, text: joined },
  };
}

/** A text that starts with a hashtag is a new message. */
const isRest = (body: string) => !/^\s*#/.test(body);

/** Joins the parts of a command that no message came of yet. */
export function joinWaiting({ text, at }: { text: string; at: number }, body: string, now: number) {
  if (Math.abs(now - at) > WITHIN_MS) return null;
  const joined = joinMarked(text, body) ?? (looksCut(text) && isRest(body) ? text + body : null);
  return joined === null ? null : { text: joined, whole: withoutMarks(joined) };
}

export const joinContents = (first: string, second: string): string =>
  joinMarked(first, second) ?? first + second;

function joinMarked(first: string, second: string): string | null {
  const [earlier, later] = [parseParts(first), parseParts(second)];
  const belongs = later.every((part) => earlier.every((other) => isOtherPart(other, part)));
  return earlier.length > 0 && later.length > 0 && belongs ? joinParts([...earlier, ...later]) : null;
}

/** Carriers cut texts after 160 or multiples of 153 septets, and after 70 or multiples of 67 UCS-2 units. */
export function looksCut(body: string): boolean {
  const septets = countSeptets(body);
  if (septets === null) return body.length === 70 || (body.length > 0 && body.length % 67 === 0);
  return septets === 160 || (septets > 0 && septets % 153 === 0);
}

export const mayContinue = (body: string): boolean => looksCut(body) || firstPartOf(body) !== null;

export function firstPartOf(body: string): string | null {
  const part = parsePart(body);
  return part?.number === 1 ? part.words : null;
}

function withoutMarks(text: string): string {
  const parts = parseParts(text);
  return parts.length > 0 ? joinWords(parts) : text;
}

type Part = { number: number; total: number; words: string };

const isOtherPart = (one: Part, other: Part) => one.total === other.total && one.number !== other.number;

function parseParts(content: string): Part[] {
  const parts = content.split(/\n(?=\(\d\/\d\) )/).map(parsePart);
  return parts.includes(null) ? [] : (parts as Part[]);
}

function parsePart(text: string): Part | null {
  const found = MARK.exec(text);
  const number = Number(found?.[1] ?? found?.[3]);
  const total = Number(found?.[2] ?? found?.[4]);
  if (!found || number < 1 || number > total || total < 2) return null;
  return { number, total, words: text.replace(MARK, '') };
}

/** While a part is missing, all parts keep their marks, so that the next part is recognised. */
function joinParts(parts: Part[]): string {
  const ordered = parts.sort((one, other) => one.number - other.number);
  if (parts.length < parts[0]!.total)
    return ordered.map(({ number, total, words }) => `(${number}/${total}) ${words}`).join('\n');
  return joinWords(ordered);
}

const joinWords = (ordered: Part[]): string =>
  ordered.map(({ words }) => words).reduce((text, words) => text + gapBetween(text, words) + words);

/** The space may have been removed together with a part's mark. */
const gapBetween = (first: string, second: string) => (/\s$/.test(first) || /^\s/.test(second) ? '' : ' ');

type LastText = {
  messageId: number;
  content: string;
  /** 1 if the message was edited later, other than by this text. */
  changed: number;
  /** 1 if the text ended where carriers cut longer texts. */
  cut: number;
  actId: number | null;
  kind: string | null;
  text: string | null;
};

const PARTS_MS = 60_000;

const statements = prepared((db) => ({
  // the plus sign keeps SQLite from using an index on `sent_at`, because the index on cut texts is better
  findLast: db.$client.prepare<LastText, { phone: string; from: number; to: number }>(`
    select m.id as messageId, m.content, i.cut, a.id as actId, a.kind, a.data ->> '$.cut.text' as text,
           m.edited_at is not iif(a.kind = 'edit', a.data ->> '$.after.editedAt', null) as changed
      from inbound i left join users u on u.phone = i.phone
      left join acts a on a.user_id = u.id and a.data ->> '$.cut.at' = i.received_at
           and +a.sent_at between $from - ${PARTS_MS} and $to and not a.undone
      cross join messages m on m.id = coalesce(i.message_id, a.message_id)
     where i.phone = +$phone and i.kind in ('message', 'all', 'command')
       and i.received_at between +$from and +$to
     order by i.received_at desc, m.id desc limit 1`),
}));
