import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findMessage } from '../../messages/find';
import { listReminderRows, type ReminderRow } from '../../notices/reminders/reminders';
import { toWallTime } from '../../notices/reminders/schedule';
import { readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import type { Command } from './command';
import { withoutPoliteness, withoutTypos } from './plain-words';
import { HOUR } from './retime';

/** A reminder to come that is named by its day or by words of its note: `cancel the reminder about mum`. */

const LENGTH_MAX = 100;
const THE = '(?:(?:the|my|that|this|any|all|of|more) )*';
const FORMS = [
  `(?:cancel|delete|remove|stop|drop|kill|turn off|end|clear|no more|i (?:don'?t|do not|no longer) (?:need|want)) ${THE}(?<before>.{0,40}?) ?reminders?(?<after>.{0,60})`,
  `(?:move|change|reschedule|push|set|shift|postpone|switch|put) ${THE}(?<before>.{0,40}?) ?reminder(?<after>.{0,60}?) (?:to|till|until|for) (?<when>.{2,40})`,
  `(?:stop|quit|don'?t|do not|no longer) remind(?:ing)? me (?<after>(?:about|to|of) .{2,60})`,
].map((form) => new RegExp(`^${form}$`, 'iu'));
/** What is to come is told, if anything is. */
const AGENDA =
  /^(?:what(?:'s| is| am i| do i| are we| do we| did i)?(?: (?:supposed|have|got|need|going|meant))?(?: to)?(?: (?:do|doing|have|got|going on|planned|scheduled|coming up|happening|on|remember))*|anything|do i have anything|what'?s on my (?:calendar|schedule|agenda|plate))(?: (?:to do|planned|scheduled|coming up|going on|for|on|due))* (?:today|tonight|tomorrow|this (?:week|weekend|morning|afternoon|evening)|next week|(?:on )?\w+day)$|^when(?:'s| is) my next (?:reminder|one)$|^what(?:'s| is) my next reminder$/i;
const SMALL = new Set(
  'about for to the a an on at of in please any more anymore again every my me that this it set i was is and with'.split(
    ' ',
  ),
);

const plainOf = (body: string) => withoutTypos(withoutPoliteness(body.trim())).replace(/\s+/g, ' ');

export const mayNameReminder = (body: string): boolean =>
  body.length <= LENGTH_MAX &&
  (AGENDA.test(plainOf(body)) || (/remind/i.test(body) && FORMS.some((form) => form.test(plainOf(body)))));

/** If several are meant, they are listed. */
export function recogniseNamedReminder(app: App, user: User, body: string, at: number): Command | null {
  const isToCome = (row: ReminderRow) => row.doneAt === null && (row.at ?? 0) > at;
  if (AGENDA.test(plainOf(body)))
    return listReminderRows(app, user).some(isToCome) ? { kind: 'reminders' } : null;
  const found = FORMS.map((form) => form.exec(plainOf(body))?.groups).find((groups) => groups !== undefined);
  const { before = '', after = '', when } = found ?? {};
  const words = (`${before} ${after}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !SMALL.has(word),
  );
  if (words.length === 0) return null;
  const rows = listReminderRows(app, user).filter((row) => isToCome(row) && isNamed(app, user, row, words));
  const [row] = rows;
  if (!row) return null;
  if (rows.length > 1) return { kind: 'reminders' };
  if (!when) return { kind: 'delete', ofReminder: true, messageId: row.messageId };
  const time = HOUR.test(when) ? `at ${when.replace(/^at /i, '')}` : when;
  return readTime(time, at, zoneOf(app, user))
    ? { kind: 'edit', words: time, messageId: row.messageId }
    : null;
}

function isNamed(app: App, user: User, row: ReminderRow, words: string[]): boolean {
  const day = Temporal.PlainDateTime.from(toWallTime(row.at!, zoneOf(app, user))).toLocaleString('en', {
    weekday: 'long',
  });
  const known = `${findMessage(app, user, row.messageId)?.content ?? ''} ${day}s`.toLowerCase();
  return words.every((word) => known.includes(word.slice(0, 6)));
}
