import { eq, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { messages, placements, type User } from '../../db/schema';
import type { App } from '../app';
import { bumpBoard, reach } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { DEFAULT_TAG, TAGS_MAX } from '../contract/limits';
import type { Source } from '../contract/messages';
import { attach } from '../media/media';
import { keepLinks } from '../previews/links';
import { touch } from '../users/users';

export type NewMessage = {
  content: string;
  /** Normalised; the hashtags of the content are added to them. */
  tags?: string[];
  source: Source;
  /** Uploads of the sender's that wait for it. */
  mediaIds?: number[];
};

/**
 * Stores a message on every board its tags mean, making private boards for new ones; without a tag on
 * `uncategorized` (design 5). Past the twentieth tag hashtags are only words. Answers the message's id.
 */
export function create(
  app: App,
  sender: User,
  { content, tags = [], source, mediaIds = [] }: NewMessage,
): number {
  return transaction(app.db, () => {
    const createdAt = app.now();
    const { id } = insertMessage(app.db).get({ sender: sender.id, content, source, createdAt });
    place(app, sender, { id, createdAt }, [...tags, ...hashtagsIn(content)]);
    attach(app, sender, id, mediaIds);
    keepLinks(app, id, content);
    touch(app, sender.id);
    return id;
  });
}

/** Puts a message on the boards that these tags of its sender mean. */
function place(app: App, sender: User, message: { id: number; createdAt: number }, tags: string[]) {
  const distinct = [...new Set(tags.filter(Boolean))].slice(0, TAGS_MAX);
  for (const [position, tag] of (distinct.length > 0 ? distinct : [DEFAULT_TAG]).entries()) {
    const board = reach(app, sender, tag);
    insertPlacement(app.db).run({
      board: board.id,
      createdAt: message.createdAt,
      message: message.id,
      position,
      tag,
    });
    bumpBoard(app, board.id);
  }
}

const insertMessage = prepared((db) =>
  db
    .insert(messages)
    .values({
      senderId: sql.placeholder('sender'),
      content: sql.placeholder('content'),
      source: sql.placeholder('source'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning({ id: messages.id })
    .prepare(),
);

const insertPlacement = prepared((db) =>
  db
    .insert(placements)
    .values({
      boardId: sql.placeholder('board'),
      createdAt: sql.placeholder('createdAt'),
      messageId: sql.placeholder('message'),
      position: sql.placeholder('position'),
      tag: sql.placeholder('tag'),
    })
    .prepare(),
);

/** Deletes messages of their sender's, wherever they are. */
export function remove(app: App, messageId: number): void {
  transaction(app.db, () => {
    const on = app.db
      .select({ id: placements.boardId })
      .from(placements)
      .where(eq(placements.messageId, messageId))
      .all();
    for (const { id } of on) bumpBoard(app, id);
    app.db.delete(messages).where(eq(messages.id, messageId)).run();
  });
}
