import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { boards, media, memberships, phones, type User, users } from '../../db/schema';
import type { App } from '../app';
import { type Board, createBoard, findBoard, findOrCreateBoard, requireSharedBoard } from '../boards/boards';
import { findFreeTag } from '../boards/naming';
import { tagCandidates } from '../contract/hashtags';
import { appendLine, storeFile, UNREADABLE_LINE, UnreadablePicture } from '../media/storing';
import { storeLinks } from '../previews/links';
import { findOrCreateUser } from '../users/users';
import { bumpReadersOfBoard } from '../users/versions';
import type { ZipReader } from '../zip';
import type {
  ArchivedBoard,
  ArchivedBoardRef,
  ArchivedFile,
  ArchivedMessage,
  ArchivedPerson,
  ArchivedPhone,
} from './messages';

/** What an archive has comes to be here: people, boards and messages that are not here yet, under the rules of design 5. */

/** Makes an account for who has none. Who has one keeps their name. Answers how many it made. */
export function ensureAccount(app: App, { phone, ...person }: ArchivedPerson): number {
  const { user, isNew } = findOrCreateUser(app, phone);
  if (isNew) app.db.update(users).set(person).where(eq(users.id, user.id)).run();
  return isNew ? 1 : 0;
}

/** A STOP goes with the number; what it has said here since is newer. */
export const storePhone = (app: App, phone: ArchivedPhone) =>
  app.db.insert(phones).values(phone).onConflictDoNothing().run();

export const boardKey = ({ owner, tag }: { owner: string; tag: string }) => `${owner} ${tag}`;

/**
 * The shared board of an archive: the very one, which its owner made at that millisecond, or a new one with the
 * members it had. Never another board of the same name: its members are not those the messages were meant for.
 */
export function findOrCreateSharedBoard(
  app: App,
  { owner, tag, createdAt, members }: ArchivedBoard,
): { board: Board; isNew: boolean } {
  const { user } = findOrCreateUser(app, owner);
  const known = app.db
    .select({ id: boards.id, tag: memberships.tag })
    .from(boards)
    .innerJoin(memberships, and(eq(memberships.boardId, boards.id), eq(memberships.userId, user.id)))
    .where(and(eq(boards.ownerId, user.id), eq(boards.shared, true), eq(boards.createdAt, createdAt)))
    .all();
  const same = known.find((board) => board.tag === tag) ?? known[0];
  if (same) return { board: requireSharedBoard(app, user, same.id), isNew: false };
  const board = createBoard(app, user, { tag: findFreeTag(app, user, tag), shared: true });
  app.db.update(boards).set({ createdAt }).where(eq(boards.id, board.id)).run();
  for (const { phone, tag, ...membership } of members) {
    const { user: member } = findOrCreateUser(app, phone);
    if (member.id === user.id)
      app.db
        .update(memberships)
        .set(membership)
        .where(and(eq(memberships.boardId, board.id), eq(memberships.userId, user.id)))
        .run();
    else
      app.db
        .insert(memberships)
        .values({
          ...membership,
          boardId: board.id,
          userId: member.id,
          role: 'member',
          tag: findFreeTag(app, member, tag),
        })
        .run();
  }
  bumpReadersOfBoard(app, board.id);
  return { board, isNew: true };
}

/** A private board of the sender's under this tag, or one like it: what was private does not come to be shared by its name. */
function reachPrivate(app: App, user: User, tag: string): Board {
  const free = findFreeTag(app, user, tag);
  const usable =
    tagCandidates(tag).find((like) => like === free || !findBoard(app, user, like)?.shared) ?? free;
  return findOrCreateBoard(app, user, usable);
}

export type Source = { as: User | null; zip: ZipReader | null; shared: Map<string, Board> };

/** Stores what is new of these, files first. Answers how many that was. */
export async function storeMessages(
  app: App,
  batch: ArchivedMessage[],
  { as, zip, shared }: Source,
): Promise<number> {
  const senders = new Map(batch.map(({ from }) => [from, from ? findOrCreateUser(app, from).user : as]));
  const fresh = batch.flatMap((note) => {
    const sender = senders.get(note.from);
    return sender && !isKnown(app, sender, note) ? [{ note, sender, files: [] as StoredFile[] }] : [];
  });
  if (zip)
    for (const entry of fresh)
      for (const attachment of entry.note.media) {
        const file = await keepAttachment(app, zip, attachment);
        if (file) entry.files.push(file);
        else entry.note = { ...entry.note, content: appendLine(entry.note.content, UNREADABLE_LINE) };
      }
  return transaction(app.db, () => {
    const touched = new Set<number>();
    const stored = fresh.filter(({ note, sender, files }) => {
      if (isKnown(app, sender, note)) return false; // twice in one file
      for (const board of insert(app, sender, note, files, shared)) touched.add(board);
      return true;
    });
    for (const board of touched) bumpReadersOfBoard(app, board);
    return stored.length;
  });
}

const byOrigin = prepared((db) =>
  db.$client.prepare<unknown, { sender: number; origin: string }>(
    'select 1 from origins where sender_id = $sender and origin = $origin',
  ),
);
const bySelf = prepared((db) =>
  db.$client.prepare<unknown, { sender: number; id: number; server: string; createdAt: number }>(
    `select 1 from messages where id = $id and sender_id = $sender and created_at = $createdAt
        and (select id from server) = $server`,
  ),
);

/** Whether this very message is here: imported before, or this server's own. */
function isKnown(app: App, sender: User, { id, createdAt }: ArchivedMessage): boolean {
  if (byOrigin(app.db).get({ sender: sender.id, origin: id })) return true;
  const [, server = '', number] = /^([0-9a-f]+)-(\d+)$/.exec(id) ?? [];
  return Boolean(number && bySelf(app.db).get({ sender: sender.id, id: Number(number), server, createdAt }));
}

type StoredFile = Omit<typeof media.$inferInsert, 'userId' | 'createdAt'>;

/** Puts a file of the archive on our disk, when it is the one its name says. Null for a picture that cannot be read. */
async function keepAttachment(
  app: App,
  zip: ZipReader,
  { file, type, name }: ArchivedFile,
): Promise<StoredFile | null> {
  const bytes = Buffer.concat(await Array.fromAsync(zip.chunks(file)));
  const [, sha256] = /^media\/([0-9a-f]{64})\.\w+$/.exec(file) ?? [];
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw zip.damaged(new Error(`${file} is not as it was written`));
  try {
    return { name, ...(await storeFile(app, bytes, type)) };
  } catch (error) {
    if (error instanceof UnreadablePicture) return null;
    throw error;
  }
}

const addMessage = prepared((db) =>
  db.$client.prepare<{ id: number }, Record<string, string | number | null>>(`
    insert into messages (sender_id, content, source, created_at, edited_at)
    values ($sender, $content, $source, $createdAt, $editedAt) returning id`),
);
/** Two boards of an archive may be one here. */
const addPlacement = prepared((db) =>
  db.$client.prepare<unknown, Record<string, string | number>>(`
    insert or ignore into placements (board_id, created_at, message_id, position, tag)
    values ($board, $createdAt, $message, $position, $tag)`),
);
const addOrigin = prepared((db) =>
  db.$client.prepare<unknown, Record<string, string | number>>(
    'insert into origins (sender_id, origin, message_id) values ($sender, $origin, $message)',
  ),
);

/** Answers the boards that have changed. */
function insert(
  app: App,
  sender: User,
  { id, content, source, createdAt, editedAt, boards: places }: ArchivedMessage,
  files: StoredFile[],
  shared: Map<string, Board>,
): number[] {
  const message = addMessage(app.db).get({ sender: sender.id, content, source, createdAt, editedAt });
  if (!message) throw new Error('An inserted row has an id.');
  const on = places.map((place) => ({
    board: boardFor(app, sender, place, shared),
    tag: place.as ?? place.tag,
  }));
  for (const [position, { board, tag }] of on.entries())
    addPlacement(app.db).run({ board: board.id, createdAt, message: message.id, position, tag });
  for (const [position, file] of files.entries())
    app.db
      .insert(media)
      .values({ ...file, userId: sender.id, messageId: message.id, position, createdAt })
      .run();
  storeLinks(app, message.id, content);
  addOrigin(app.db).run({ sender: sender.id, origin: id, message: message.id });
  return on.map(({ board }) => board.id);
}

/** A shared board that the archive itself does not describe is a private one for its sender. */
const boardFor = (
  app: App,
  sender: User,
  { owner, tag, as = tag }: ArchivedBoardRef,
  shared: Map<string, Board>,
): Board => (owner && shared.get(boardKey({ owner, tag }))) || reachPrivate(app, sender, owner ? as : tag);
