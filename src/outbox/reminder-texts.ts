import { withoutHashtags } from '../contract/hashtags';
import type { PushWords } from '../contract/push';
import { shorten } from '../contract/text';
import type { MailInstead } from './outbox';
import { QUOTED_MAX } from './push-words';
import { excerptOf } from './texts';
import { writtenTime } from './written-times';

/** Links in other people's messages are left out, so that nobody can pass off their words as ours. */
export function reminderWords(
  { messageId, content, files, own, rule }: Reminded,
  { late, now }: { late: { at: number; zone: string } | null; now: number },
): { body: string; push: PushWords; mail: MailInstead } {
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
    mail: { subject: `${title}: ${quote}`, words: `${title}.`, posts: [messageId], path: '/reminders' },
  };
}

type Reminded = { messageId: number; content: string; files: number; own: number; rule: string | null };

function quoteOf(content: string): string {
  const line = withoutHashtags(content)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return shorten(line, QUOTED_MAX);
}
