import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { boards, media, memberships, phones, type User, users } from '../../db/schema';
import type { App } from '../app';
import type { Progress } from '../backup/backup';
import { type Board, bumpBoard, create as createBoard, findBoard, reach } from '../boards/boards';
import { freeTag } from '../boards/naming';
import { tagsLike } from '../contract/hashtags';
import { MEDIA_BYTES_MAX } from '../contract/limits';
import { VisibleError } from '../errors';
import { save } from '../media/files';
import { keepLinks } from '../previews/links';
import { ensureUser } from '../users/users';
import { openZip, type Zip } from '../zip';
import { DOCTYPE, readBookmarks } from './bookmarks';
import { readCsv } from './csv';
import { type Contents, HEADER, readJson } from './json';
import { readMarkdown } from './markdown';
import type { Attachment, Note, Person, Phone, Place, SharedBoard } from './notes';

export type Imported = {
  messages: number;
  /** How many were here already. */
  known: number;
  people: number;
  boards: number;
};

const ZIP_MAGIC = 'PK\x03\x04';
const BATCH = 500;
const WHAT = 'an export of Tagline';

/**
 * Takes in an export, or a bookmark, CSV or Markdown file of another program. What names no sender becomes
 * `as`'s. A message that is here already is not taken in again, so an import that was cut off is just run once
 * more. Nothing is texted to anybody. Everything is read and judged before the first message is stored; throws
 * a VisibleError that says where it is wrong.
 */
export async function importFile(
  app: App,
  file: string,
  { as = null, progress = () => {} }: { as?: User | null; progress?: Progress } = {},
): Promise<Imported> {
  if (!existsSync(file)) throw new VisibleError('NOT_FOUND', `There is no file ${file}.`);
  const zip = (await startOf(file)) === ZIP_MAGIC ? await openZip(file, WHAT) : null;
  try {
    const contents = zip ? await readZip(zip, file) : await readTextFile(file);
    const total = await judge(contents, { as, zip, file });
    const done = { messages: 0, known: 0, people: 0, boards: 0 };
    const shared = transaction(app.db, () => {
      for (const person of contents.people) done.people += admit(app, person);
      for (const phone of contents.phones) remember(app, phone);
      const known = new Map<string, Board>();
      for (const board of contents.boards) {
        const { isNew, ...found } = reachShared(app, board);
        known.set(keyOf(board), found.board);
        done.boards += isNew ? 1 : 0;
      }
      return known;
    });
    for await (const batch of batches(contents.notes())) {
      const stored = await store(app, batch, { as, zip, shared });
      done.messages += stored;
      done.known += batch.length - stored;
      progress('Importing', done.messages + done.known, total);
    }
    return done;
  } finally {
    zip?.close();
  }
}

async function startOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ZIP_MAGIC.length), 0, ZIP_MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readZip(zip: Zip, file: string): Promise<Contents> {
  if (zip.names.includes(HEADER)) return readJson(zip);
  if (zip.names.some((name) => name.endsWith('.md'))) return onlyNotes(() => readMarkdown(zip));
  throw new VisibleError('BAD_REQUEST', `${file} is no export of Tagline and has no Markdown files in it.`);
}

async function readTextFile(file: string): Promise<Contents> {
  const text = await Bun.file(file).text();
  const isBookmarks = text.slice(0, 1000).toUpperCase().includes(DOCTYPE.toUpperCase());
  const notes = isBookmarks ? readBookmarks(text, file) : readCsv(text, file);
  return onlyNotes(() => notes);
}

const onlyNotes = (notes: () => Iterable<Note> | AsyncIterable<Note>): Contents => ({
  people: [],
  phones: [],
  boards: [],
  async *notes() {
    yield* notes();
  },
});

/** Reads all of it once without storing any. Answers how many messages there are. */
async function judge(
  { notes }: Contents,
  { as, zip, file }: { as: User | null; zip: Zip | null; file: string },
): Promise<number> {
  let count = 0;
  for await (const { from, media } of notes()) {
    count += 1;
    if (!from && !as)
      throw new VisibleError(
        'BAD_REQUEST',
        `${file} does not say whose messages these are: name them with --as PHONE.`,
      );
    for (const { file } of media)
      if (!zip?.names.includes(file) || zip.size(file) > MEDIA_BYTES_MAX)
        throw zip?.damaged(new Error(`${file} is missing or too large`));
  }
  return count;
}

/** Makes an account for who has none. Who has one keeps their name. Answers how many it made. */
function admit(app: App, { phone, ...person }: Person): number {
  const { user, isNew } = ensureUser(app, phone);
  if (isNew) app.db.update(users).set(person).where(eq(users.id, user.id)).run();
  return isNew ? 1 : 0;
}

/** A STOP goes with the number; what it has said here since is newer. */
const remember = (app: App, phone: Phone) => app.db.insert(phones).values(phone).onConflictDoNothing().run();

const keyOf = ({ owner, tag }: { owner: string; tag: string }) => `${owner} ${tag}`;

/**
 * The shared board of an archive: the very one, which its owner made at that millisecond, or a new one with the
 * members it had. Never another board of the same name: its members are not those the messages were meant for.
 */
function reachShared(
  app: App,
  { owner, tag, createdAt, members }: SharedBoard,
): { board: Board; isNew: boolean } {
  const { user } = ensureUser(app, owner);
  const known = app.db
    .select({ id: boards.id, tag: memberships.tag })
    .from(boards)
    .innerJoin(memberships, and(eq(memberships.boardId, boards.id), eq(memberships.userId, user.id)))
    .where(and(eq(boards.ownerId, user.id), eq(boards.shared, true), eq(boards.createdAt, createdAt)))
    .all();
  const same = known.find((board) => board.tag === tag) ?? known[0];
  if (same) return { board: { ...same, shared: true, role: 'owner' }, isNew: false };
  const board = createBoard(app, user, { tag: freeTag(app, user, tag), shared: true });
  app.db.update(boards).set({ createdAt }).where(eq(boards.id, board.id)).run();
  for (const { phone, tag, ...membership } of members) {
    const { user: member } = ensureUser(app, phone);
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
          tag: freeTag(app, member, tag),
        })
        .run();
  }
  bumpBoard(app, board.id);
  return { board, isNew: true };
}

/** A private board of the sender's under this tag, or one like it: what was private does not come to be shared by its name. */
function reachPrivate(app: App, user: User, tag: string): Board {
  const free = freeTag(app, user, tag);
  const usable = tagsLike(tag).find((like) => like === free || !findBoard(app, user, like)?.shared) ?? free;
  return reach(app, user, usable);
}

type Source = { as: User | null; zip: Zip | null; shared: Map<string, Board> };

/** Stores what is new of these, files first. Answers how many that was. */
async function store(app: App, batch: Note[], { as, zip, shared }: Source): Promise<number> {
  const senders = new Map(batch.map(({ from }) => [from, from ? ensureUser(app, from).user : as]));
  const fresh = batch.flatMap((note) => {
    const sender = senders.get(note.from);
    return sender && !isKnown(app, sender, note) ? [{ note, sender, files: [] as StoredFile[] }] : [];
  });
  if (zip)
    for (const { note, files } of fresh)
      for (const attachment of note.media) files.push(await keep(app, zip, attachment));
  return transaction(app.db, () => {
    const touched = new Set<number>();
    const stored = fresh.filter(({ note, sender, files }) => {
      if (isKnown(app, sender, note)) return false; // twice in one file
      for (const board of insert(app, sender, note, files, shared)) touched.add(board);
      return true;
    });
    for (const board of touched) bumpBoard(app, board);
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
function isKnown(app: App, sender: User, { id, createdAt }: Note): boolean {
  if (byOrigin(app.db).get({ sender: sender.id, origin: id })) return true;
  const [, server = '', number] = /^([0-9a-f]+)-(\d+)$/.exec(id) ?? [];
  return Boolean(number && bySelf(app.db).get({ sender: sender.id, id: Number(number), server, createdAt }));
}

type StoredFile = Omit<typeof media.$inferInsert, 'userId' | 'createdAt'>;

/** Puts a file of the archive on our disk, when it is the one its name says. Shown as an image only if it is one. */
async function keep(app: App, zip: Zip, { file, type, ...rest }: Attachment): Promise<StoredFile> {
  const bytes = Buffer.concat(await Array.fromAsync(zip.chunks(file)));
  const [, sha256] = /^media\/([0-9a-f]{64})\.\w+$/.exec(file) ?? [];
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw zip.damaged(new Error(`${file} is not as it was written`));
  const claimed =
    type.startsWith('image/') && !(await isImage(bytes, type)) ? 'application/octet-stream' : type;
  return { ...rest, type: claimed, file: save(app, bytes), bytes: bytes.length };
}

async function isImage(bytes: Buffer<ArrayBuffer>, type: string): Promise<boolean> {
  try {
    return `image/${(await new Bun.Image(bytes).metadata()).format}` === type;
  } catch {
    return false;
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
  { id, content, source, createdAt, editedAt, boards: places }: Note,
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
  keepLinks(app, message.id, content);
  addOrigin(app.db).run({ sender: sender.id, origin: id, message: message.id });
  return on.map(({ board }) => board.id);
}

/** A shared board that the archive itself does not describe is a private one for its sender. */
const boardFor = (
  app: App,
  sender: User,
  { owner, tag, as = tag }: Place,
  shared: Map<string, Board>,
): Board => (owner && shared.get(keyOf({ owner, tag }))) || reachPrivate(app, sender, owner ? as : tag);

async function* batches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
