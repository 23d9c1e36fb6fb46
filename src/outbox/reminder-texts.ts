import { withoutHashtags } from '../contract/hashtags';
import { ruleInWords } from '../contract/repeats';
import { shorten } from '../contract/text';
import { excerptOf } from './texts';
import { writtenTime } from './written-times';

/** In code points. With the words around it, the quotation fills two segments. */
const QUOTED_MAX = 200;

export type Reminded = { content: string; files: number; own: number; rule: string | null };

/** Links in other people's messages are left out, so that nobody can pass off their words as ours. */
export function reminderText(
  reminded: Reminded,
  { late, now }: { late: { at: number; zone: string } | null; now: number },
): string {
  const hint = reminded.rule ? 'DONE, SNOOZE 2h, or DONE ALL to end it.' : 'DONE or SNOOZE 2h?';
  return `Reminder${wasDue(late, now)}: ${remindedOf(reminded)}\n${hint}`;
}

export function remindedOf({ content, files, own }: Reminded): string {
  const words = own === 1 ? quoteOf(content) : '';
  return words || excerptOf({ content, files });
}

export const wasDue = (late: { at: number; zone: string } | null, now: number): string =>
  late ? ` (was due ${writtenTime(late.at, late.zone, now)})` : '';

export const reminderSetText = (at: number, rule: string | null, zone: string, now: number) =>
  rule
    ? `Kept. I will text you ${ruleInWords(rule)}, first ${writtenTime(at, zone, now)}. UNDO takes it back.`
    : `Kept. I will text you ${writtenTime(at, zone, now)}. UNDO takes it back.`;

export const NO_TIME_TEXT =
  'Kept as a note: I found no time in it. These work: REMIND call mum fri 9am, in 2 hours, tomorrow 9, 24 dec 6pm, every friday 9am.';
export const PAST_TIME_TEXT =
  'Kept as a note: that time is past. Reply with a later one, such as REMIND call mum tomorrow 9am.';

export const snoozedText = (at: number, zone: string, now: number) =>
  `I will text you again ${writtenTime(at, zone, now)}. UNDO takes it back.`;
export const NO_SNOOZE_TEXT = 'When? These work: SNOOZE, SNOOZE 2h, SNOOZE tomorrow, SNOOZE fri 9am.';
export const TOO_MANY_REMINDERS_TEXT =
  'Kept as a note: you have too many reminders. End some on the web first.';

export const doneText = (next: string | null) =>
  next ? `Done. Next ${next}. DONE ALL ends it; UNDO takes this back.` : 'Done. UNDO takes it back.';

export const REMINDER_CHANGED_TEXT = 'That reminder was changed since, so it stays as it is.';

export const reminderResetText = (at: number | null, zone: string, now: number) =>
  at === null ? 'Taken back: DONE or SNOOZE?' : `Taken back: I will text you ${writtenTime(at, zone, now)}.`;

export const timeZoneText = (time: string) => `It is ${time} for you.`;
export const NO_ZONE_TEXT =
  'I do not know that time zone. Text TZ and a large city, such as TZ berlin or TZ America/Chicago.';

function quoteOf(content: string): string {
  const line = withoutHashtags(content)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return shorten(line, QUOTED_MAX);
}
