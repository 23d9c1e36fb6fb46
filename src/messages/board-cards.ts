import type { User } from '../../db/schema';
import type { App } from '../app';
import { type BoardRow, boardRows } from '../boards/lists';
import type { BoardCard, Latest, PrivateBoardCard, SharedBoardCard } from '../contract/board-lists';
import { CARD_EXCERPT_MAX, CARD_PHOTOS_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { beginningOf } from '../contract/text';
import { findMessages } from './lists';

/**
 * Boards with what their cards on the dashboard show. The number of statements does not depend on the number
 * of boards.
 */

/** Returns the private boards of a user. */
export const privateBoardCards = (app: App, user: User): PrivateBoardCard[] =>
  withCards(app, user, boardRows(app, user, { shared: false }), (card, { tag, count }) => ({
    tag,
    count,
    ...card,
  }));

/** Returns the shared boards that a user is on, under the user's own tags. */
export const sharedBoardCards = (app: App, user: User): SharedBoardCard[] =>
  withCards(app, user, boardRows(app, user, { shared: true }), (card, { tag, role, count, members }) => ({
    name: tag,
    role,
    members,
    count,
    ...card,
  }));

function withCards<T>(
  app: App,
  user: User,
  rows: BoardRow[],
  toBoard: (card: BoardCard, row: BoardRow) => T,
): T[] {
  const photoIds = rows.map(({ withPhotos }) => JSON.parse(withPhotos) as number[]);
  const ids = [...rows.flatMap(({ latestId }) => latestId ?? []), ...photoIds.flat()];
  const messages = new Map(
    findMessages(app, user, [...new Set(ids)]).map((message) => [message.id, message]),
  );
  return rows.map((row, index) => {
    const latest = messages.get(row.latestId ?? 0);
    const photos = photoIds[index]!.flatMap((id) => messages.get(id)?.media ?? [])
      .filter(isPhoto)
      .slice(0, CARD_PHOTOS_MAX);
    return toBoard(toCard(row, latest ? toLatest(latest, photos) : null), row);
  });
}

const toCard = (row: BoardRow, latest: Latest | null): BoardCard => ({
  id: row.id,
  pinned: row.pinned === 1,
  lastActivity: new Date(row.lastActivity).toISOString(),
  unread: row.unread,
  newestId: row.newestId,
  seenId: row.seenId,
  seenAt: row.seenAt === null ? null : new Date(row.seenAt).toISOString(),
  latest,
});

const toLatest = (message: Message, photos: Latest['photos']): Latest => ({
  id: message.id,
  content: beginningOf(message.content, CARD_EXCERPT_MAX),
  timestamp: message.timestamp,
  senderId: message.senderId,
  senderFirstName: message.senderFirstName,
  senderLastName: message.senderLastName,
  senderDisplayName: message.senderDisplayName,
  senderAvatarUrl: message.senderAvatarUrl,
  photos,
  fileType: message.media.find((file) => !isPhoto(file))?.type ?? null,
});

const isPhoto = ({ type }: Message['media'][number]) => type.startsWith('image/');
