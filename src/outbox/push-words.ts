import type { App } from '../app/app';
import { countOf } from '../contract/counts';
import { nameInText } from '../contract/people';
import type { PushWords } from '../contract/push';
import { type Reminded, remindedOf, wasDue } from './reminder-texts';
import { boardPath, excerptOf } from './texts';

/**
 * Title and body have no words of a message; only `text` quotes one, like a text to a phone (docs/product.md:
 * Pushes).
 */

const QUOTED_MAX = 200;
const BOARDS_MAX = 4;

type Person = Parameters<typeof nameInText>[0];
type Post = { sender: Person; tag: string; content: string; files: number };

export function newPostsPush({
  count,
  tag,
  sender,
  messageId,
  ...post
}: Post & { count: number; messageId: number }): PushWords {
  const body = count === 1 ? 'New post' : `${count} new posts`;
  const quote = excerptOf(post, QUOTED_MAX);
  return {
    title: `${nameInText(sender)} in #${tag}`,
    body,
    text: count === 1 ? quote : `${body}. ${quote}`,
    path: `${boardPath(tag)}#message-${messageId}`,
  };
}

export const summaryPush = ({ count, tag }: { count: number; tag: string }): PushWords => ({
  title: `#${tag}`,
  body: `${count} more today`,
  text: null,
  path: boardPath(tag),
});

export function digestPush({
  boards,
  newest,
}: {
  boards: { tag: string; count: number }[];
  newest: Post;
}): PushWords {
  const named = boards.slice(0, BOARDS_MAX).map(({ tag, count }) => `#${tag} ${count}`);
  const others = boards.length - named.length;
  const body = [...named, ...(others > 0 ? [countOf(others, 'other board')] : [])].join(', ');
  return {
    title: `${boards.reduce((sum, { count }) => sum + count, 0)} new on your boards`,
    body,
    text: `${body}. ${nameInText(newest.sender)} in #${newest.tag}: ${excerptOf(newest, QUOTED_MAX)}`,
    path: '/',
  };
}

export const reminderPush = (
  reminded: Reminded,
  { late, now }: { late: { at: number; zone: string } | null; now: number },
): PushWords => ({
  title: `Reminder${wasDue(late, now)}`,
  body: 'Open it to see what you wanted to remember.',
  text: remindedOf(reminded),
  path: '/reminders',
});

export const boardPush = (tag: string, sentence: string, path = boardPath(tag)): PushWords => ({
  title: `#${tag}`,
  body: sentence,
  text: null,
  path,
});

export const sentencePush = (app: App, sentence: string): PushWords => ({
  title: app.config.productName,
  body: sentence,
  text: null,
  path: '/',
});
