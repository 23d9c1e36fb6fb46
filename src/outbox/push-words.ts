import type { App } from '../app/app';
import { countOf } from '../contract/counts';
import { nameInText } from '../contract/people';
import type { PushWords } from '../contract/push';
import { type Reminded, remindedOf, wasDue } from './reminder-texts';
import { boardPath, excerptOf } from './texts';

/*
 * The words of pushes (docs/product.md: Pushes). The title and the body contain no words of a message. `text`
 * quotes a message. The quotation leaves out the same things as the quotation in a text to a phone, but it
 * may be longer.
 */

const QUOTED_MAX = 200;
/** Maximum number of boards that the push of a digest names. */
const BOARDS_MAX = 4;

type Person = Parameters<typeof nameInText>[0];
type Post = { sender: Person; tag: string; content: string; files: number };

/**
 * Returns the push about one or more posts. It quotes the newest post, and a tap on the push opens that post.
 */
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

/** Returns the push about posts that waited because the recipient had too many notifications that day. */
export const summaryPush = ({ count, tag }: { count: number; tag: string }): PushWords => ({
  title: `#${tag}`,
  body: `${count} more today`,
  text: null,
  path: boardPath(tag),
});

/** Returns the push of a digest of several boards. */
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

/** Returns the push of a reminder. If the reminder is late, `late` has the time at which it was due. */
export const reminderPush = (
  reminded: Reminded,
  { late, now }: { late: { at: number; zone: string } | null; now: number },
): PushWords => ({
  title: `Reminder${wasDue(late, now)}`,
  body: 'Open it to see what you wanted to remember.',
  text: remindedOf(reminded),
  path: '/reminders',
});

/** Returns the push with a sentence about a board. A tap opens `path`, by default the page of the board. */
export const boardPush = (tag: string, sentence: string, path = boardPath(tag)): PushWords => ({
  title: `#${tag}`,
  body: sentence,
  text: null,
  path,
});

/** Returns the push with a sentence that is about no board. */
export const sentencePush = (app: App, sentence: string): PushWords => ({
  title: app.config.productName,
  body: sentence,
  text: null,
  path: '/',
});
