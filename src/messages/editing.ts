import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import type { InboundText } from '../app/gateway';
import { type Board, findOrCreateBoard } from '../boards/boards';
import { hashtagsIn, withoutDefaultTag, withoutHashtags } from '../contract/hashtags';
import type { EditMessageInput, Message } from '../contract/messages';
import { queueDownloads } from '../media/downloads';
import { countFiles, replaceFiles } from '../media/media';
import { endReminder, findReminder, setReminder, toWhen } from '../notices/reminders/reminders';
import { hooksWatching } from '../outbox/hooks';
import { deliverEdited, deliverFilesChanged } from './deliver';
import { requireExpectedBoards } from './expectations';
import { requireMessage } from './find';
import { boardTags, requireOwnMessage, type StoredMessage, updateContent } from './messages';
import { type Placement, placementsOf, placeOnBoard, takeFromBoard, updatePlacement } from './placements';
import { updateTicks } from './ticks';

export type Edit = Omit<EditMessageInput, 'id'>;

export function edit(app: App, sender: User, id: number, input: Edit): Message {
  const { content, tags, hashtags, read, expects, mediaIds } = input;
  const chosen = tags || hashtags ? [...(tags ?? []), ...(hashtags ?? [])] : null;
  transaction(app.db, () => {
    const message = requireOwnMessage(app, sender, id, 'edit');
    if (mediaIds && replaceFiles(app, sender, id, mediaIds)) deliverFilesChanged(app, id);
    const isChecked = content !== undefined || mediaIds !== undefined;
    if (isChecked && !(content ?? message.content).trim() && countFiles(app, id) === 0)
      throw new VisibleError('message_empty', 'Message content cannot be empty.');
    requireExpectedBoards(app, sender, expects);
    const placements = placementsOf(app, id, sender);
    const ownTags = placements.flatMap(({ sendersTag }) => sendersTag ?? []);
    const inText = hashtagsIn(content ?? '');
    const newTags = boardTags(
      chosen ? [...chosen, ...inText] : withoutDefaultTag([...ownTags, ...inText], ownTags),
    );
    const newContent =
      content === undefined
        ? message.content
        : withoutHashtags(content, (tag) => newTags.includes(tag)) || content.trim();
    // if the stored content is already the new content, there is no conflict: the edit may have been sent
    // again after a lost response
    if (read !== undefined && read !== message.content && newContent !== message.content)
      throw new VisibleError('message_changed', 'The message was changed meanwhile.');
    changeMessage(app, sender, message, placements, {
      content: newContent,
      tags: newTags,
      editedAt: app.now(),
    });
    changeReminder(app, sender, id, input);
  });
  return requireMessage(app, sender, id);
}

function changeReminder(app: App, sender: User, id: number, { remindAt, remindRule }: Edit): void {
  if (remindAt) setReminder(app, sender, id, toWhen(app, sender, { remindAt, remindRule }));
  else if (remindAt === null && findReminder(app, sender, id)) endReminder(app, sender, id);
}

/**
 * The message does not count as edited, and a reply stays on its boards (docs/product/texting.md: Joined
 * texts).
 */
export function complete(
  app: App,
  sender: User,
  id: number,
  { content, tags = [], files }: { content: string; tags?: string[]; files: InboundText['media'] },
): void {
  transaction(app.db, () => {
    const message = requireOwnMessage(app, sender, id, 'edit');
    queueDownloads(app, sender, id, files);
    if (content === message.content) return deliverEdited(app, sender, message);
    const placements = placementsOf(app, id, sender);
    const ownTags = placements.flatMap(({ sendersTag }) => sendersTag ?? []);
    changeMessage(app, sender, message, placements, {
      content,
      tags: boardTags(message.replyToId === null ? [...tags, ...hashtagsIn(content)] : ownTags),
      editedAt: message.editedAt,
    });
  });
}

function changeMessage(
  app: App,
  sender: User,
  message: StoredMessage,
  before: Placement[],
  { content, tags, editedAt }: { content: string; tags: string[]; editedAt: number | null },
): void {
  const { id } = message;
  const contentChanged = content !== message.content;
  const watching = hooksWatching(app, [id]);
  if (contentChanged) {
    updateContent(app, { id, content, editedAt });
    updateTicks(app, sender, id, message.content, content);
  }

  const boards = tags.map((tag) => findOrCreateBoard(app, sender, tag));
  const added: Board[] = [];
  const changedBoardIds: number[] = [];
  for (const [position, board] of boards.entries()) {
    const placement = before.find(({ boardId }) => boardId === board.id);
    if (!placement) {
      placeOnBoard(app, message, board, position);
      added.push(board);
    } else if (contentChanged || placement.position !== position) {
      // new content uses the board's present tag, unchanged content still has the earlier tag
      const tag = contentChanged ? board.tag : placement.tag;
      updatePlacement(app, { message: id, board: board.id, position, tag });
    } else continue;
    changedBoardIds.push(board.id);
  }
  // boards that the sender has left also lose the message, because their members must not read an edited
  // message
  for (const { boardId } of before) {
    if (boards.some((board) => board.id === boardId)) continue;
    takeFromBoard(app, id, boardId);
    changedBoardIds.push(boardId);
  }
  deliverEdited(app, sender, { id, content }, { contentChanged, added, changedBoardIds, watching });
}
