import { withoutHashtags } from '../contract/hashtags';
import type { PushWords } from '../contract/push';
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

function quoteOf(content: string): string {
  const line = withoutHashtags(content)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return shorten(line, QUOTED_MAX);
}
