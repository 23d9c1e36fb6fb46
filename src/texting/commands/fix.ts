import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { findBoard } from '../../boards/boards';
import { forgetLostBoards, lostBoardsOf } from '../../boards/lost-boards';
import { countOtherMembers } from '../../boards/people';
import { countOf } from '../../contract/counts';
import { cutAtWord, fitAnswer } from '../../contract/fitting';
import { hashtagsIn } from '../../contract/hashtags';
import { CONTENT_MAX, length, TAGS_MAX } from '../../contract/limits';
import { deleteWithUndo, restoreMessage } from '../../messages/deleted-messages';
import { type Edit, edit } from '../../messages/editing';
import { findMessage } from '../../messages/find';
import { boardTags, findStored, type StoredMessage } from '../../messages/messages';
import { type EditedState, revertEdit, stateOf } from '../../messages/reverting';
import { lostBoardText } from '../../outbox/texts';
import { recordAct } from '../acts';
import { lineWords } from '../hits';
import type { CommandText, Handler, Undo } from './handler';
import { cutOf } from './rest';
import { targetOf } from './target';

const QUOTED_MAX = 60;
const TAGS_NAMED_MAX = 5;
const CHANGED_SINCE = 'That message was changed since, so it stays as it is.';

export const obeyTag: Handler<'tag'> = (app, sender, { add, remove }, text) => {
  const message = targetOf(app, sender, text.at);
  if (typeof message === 'string') return message;
  const before = stateOf(app, message.id)!;
  const tags = tagsIn(before);
  const chosen = [...new Set([...tags, ...add])].filter((tag) => !remove.includes(tag));
  if (chosen.length > TAGS_MAX) return `A message can be on ${TAGS_MAX} boards at most.`;
  const wanted = boardTags(chosen);
  const isNew = (tag: string) => !tags.includes(tag) && !findBoard(app, sender, tag);
  const newTags = wanted.filter(isNew);
  if (String(wanted) === String(tags))
    return add.length > 0
      ? `It is on ${inText(add)} already.`
      : `It stays where it is: it is not on ${inText(remove)}, or on no other board.`;
  return change(app, sender, { message, before, text, kind: 'tag', input: { tags: wanted } }, (now) => {
    const added = now.filter((tag) => !tags.includes(tag));
    const removed = tags.filter((tag) => !now.includes(tag));
    const also = added.length > 0 ? `Also on ${namedBoards(app, sender, added, newTags)}` : '';
    const off = removed.length > 0 ? `${also ? ', no' : 'No'} longer on ${inText(removed)}` : '';
    return `${also}${off}. UNDO takes it back.`;
  });
};

export const obeyEdit: Handler<'edit'> = (app, sender, { words }, text) => {
  const message = targetOf(app, sender, text.at);
  if (typeof message === 'string') return message;
  if (length(words) > CONTENT_MAX)
    return `That is too long: a message has at most ${CONTENT_MAX} characters.`;
  if ((message.editedAt ?? 0) > text.at) return CHANGED_SINCE;
  const before = stateOf(app, message.id)!;
  const hashtags = hashtagsIn(words);
  const tags = tagsIn(before);
  const newTags = hashtags.filter((tag) => !findBoard(app, sender, tag));
  const input = { content: words, tags: hashtags.length > 0 ? hashtags : undefined };
  return change(app, sender, { message, before, text, kind: 'edit', input }, (now) => {
    const added = now.filter((tag) => !tags.includes(tag));
    const moved = added.length > 0 ? `, and now on ${namedBoards(app, sender, added, newTags)}` : '';
    return `Changed${moved}. UNDO takes it back.`;
  });
};

export const obeyDelete: Handler<'delete'> = (app, sender, _, { at }) => {
  const message = targetOf(app, sender, at);
  if (typeof message === 'string') return message;
  const quoted = quote(app, sender, message.id);
  deleteWithUndo(app, [message.id]);
  recordAct(app, sender, { kind: 'delete', messageId: message.id, at });
  return `Deleted: "${quoted}" UNDO brings it back.`;
};

export const undoDelete: Undo = (app, user, { messageId }) => {
  if (findStored(app, messageId)) return 'It is back already.';
  try {
    restoreMessage(app, user, messageId);
  } catch (error) {
    if (error instanceof VisibleError) return error.message;
    throw error;
  }
  return `Taken back. It is there again: "${quote(app, user, messageId)}"`;
};

export const undoEdit: Undo = (app, user, { messageId, data }) => {
  const { before, after } = data as { before: EditedState; after: EditedState };
  if (!revertEdit(app, user, messageId, { before, after })) return CHANGED_SINCE;
  if (before.content !== after.content) return `Taken back. It says again: "${quote(app, user, messageId)}"`;
  return `Taken back. It is on ${inText(tagsIn(stateOf(app, messageId)!))} again.`;
};

type Change = {
  message: StoredMessage;
  before: EditedState;
  text: CommandText;
  kind: 'tag' | 'edit';
  input: Edit;
};

/** A lost board is answered with its own sentence instead (docs/product/members.md: Lost boards). */
function change(
  app: App,
  sender: User,
  { message: { id }, before, text, kind, input }: Change,
  answer: (now: string[]) => string,
): string {
  edit(app, sender, id, input);
  const after = stateOf(app, id)!;
  recordAct(app, sender, { kind, messageId: id, data: { before, after, ...cutOf(text) }, at: text.at });
  const now = tagsIn(after);
  const added = now.filter((tag) => !tagsIn(before).includes(tag));
  const [lost, ...others] = lostBoardsOf(app, sender, id).filter(({ tag }) => added.includes(tag));
  if (!lost) return answer(now);
  const tags = [lost, ...others].map(({ tag }) => tag);
  forgetLostBoards(app, sender, tags);
  return lostBoardText([lost, ...others]);
}

const tagsIn = ({ placements }: EditedState): string[] =>
  placements.flatMap(({ sendersTag }) => sendersTag ?? []);

function namedBoards(app: App, user: User, tags: string[], newTags: string[]): string {
  const [only, ...others] = tags;
  if (others.length > 0 || !only) return inText(tags);
  const board = findBoard(app, user, only);
  if (board?.shared)
    return `#${only}, seen by ${countOf(countOtherMembers(app, user, board), 'person', 'people')}`;
  return newTags.includes(only) ? `the new #${only}` : `#${only}`;
}

function inText(tags: string[]): string {
  const build = (named: number) => {
    const names = tags.slice(0, named).map((tag) => `#${tag}`);
    return (
      names.join(', ') + (named < tags.length ? ` and ${countOf(tags.length - named, 'other board')}` : '')
    );
  };
  return fitAnswer(1, Math.min(tags.length, TAGS_NAMED_MAX), build) ?? countOf(tags.length, 'board');
}

function quote(app: App, user: User, id: number): string {
  const message = findMessage(app, user, id);
  return message ? cutAtWord(lineWords(message), QUOTED_MAX) : '';
}
