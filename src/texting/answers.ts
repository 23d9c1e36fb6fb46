import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { findHashtags } from '../contract/hashtags';
import { answerWith } from '../messages/answer-with';
import { findMessage } from '../messages/find';
import { isWithin, newReaders, type Showing } from '../messages/new-readers';
import { boardsOfReply } from '../messages/placements';
import { type EditedState, stateOf } from '../messages/reverting';
import { justNotifiedOf } from '../notices/notifications';
import { postsAnswers } from '../notices/preferences';
import { enqueue } from '../outbox/outbox';
import { recordAct } from './acts';
import type { Answer } from './commands/handler';
import { senderOf } from './hits';
import { askProof } from './proofs';

export const ANSWER_WITHIN_MS = 10 * 60_000;

/** `isPosted`: the person wants such texts on the board without being asked. */
type Notified = { messageId: number; to: string; tag: string; isPosted: boolean };

/** The message that a text without hashtags may answer (docs/product/commands.md: Answers to a notification). */
export function notifiedJustNow(
  app: App,
  sender: User,
  { content, at, about }: { content: string; at: number; about?: number },
): Notified | null {
  if (about === undefined && findHashtags(content).length > 0) return null;
  const messageId = about ?? justNotifiedOf(app, sender, { at, within: ANSWER_WITHIN_MS });
  if (!messageId) return null;
  const message = findMessage(app, sender, messageId);
  const [tag] = message?.tags ?? [];
  if (!message || !tag || message.senderId === sender.id) return null;
  const isPosted = postsAnswers(app, sender, boardsOfReply(app, sender, messageId));
  return { messageId, to: senderOf(message), tag, isPosted };
}

const postedText = ({ to, tag }: Pick<Notified, 'to' | 'tag'>) =>
  `Posted to #${tag} as an answer to ${to}. UNDO takes it back.`;

export function tellOfAnswer(app: App, sender: User, noteId: number, notified: Notified): void {
  if (notified.isPosted) enqueue(app, { to: sender.phone, kind: 'reply', body: postedText(notified) });
  else askToAnswer(app, sender, { noteId, ...notified });
}

type Wish = { noteId: number } & Omit<Notified, 'isPosted'>;
type Asked = Wish & { before: EditedState; showing: Showing };

function askToAnswer(app: App, sender: User, { noteId, messageId, to, tag }: Wish): void {
  const wish = { noteId, messageId, to, tag };
  askProof(app, sender, {
    act: 'answer',
    data: { ...wish, before: stateOf(app, noteId)!, showing: showingOf(app, sender, wish) },
    question: (digits) => `Kept for you only. Reply Y${digits} to answer ${to} on #${tag}.`,
  });
}

const showingOf = (app: App, sender: User, { noteId, messageId }: Wish): Showing =>
  newReaders(app, sender, [noteId], boardsOfReply(app, sender, messageId));

export function answerAsAsked(app: App, sender: User, asked: Asked, { at }: { at: number }): Answer {
  const { noteId, messageId, before, showing } = asked;
  if (!findMessage(app, sender, messageId)) return 'The message that you answered is gone.';
  if (!Bun.deepEquals(stateOf(app, noteId), before))
    return 'Your note was changed since, so it stays for you only.';
  if (!isWithin(showingOf(app, sender, asked), showing)) {
    askToAnswer(app, sender, asked);
    return null;
  }
  answerWith(app, sender, noteId, messageId);
  recordAct(app, sender, { kind: 'note', messageId: noteId, at });
  return postedText(asked);
}
