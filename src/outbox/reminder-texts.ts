import { withoutHashtags } from '../contract/hashtags';
import type { PushWords } from '../contract/push';
import { ruleInWords } from '../contract/repeats';
import { shorten } from '../contract/text';
import { QUOTED_MAX } from './push-words';
import { excerptOf } from './texts';
import { writtenTime } from './written-times';

/** Links in other people's messages are left out, so that nobody can pass off their words as ours. */
export function reminderWords(
  { content, files, own, rule }: { content: string; files: number; own: number; rule: string | null },
  { late, now }: { late: { at: number; zone: string } | null; now: number },
): { body: string; push: PushWords } {
  const hint = rule ? 'DONE, SNOOZE 2h, or DONE ALL to end it.' : 'DONE or SNOOZE 2h?';
  const quote = (own === 1 && quoteOf(content)) || excerptOf({ content, files });
  const title = `Reminder${late ? ` (was due ${writtenTime(late.at, late.zone, now)})` : ''}`;
  return {
    body: `${title}: ${quote}\n${hint}`,
    push: {
      title,
      body: 'Open it to see what you wanted to remember.',
      text: quote,
      path: '/reminders',
    },
  };
}

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
