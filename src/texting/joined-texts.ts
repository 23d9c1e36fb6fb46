import { prepared } from '../../db/open';
import type { App } from '../app';
import { MEDIA_MAX } from '../contract/limits';
import { septetsOf } from '../contract/segments';
import { countFiles } from '../media/media';
import type { InboundText } from '../outside/gateway';

/** Parts of one text come this close together. */
const TOGETHER_MS = 10_000;

/** `1/2`, `(1/2)` or `1 of 2`, as some carriers mark the parts at their start or end. */
const MARK = /^\s*\(?(\d)(?:\/| of )(\d)\)?[\s:]+|\s+\(?(\d)(?:\/| of )(\d)\)?\s*$/;

/** What a text adds to the one before it: `content` of both is then the whole. */
export type Continuation = { messageId: number; content: string };

/**
 * Whether a text is the rest of the same number's last one, which its carrier or phone has sent apart: the next
 * part of a long text, or more photos. The texts must have come within seconds of each other.
 */
export function findContinued(
  app: App,
  phone: string,
  { body, media: files, at = app.now() }: InboundText,
): Continuation | null {
  const last = lastNote(app.db).get({ phone });
  if (!last || last.edited !== null || Math.abs(at - last.at) > TOGETHER_MS) return null;

  if (!body.trim()) {
    const there = countFiles(app, last.id);
    const more = there > 0 && there + files.length <= MEDIA_MAX;
    return more ? { messageId: last.id, content: last.content } : null;
  }
  if (files.length > 0) return null;

  const [mine] = partsOf(body);
  const before = partsOf(last.content);
  if (mine && before.length > 0 && before.every(({ of, part }) => of === mine.of && part !== mine.part))
    return { messageId: last.id, content: together([...before, mine]) };
  // a text for a board begins with its hashtag: what was written before is not for its members
  return last.cut && !/^\s*#/.test(body) ? { messageId: last.id, content: last.content + body } : null;
}

type Note = { at: number; cut: number; id: number; content: string; edited: number | null };

const lastNote = prepared((db) =>
  db.$client.prepare<Note, { phone: string }>(`
    select i.received_at as at, i.cut, m.id, m.content, m.edited_at as edited
      from inbound i cross join messages m on m.id = i.message_id
     where i.phone = +$phone and i.kind = 'message'
     order by i.received_at desc, m.id desc limit 1`),
);

type Part = { part: number; of: number; rest: string };

/** The marked parts that a text consists of: one as it came, or as many as are together so far. */
function partsOf(text: string): Part[] {
  const parts = text.split(/\n(?=\(\d\/\d\) )/).map(partOf);
  return parts.includes(null) ? [] : (parts as Part[]);
}

function partOf(text: string): Part | null {
  const found = MARK.exec(text);
  const part = Number(found?.[1] ?? found?.[3]);
  const of = Number(found?.[2] ?? found?.[4]);
  if (!found || part < 1 || part > of || of < 2) return null;
  return { part, of, rest: text.replace(MARK, '') };
}

/** Parts in their order; as long as one is missing each keeps its mark, for the next to find and for people to see. */
function together(parts: Part[]): string {
  const ordered = parts.sort((one, other) => one.part - other.part);
  if (parts.length < parts[0]!.of)
    return ordered.map(({ part, of, rest }) => `(${part}/${of}) ${rest}`).join('\n');
  return ordered.map(({ rest }) => rest).reduce((before, rest) => before + gap(before, rest) + rest);
}

/** Marked parts are cut anywhere, and their white space is lost with the mark. */
const gap = (first: string, second: string) => (/\s$/.test(first) || /^\s/.test(second) ? '' : ' ');

/** Whether a text ends exactly where carriers cut long ones: after 160 or 153 septets, after 70 or 67 units of UCS-2. */
export function looksCut(body: string): boolean {
  const septets = septetsOf(body);
  if (septets === null) return body.length === 70 || (body.length > 0 && body.length % 67 === 0);
  return septets === 160 || (septets > 0 && septets % 153 === 0);
}
