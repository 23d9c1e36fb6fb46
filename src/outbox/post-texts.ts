import type { App } from '../app/app';
import { countOf } from '../contract/counts';
import { fitsAnswer } from '../contract/fitting';
import type { NamedUser } from '../contract/people';
import { nameInText } from '../contract/people';
import type { PushWords } from '../contract/push';
import { boardPath, boardUrl } from './board-url';
import type { MailInstead } from './outbox';
import { plainPush, QUOTED_MAX } from './push-words';
import { excerptOf } from './texts';

type Post = { sender: NamedUser; tag: string; content: string; files: number };
type BoardCount = { tag: string; count: number };
type Words = { body: string; push: PushWords; mail?: MailInstead };

const PUSHED_BOARDS_MAX = 4;

/** Quotes the newest of the posts. */
export function newPostsWords(
  app: App,
  { boardId, count, messageId, ...post }: Post & { boardId: number; count: number; messageId: number },
): Words {
  const { tag, sender } = post;
  const posts = count === 1 ? 'New post' : `${count} new posts`;
  const quote = excerptOf(post, QUOTED_MAX);
  return {
    body: `${count === 1 ? 'New' : `${count} new`} in #${tag}, ${nameInText(sender)}: ${excerptOf(post)}\n${boardUrl(app, boardId)}`,
    push: {
      title: `${nameInText(sender)} in #${tag}`,
      body: posts,
      text: count === 1 ? quote : `${posts}. ${quote}`,
      path: `${boardPath(tag)}#message-${messageId}`,
    },
    mail: {
      subject: count === 1 ? `#${tag}, ${nameInText(sender)}: ${excerptOf(post)}` : `${posts} in #${tag}`,
      words: count === 1 ? '' : `${posts} in #${tag}.`,
      path: `${boardPath(tag)}#message-${messageId}`,
      replyTo: messageId,
    },
  };
}

export const summaryWords = (app: App, { boardId, count, tag }: BoardCount & { boardId: number }): Words => ({
  body: `${count} more in #${tag} today\n${boardUrl(app, boardId)}`,
  push: plainPush(`#${tag}`, `${count} more today`, boardPath(tag)),
  mail: {
    subject: `${count} more in #${tag} today`,
    words: `${count} more in #${tag} today.`,
    path: boardPath(tag),
  },
});

/** In a text a word stands for the emoji, which would double its price. */
const VERBS: Record<string, string> = {
  '❤️': 'loved',
  '👍': 'liked',
  '👎': 'disliked',
  '😂': 'laughed at',
  '‼️': 'emphasized',
  '❓': 'questioned',
};

type Reacted = Omit<Post, 'sender'> &
  NamedUser & { emoji: string; messageId: number; boardId: number; people: number; messages: number };

/** Of more than one message, only the one with the newest reaction is quoted. */
export function reactionsWords(app: App, reacted: Reacted): Words {
  const { emoji, people, messages, tag, messageId, boardId } = reacted;
  const others = people > 1 ? ` and ${countOf(people - 1, 'other person', 'others')}` : '';
  const verb = (!others && messages === 1 && VERBS[emoji]) || 'reacted to';
  const what = messages > 1 ? `${messages} of your posts, the last` : 'your post';
  const who = `${nameInText(reacted)}${others}`;
  return {
    body: `${who} ${verb} ${what} in #${tag}: ${excerptOf(reacted)}\n${boardUrl(app, boardId)}`,
    push: {
      title: `${who} in #${tag}`,
      body: `${emoji} to ${what}`,
      text: `${emoji} to ${what}: ${excerptOf(reacted, QUOTED_MAX)}`,
      path: `${boardPath(tag)}#message-${messageId}`,
    },
    mail: {
      subject: `${who} ${verb} ${what} in #${tag}`,
      words: `${who}: ${emoji} to ${what}.`,
      posts: [messageId],
      path: `${boardPath(tag)}#message-${messageId}`,
    },
  };
}

/** The text names only as many boards as fit into two segments. */
export function digestWords(app: App, boards: BoardCount[], newest: Post): Words {
  const total = boards.reduce((sum, { count }) => sum + count, 0);
  const list = (named: number) => {
    const names = boards.slice(0, named).map(({ tag, count }) => `#${tag} ${count}`);
    const others = boards.length - names.length;
    return [...names, ...(others > 0 ? [countOf(others, 'other board')] : [])].join(', ');
  };
  const source = `${nameInText(newest.sender)} in #${newest.tag}`;
  const quote = ` ${source}: ${excerptOf(newest)}`;
  const write = (named: number, quote: string) => `${total} new: ${list(named)}.${quote}\n${app.publicUrl}`;
  const fitting = boards.map((_, index) => write(boards.length - index, quote)).find(fitsAnswer);
  const body = list(PUSHED_BOARDS_MAX);
  return {
    body: fitting ?? write(Math.min(boards.length, 2), ''),
    push: {
      title: `${total} new on your boards`,
      body,
      text: `${body}. ${source}: ${excerptOf(newest, QUOTED_MAX)}`,
      path: '/',
    },
    mail: {
      subject: `${total} new on your boards`,
      words: `${total} new: ${list(boards.length)}.`,
      path: '/',
    },
  };
}
