import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { findMessage } from '../../messages/find';
import { findReminder, setReminder } from '../../notices/reminders/reminders';
import { toInstant, toWallTime } from '../../notices/reminders/schedule';
import { type FoundTime, readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import { lastNote } from '../acts';
import { quote } from '../hits';
import { findOpened } from '../opened';
import type { CommandText } from './handler';
import { meantReminder } from './meant-reminder';
import { recogniseReminderWords } from './reminder-words';
import { change, readReminder, timesInWords } from './reminders';

/**
 * `EDIT remind me friday 10am`, or a time alone for a message with a reminder, sets its time. Returns null for
 * new words. `ownId`: the message that an EDIT would change. `named`: the
 * one that is meant in any case.
 */
export function retime(
  app: App,
  sender: User,
  words: string,
  text: CommandText,
  { ownId, named }: { ownId: number | null; named?: number },
): string | null {
  const asked = recogniseReminderWords(words);
  const when = asked?.kind === 'remind' ? asked.words : words;
  const messageId = named ?? findLatest(app, sender, text.at) ?? ownId;
  const found = messageId && readAgain(app, sender, messageId, when, text.at);
  if (!found) return null;
  if (!asked && findReminder(app, sender, messageId)?.doneAt !== null) return null;
  const quoted = quote(app, sender, messageId);
  if (found.isPast) return `That time is past, so nothing was changed: "${quoted}"`;
  return `"${quoted}": ${setTime(app, sender, messageId, found, text)}. UNDO takes it back.`;
}

/** An hour without a day. */
export const HOUR =
  /^(?:at )?(?<hour>\d{1,2})(?:[:.](?<minute>\d\d))?(?:\s?(?<half>[ap])\.?m?\.?)?(?: ?o['’]?clock)?$/i;
const HAS_HOUR = /\d(?!\d?(?:st|nd|rd|th))|noon|midnight|morning|afternoon|evening|night|\bin\b|now/i;

/** Of a time that lacks its day or its hour, the rest is that of the reminder that is to come. */
function readAgain(app: App, user: User, messageId: number, when: string, at: number): FoundTime | null {
  const zone = zoneOf(app, user);
  const before = findReminder(app, user, messageId);
  const isToCome =
    before !== null && before.doneAt === null && before.at !== null && before.at > at && !before.rule;
  const wall = isToCome ? Temporal.PlainDateTime.from(toWallTime(before.at!, zone)) : null;
  const { hour, minute = '00', half } = HOUR.exec(when)?.groups ?? {};
  if (!wall || (!hour && HAS_HOUR.test(when))) return readTime(when, at, zone);
  if (!hour)
    return (
      readTime(`${when} at ${wall.toPlainTime().toString({ smallestUnit: 'minute' })}`, at, zone) ??
      readTime(when, at, zone)
    );
  const [typed, base] = [Number(hour), Number(hour) % 12];
  const halves = typed > 12 || typed === 0 ? [typed] : [base, base + 12];
  const hours = half ? [/p/i.test(half) ? base + 12 : base] : halves;
  const times = hours
    .filter((one) => one < 24 && Number(minute) < 60)
    .map((one) => wall.with({ hour: one, minute: Number(minute) }))
    .filter((time) => toInstant(time.toString({ smallestUnit: 'minute' }), zone) > at)
    .sort(
      (one, other) =>
        Math.abs(one.since(wall).total('minutes')) - Math.abs(other.since(wall).total('minutes')),
    );
  const [time] = times;
  if (!time) return readTime(when, at, zone);
  const starts = time.toString({ smallestUnit: 'minute' });
  return {
    when: { at: toInstant(starts, zone), starts, rule: null },
    from: 0,
    to: when.length,
    isPast: false,
  };
}

/** `EDIT remind me friday 10am to call dad` has new words and a time. */
export function timedWords(app: App, sender: User, words: string, at: number) {
  const asked = recogniseReminderWords(words);
  const read = asked?.kind === 'remind' ? readReminder(app, sender, asked, at) : null;
  return read?.found && !read.found.isPast ? { content: read.content, found: read.found } : null;
}

export function setTime(
  app: App,
  sender: User,
  messageId: number,
  found: FoundTime,
  text: CommandText,
): string {
  try {
    change(app, sender, messageId, text, () => setReminder(app, sender, messageId, found.when));
  } catch (error) {
    if (error instanceof VisibleError) return error.message;
    throw error;
  }
  return `I will text you ${timesInWords(app, sender, found)}`;
}

/** The message that was opened or that a reminder told of, also of somebody else, if no note was texted since. */
function findLatest(app: App, sender: User, at: number): number | null {
  const since = lastNote(app, sender, at)?.sentAt ?? 0;
  const meant = meantReminder(app, sender, at);
  const opened = findOpened(app, sender, at);
  if (opened && opened.openedAt >= Math.max(since, meant?.at ?? 0))
    if (findMessage(app, sender, opened.messageId)) return opened.messageId;
  return meant && meant.at >= since ? meant.row.messageId : null;
}
