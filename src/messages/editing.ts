import { and, asc, eq, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { memberships, messages, placements, type User } from '../../db/schema';
import type { App } from '../app';
import { findOrCreateBoard, requireOwner, requireSharedBoard } from '../boards/boards';
import { hashtagsIn, withoutHashtags } from '../contract/hashtags';
import { DEFAULT_TAG } from '../contract/limits';
import { notFound, VisibleError } from '../errors';
import { countFiles } from '../media/media';
import { storeLinks } from '../previews/links';
import { findUser } from '../users/users';
import { bumpReadersOfBoard } from '../users/versions';
import { findMessage } from './lists';
import { post, tagsOf } from './messages';

type MessageRow = typeof messages.$inferSelect;

export type Edit = {
  content?: string;
  /** Normalised. Absent: the boards stay. Present: they replace all of them; empty means `uncategorized`. */
  tags?: string[];
};

/**
 * Changes a message of its sender's: 403 for others who see it, 404 for those who do not. Hashtags in the edited
 * text are taken out of it and added to the tags; a text that is nothing else stays. Boards that the sender has
 * left since lose the message: what is written now is not for them (design 5).
 */
export function edit(app: App, sender: User, id: number, { content, tags }: Edit): void {
  transaction(app.db, () => {
    const message = requireOwnMessage(app, sender, id, 'edit');
    if (content !== undefined && !content.trim() && countFiles(app, id) === 0)
      throw new VisibleError('BAD_REQUEST', 'Message content cannot be empty.');
    const before = placementsOf(app.db).all({ message: id, sender: sender.id });
    const wanted = tagsOf([
      ...(tags ?? before.flatMap(({ sendersTag }) => sendersTag ?? [])),
      ...hashtagsIn(content ?? ''),
    ]);
    const text =
      content === undefined
        ? message.content
        : withoutHashtags(content, (tag) => wanted.includes(tag)) || content.trim();
    const rewritten = text !== message.content;
    if (rewritten) {
      rewrite(app.db).run({ id, content: text, editedAt: app.now() });
      storeLinks(app, id, text);
    }

    moveTo(app, sender, message, { wanted, before, rewritten });
  });
}

/** The rest of a text has come: the same message with the whole content, on the boards that its hashtags mean now. Answers its id. */
export function complete(app: App, sender: User, id: number, content: string): number {
  return transaction(app.db, () => {
    const message = requireOwnMessage(app, sender, id, 'edit');
    if (content === message.content) return id;
    rewrite(app.db).run({ id, content, editedAt: message.editedAt });
    storeLinks(app, id, content);
    const before = placementsOf(app.db).all({ message: id, sender: sender.id });
    moveTo(app, sender, message, { wanted: tagsOf(hashtagsIn(content)), before, rewritten: true });
    return id;
  });
}

const rewrite = prepared((db) =>
  db.$client.prepare<unknown, Pick<MessageRow, 'id' | 'content' | 'editedAt'>>(
    'update messages set content = $content, edited_at = $editedAt where id = $id',
  ),
);

type Place = { boardId: number; position: number; tag: string };

/** Puts a message on the boards that these tags of its sender mean, and on no others. */
function moveTo(
  app: App,
  sender: User,
  message: { id: number; createdAt: number },
  { wanted, before, rewritten }: { wanted: string[]; before: Place[]; rewritten: boolean },
) {
  // new boards first: a private board ends with its last message, also when that is about to come back
  const boards = wanted.map((tag) => findOrCreateBoard(app, sender, tag));
  for (const [position, board] of boards.entries()) {
    const known = before.find(({ boardId }) => boardId === board.id);
    if (!known) post(app, message, board, position);
    else if (rewritten || known.position !== position) {
      // what hashtags the text still has are those of today's tags
      const tag = rewritten ? board.tag : known.tag;
      rearrange(app.db).run({ message: message.id, board: board.id, position, tag });
      bumpReadersOfBoard(app, board.id);
    }
  }
  for (const { boardId } of before) {
    if (boards.some((board) => board.id === boardId)) continue;
    bumpReadersOfBoard(app, boardId);
    takeFrom(app.db).run({ message: message.id, board: boardId });
  }
}

const rearrange = prepared((db) =>
  db.$client.prepare<unknown, { message: number; board: number; position: number; tag: string }>(
    'update placements set position = $position, tag = $tag where message_id = $message and board_id = $board',
  ),
);
const takeFrom = prepared((db) =>
  db.$client.prepare<unknown, { message: number; board: number }>(
    'delete from placements where message_id = $message and board_id = $board',
  ),
);

/** A board's owner takes somebody's message off it. One that is on no other board of its sender's goes to their `uncategorized`. */
export function takeOffBoard(app: App, user: User, boardId: number, id: number): void {
  transaction(app.db, () => {
    const board = requireOwner(requireSharedBoard(app, user, boardId), 'take messages off it');
    const message = byId(app.db).get({ id });
    const sender = message && findUser(app, message.senderId);
    const places = sender ? placementsOf(app.db).all({ message: id, sender: sender.id }) : [];
    if (!sender || !places.some((place) => place.boardId === board.id)) throw notFound('Message');
    if (!places.some((place) => place.boardId !== board.id && place.sendersTag))
      post(app, message, findOrCreateBoard(app, sender, DEFAULT_TAG), 0);
    bumpReadersOfBoard(app, board.id);
    takeFrom(app.db).run({ message: id, board: board.id });
  });
}

/** A message for an act that is its sender's alone: 403 for others who see it, 404 for those who do not. */
export function requireOwnMessage(app: App, user: User, id: number, act: string) {
  const message = byId(app.db).get({ id });
  if (message?.senderId === user.id) return message;
  if (findMessage(app, user, id))
    throw new VisibleError('FORBIDDEN', `Only its sender can ${act} a message.`);
  throw notFound('Message');
}

const byId = prepared((db) =>
  db
    .select()
    .from(messages)
    .where(eq(messages.id, sql.placeholder('id')))
    .prepare(),
);

/** Where a message is, in the order of its tags; `sendersTag` is null on boards that its sender has left. */
const placementsOf = prepared((db) =>
  db
    .select({
      boardId: placements.boardId,
      position: placements.position,
      tag: placements.tag,
      sendersTag: memberships.tag,
    })
    .from(placements)
    .leftJoin(
      memberships,
      and(eq(memberships.boardId, placements.boardId), eq(memberships.userId, sql.placeholder('sender'))),
    )
    .where(eq(placements.messageId, sql.placeholder('message')))
    .orderBy(asc(placements.position))
    .prepare(),
);
