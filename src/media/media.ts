import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import { prepared, transaction } from '../../db/open';
import { media, messages, type User } from '../../db/schema';
import type { App } from '../app';
import { MEDIA_MAX } from '../contract/limits';
import { notFound, VisibleError } from '../errors';
import { FetchError, type InboundText } from '../outside/gateway';
import { chargeRateLimits } from '../rate-limits';
import { bumpReadersOfMessages } from '../users/versions';
import { writeMediaFile } from './files';
import { stripGifMetadata } from './gif';
import { MAX_PIXELS, type Picture, reencode } from './images';
import { blankVideoMetadata } from './videos';

type MediaRow = typeof media.$inferSelect;

/** How long an upload waits for its message. */
const WAITS_MS = 24 * 3_600_000;
const MAX_ATTEMPTS = 10;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;
const PARALLEL = 4;
const NAME_MAX = 100;

export type StoredFile = { id: number; type: string; name: string | null; file: string };

const stored = prepared((db) =>
  db.$client.prepare<StoredFile, { id: number; viewer: number }>(`
    select f.id, f.type, f.name, f.file from media f
     where f.id = $id and f.file is not null and (
       (f.message_id is null and f.user_id = $viewer) or exists (
         select 1 from visible_messages v where v.message_id = f.message_id and v.reader_id = $viewer))`),
);

/** A file that this user may read: their own upload, or one of a message on a board they are on. Else 404 (design 5). */
export function findFile(app: App, viewer: User, id: number): StoredFile {
  const file = stored(app.db).get({ id, viewer: viewer.id });
  if (!file) throw notFound('Media');
  return file;
}

/** Stores one upload, which waits a day for its message. `bytes` are at most `MEDIA_BYTES_MAX`. */
export async function storeUpload(
  app: App,
  user: User,
  upload: { bytes: Uint8Array<ArrayBuffer>; type: string; name: string | null },
): Promise<MediaRow> {
  chargeRateLimits(app, { 'file from a person a day': user.id });
  const kept = await storeFile(app, upload.bytes, upload.type);
  const name = upload.name && fileName(upload.name);
  return insertUpload(app.db).get({ user: user.id, name, ...kept, createdAt: app.now() });
}

const insertUpload = prepared((db) =>
  db
    .insert(media)
    .values({
      userId: sql.placeholder('user'),
      name: sql.placeholder('name'),
      type: sql.placeholder('type'),
      file: sql.placeholder('file'),
      bytes: sql.placeholder('bytes'),
      width: sql.placeholder('width'),
      height: sql.placeholder('height'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning()
    .prepare(),
);

/** Makes uploads part of a message, in this order, in the transaction of the message. Throws 400 for any that is not this user's or not free. */
export function attachUploads(app: App, user: User, messageId: number, ids: number[]): void {
  for (const [position, id] of [...new Set(ids)].entries()) {
    const { changes } = attached(app.db).run({ message: messageId, position, id, user: user.id });
    if (changes === 0) throw new VisibleError('BAD_REQUEST', 'One of these files is not there to attach.');
  }
}

const attached = prepared((db) =>
  db.$client.prepare<unknown, { message: number; position: number; id: number; user: number }>(`
    update media set message_id = $message, position = $position
     where id = $id and user_id = $user and message_id is null`),
);

/** How many files a message has, fetched or not. */
export const countFiles = (app: App, messageId: number): number =>
  ofMessage(app.db).get({ message: messageId })?.files ?? 0;

const ofMessage = prepared((db) =>
  db.$client.prepare<{ files: number }, { message: number }>(
    'select count(*) as files from media where message_id = $message',
  ),
);

/** Notes the photos of a text, in the text's transaction; they are fetched after the commit. Ten a message, as in design 6. */
export function queueDownloads(app: App, user: User, messageId: number, files: InboundText['media']): void {
  if (files.length === 0) return;
  const already = countFiles(app, messageId);
  const now = app.now();
  for (const [index, { url, type }] of files.slice(0, MEDIA_MAX - already).entries())
    expected(app.db).run({
      user: user.id,
      message: messageId,
      position: already + index,
      type: declaredType(type),
      origin: url,
      now,
    });
  queueMicrotask(() => app.wakeMedia()); // when the transaction has ended
}

const expected = prepared((db) =>
  db.$client.prepare<unknown, Record<string, string | number>>(`
    insert into media (user_id, message_id, position, type, origin, next_at, created_at)
    values ($user, $message, $position, $type, $origin, $now, $now)`),
);

/** Fetches what texts have brought and is due, a few at a time, until nothing is left. What fails comes again later. */
export async function downloadQueued(app: App): Promise<void> {
  for (;;) {
    const rows = due(app.db).all({ now: app.now() });
    if (rows.length === 0) return;
    await Promise.all(rows.map((row) => fetchOne(app, row)));
  }
}

const due = prepared((db) =>
  db
    .select()
    .from(media)
    .where(and(isNotNull(media.nextAt), lte(media.nextAt, sql.placeholder('now'))))
    .orderBy(asc(media.nextAt))
    .limit(PARALLEL)
    .prepare(),
);

async function fetchOne(app: App, row: MediaRow): Promise<void> {
  if (row.attempts >= MAX_ATTEMPTS) return giveUp(app, row, NOT_FETCHED);
  const again = {
    attempts: row.attempts + 1,
    wait: Math.min(FIRST_RETRY_MS * 2 ** row.attempts, LONGEST_RETRY_MS),
  };
  postpone(app, row, again); // counted first: no photo ends the process for ever
  try {
    const { bytes, type } = await app.sms.fetchMedia(row.origin ?? '');
    const kept = await storeFile(app, bytes, type);
    transaction(app.db, () => {
      const { changes } = fetched(app.db).run({ id: row.id, ...kept });
      // deleted while it was on its way: the file has no row and goes with the next sweep
      if (changes === 0) noteGone(app.db).run({ file: kept.file });
      else if (row.messageId) bumpReadersOfMessages(app, [row.messageId]);
    });
  } catch (error) {
    const refused = error instanceof UnreadablePicture;
    const last = refused || (error instanceof FetchError && !error.retry) || again.attempts >= MAX_ATTEMPTS;
    const reason = (error as Error).message;
    app.log.warn({ media: row.id, attempts: again.attempts, again: !last, reason }, 'photo not fetched');
    if (last) giveUp(app, row, refused ? UNREADABLE_LINE : NOT_FETCHED);
    else postpone(app, row, again);
  }
}

const fetched = prepared((db) =>
  db.$client.prepare<unknown, Pick<MediaRow, 'id' | 'file' | 'type' | 'bytes' | 'width' | 'height'>>(`
    update media set file = $file, type = $type, bytes = $bytes, width = $width, height = $height,
           origin = null, next_at = null
     where id = $id`),
);
const noteGone = prepared((db) =>
  db.$client.prepare<unknown, { file: string }>('insert into files_to_delete values ($file)'),
);

const postpone = (app: App, { id }: MediaRow, { attempts, wait }: { attempts: number; wait: number }) =>
  postponed(app.db).run({ id, attempts, nextAt: app.now() + wait });

const postponed = prepared((db) =>
  db.$client.prepare<unknown, { id: number; attempts: number; nextAt: number }>(
    'update media set attempts = $attempts, next_at = $nextAt where id = $id',
  ),
);

/** The text stays, and says in a line of its own that something came with it. */
function giveUp(app: App, { id, messageId }: MediaRow, line: string): void {
  transaction(app.db, () => {
    app.db.delete(media).where(eq(media.id, id)).run();
    const message = messageId && app.db.select().from(messages).where(eq(messages.id, messageId)).get();
    if (!message) return;
    const content = appendLine(message.content, line);
    app.db.update(messages).set({ content }).where(eq(messages.id, message.id)).run();
    bumpReadersOfMessages(app, [message.id]);
  });
}

/** Drops uploads that no message came for. */
export const deleteUnusedUploads = (app: App) =>
  app.db
    .delete(media)
    .where(and(isNull(media.messageId), lt(media.createdAt, app.now() - WAITS_MS)))
    .run();

/** Puts a file that somebody sent on our disk, to be downloaded if it is no image. Throws Unreadable. */
export async function storeFile(app: App, input: Uint8Array<ArrayBuffer>, declared: string) {
  const type = declaredType(declared);
  const kept = (await reencodeImage(input, type)) ?? { bytes: input, type, width: null, height: null };
  if (FILM.test(await typeOf(kept.bytes))) blankVideoMetadata(kept.bytes);
  return { ...kept, file: writeMediaFile(app, kept.bytes), bytes: kept.bytes.length };
}

/** An image without what it says of where it was taken; null for what is no image. An image that we cannot draw anew is Unreadable. */
export async function reencodeImage(input: Uint8Array<ArrayBuffer>, type: string): Promise<Picture | null> {
  const picture = await reencode(input);
  if (!picture && [type, await typeOf(input)].some((kind) => kind.startsWith('image/')))
    throw new UnreadablePicture();
  const moving = picture && stripGifMetadata(input);
  return moving ? { ...picture, bytes: moving, type: 'image/gif' } : picture;
}

/** What phones film; the boxes of all of these are alike. */
const FILM = /^video\/(mp4|quicktime|3gpp2?|x-m4v)$/;

/** How much of a file tells what it is. */
const BEGINNING = 4096;

/** What a file is by how it begins, whatever it is called. */
const typeOf = async (bytes: Uint8Array) =>
  (await fileTypeFromBuffer(bytes.subarray(0, BEGINNING)))?.mime ?? '';

/** A picture that cannot be drawn anew, and so is not kept. */
export class UnreadablePicture extends VisibleError {
  constructor() {
    super(
      'UNSUPPORTED_MEDIA_TYPE',
      `This picture cannot be read here. Send it as JPEG, PNG, WebP, GIF or HEIC, with at most ${MAX_PIXELS / 1e6} megapixels.`,
    );
  }
}

/** What the message of such a picture says instead. */
export const UNREADABLE_LINE = '(A picture came with this that cannot be read here.)';
const NOT_FETCHED = '(A file came with this that could not be fetched.)';

/** The content of a message with one more line. */
export const appendLine = (content: string, line: string) => (content ? `${content}\n${line}` : line);

/** What the sender says it is, without parameters. It decides an icon and a player, never how a browser treats the bytes. */
function declaredType(type: string): string {
  const plain = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z]+\/[\w.+-]{1,80}$/.test(plain) ? plain : 'application/octet-stream';
}

const fileName = (name: string) =>
  [...name.toWellFormed().replace(/[\p{C}/\\]/gu, '')].slice(-NAME_MAX).join('').trim() || null;
