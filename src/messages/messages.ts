import { sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { messages, placements, type User } from '../../db/schema';
import type { App } from '../app';
import { type Board, findOrCreateBoard } from '../boards/boards';
import { hashtagsIn } from '../contract/hashtags';
import { DEFAULT_TAG, TAGS_MAX } from '../contract/limits';
import type { Source } from '../contract/messages';
import { queueDownloads } from '../media/downloads';
import { attachUploads } from '../media/media';
import { notifyMembers } from '../notifications/notifications';
import type { InboundText } from '../outside/gateway';
import { storeLinks } from '../previews/links';
import { markActive } from '../users/users';
import { bumpReadersOfBoard, bumpReadersOfMessages } from '../users/versions';

export type NewMessage = {
  content: string;
  /** Normalised; the hashtags of the content are added to them. */
  tags?: string[];
  source: Source;
  /** Uploads of the sender's that wait for it, or what is to be fetched for it from the gateway. */
  mediaIds?: number[];
  files?: InboundText['media'];
  /** When it was sent, if that is not now. */
  at?: number;
  /** Nobody is told of it. */
  quiet?: boolean;
};

/**
 * Stores a message on every board its tags mean, making private boards for new ones; without a tag on
 * `uncategorized` (design 5). Past the twentieth tag hashtags are only words. Answers the message's id.
 */
export function create(
  app: App,
  sender: User,
  { content, tags = [], source, mediaIds = [], files = [], at, quiet }: NewMessage,
): number {
  return transaction(app.db, () => {
    const createdAt = at ?? app.now();
    const { id } = insertMessage(app.db).get({ sender: sender.id, content, source, createdAt });
    attachUploads(app, sender, id, mediaIds);
    queueDownloads(app, sender, id, files);
    for (const [position, tag] of tagsOf([...tags, ...hashtagsIn(content)]).entries())
      post(app, { id, createdAt }, findOrCreateBoard(app, sender, tag), position, { quiet });
    storeLinks(app, id, content);
    markActive(app, sender.id);
    return id;
  });
}

/** The boards a message goes to, by its sender's tags: each once, and the catch-all when there is none. */
export const tagsOf = (tags: string[]): string[] => {
  const distinct = [...new Set(tags.filter(Boolean))].slice(0, TAGS_MAX);
  return distinct.length > 0 ? distinct : [DEFAULT_TAG];
};

/** A message comes to a board because its sender posts it there, by sending it or by editing its tags: its members are told. */
export function post(
  app: App,
  message: { id: number; createdAt: number },
  board: Board,
  position: number,
  { quiet = false } = {},
) {
  insertPlacement(app.db).run({
    board: board.id,
    createdAt: message.createdAt,
    message: message.id,
    position,
    tag: board.tag,
  });
  bumpReadersOfBoard(app, board.id);
  if (board.shared && !quiet) notifyMembers(app, message.id, board.id);
}

/** Deletes messages for good, wherever they are: every message that ends, ends here. */
export function remove(app: App, ids: number[]): void {
  if (ids.length === 0) return;
  const list = JSON.stringify(ids);
  transaction(app.db, () => {
    bumpReadersOfMessages(app, ids);
    drop(app.db).run({ list });
  });
}

const drop = prepared((db) =>
  db.$client.prepare<unknown, { list: string }>(
    'delete from messages where id in (select value from json_each($list))',
  ),
);

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
