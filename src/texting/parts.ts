import { and, desc, eq } from 'drizzle-orm';
import { inbound, media, messages } from '../../db/schema';
import type { App } from '../app';
import { MEDIA_MAX } from '../contract/limits';
import { septetsOf } from '../contract/segments';
import type { InboundText } from '../outside/gateway';

/** Parts of one text come this close together. */
const TOGETHER_MS = 10_000;

/** `1/2`, `(1/2)` or `1 of 2`, as some carriers mark the parts at their start or end. */
const MARK = /^\s*\(?(\d)(?:\/| of )(\d)\)?[\s:]+|\s+\(?(\d)(?:\/| of )(\d)\)?\s*$/;

/** What a text adds to the one before it: `content` of both is then the whole. */
export type Joined = { messageId: number; content: string };

/**
 * Whether a text is the rest of the same number's last one, which its carrier or phone has sent apart: the next
 * part of a long text, or more photos. The texts must have come within seconds of each other.
 */
export function joinWith(
  app: App,
  phone: string,
  { body, media: files, at = app.now() }: InboundText,
): Joined | null {
  const last = app.db
    .select({
      at: inbound.receivedAt,
      cut: inbound.cut,
      id: messages.id,
      content: messages.content,
      edited: messages.editedAt,
    })
    .from(inbound)
    .innerJoin(messages, eq(messages.id, inbound.messageId))
    .where(and(eq(inbound.phone, phone), eq(inbound.kind, 'message')))
    .orderBy(desc(inbound.receivedAt), desc(messages.id))
    .limit(1) // drizzle's get() reads all rows there are
    .get();
  if (!last || last.edited !== null || Math.abs(at - last.at) > TOGETHER_MS) return null;

  if (!body.trim()) {
    const there = app.db
      .select({ id: media.id })
      .from(media)
      .where(eq(media.messageId, last.id))
      .all().length;
    const more = there > 0 && there + files.length <= MEDIA_MAX;
    return more ? { messageId: last.id, content: last.content } : null;
  }
  if (files.length > 0) return null;

  const [mine, before] = [markOf(body), markOf(last.content)];
  if (mine && before && mine.of === before.of && mine.part !== before.part) {
    const [first, second] = mine.part < before.part ? [mine, before] : [before, mine];
    // with three parts the mark of the last one stays, for the next to find
    const rest = second.part < second.of ? `${second.rest} (${second.part}/${second.of})` : second.rest;
    return { messageId: last.id, content: `${first.rest}${gap(first.rest, rest)}${rest}` };
  }
  return last.cut ? { messageId: last.id, content: last.content + body } : null;
}

function markOf(body: string) {
  const found = MARK.exec(body);
  const part = Number(found?.[1] ?? found?.[3]);
  const of = Number(found?.[2] ?? found?.[4]);
  if (!found || part < 1 || part > of || of < 2) return null;
  return { part, of, rest: body.replace(MARK, '') };
}

/** Marked parts are cut anywhere, and their white space is lost with the mark. */
const gap = (first: string, second: string) => (/\s$/.test(first) || /^\s/.test(second) ? '' : ' ');

/** Whether a text ends exactly where carriers cut long ones: after 160 or 153 septets, after 70 or 67 units of UCS-2. */
export function looksCut(body: string): boolean {
  const septets = septetsOf(body);
  if (septets === null) return body.length === 70 || (body.length > 0 && body.length % 67 === 0);
  return septets === 160 || (septets > 0 && septets % 153 === 0);
}
