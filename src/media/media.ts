import { and, asc, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { media, type User } from '../../db/schema';
import type { App } from '../app';
import { MEDIA_MAX } from '../contract/limits';
import { notFound, VisibleError } from '../errors';
import { take } from '../outbox/limits';
import { FetchError, type InboundText } from '../outside/gateway';
import { save } from './files';
import { reencode } from './images';

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
         select 1 from placements p join memberships v on v.board_id = p.board_id and v.user_id = $viewer
          where p.message_id = f.message_id))`),
);

/** A file that this user may read: their own upload, or one of a message on a board they are on. Else 404 (design 5). */
export function mediaFor(app: App, viewer: User, id: number): StoredFile {
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
  take(app, [['file from a person a day', String(user.id)]]);
  const kept = await keep(app, upload.bytes, upload.type);
  const name = upload.name && fileName(upload.name);
  return app.db
    .insert(media)
    .values({ userId: user.id, name, ...kept, createdAt: app.now() })
    .returning()
    .get();
}

/** Makes uploads part of a message, in this order, in the transaction of the message. Throws 400 for any that is not this user's or not free. */
export function attach(app: App, user: User, messageId: number, ids: number[]): void {
  for (const [position, id] of [...new Set(ids)].entries()) {
    const { changes } = app.db.$client
      .prepare(
        'update media set message_id = ?, position = ? where id = ? and user_id = ? and message_id is null',
      )
      .run(messageId, position, id, user.id);
    if (changes === 0) throw new VisibleError('BAD_REQUEST', 'One of these files is not there to attach.');
  }
}

/** Notes the photos of a text, in the text's transaction; they are fetched after the commit. Ten a message, as in design 6. */
export function expectMedia(app: App, user: User, messageId: number, files: InboundText['media']): void {
  if (files.length === 0) return;
  const { already } = app.db
    .select({ already: sql<number>`count(*)` })
    .from(media)
    .where(eq(media.messageId, messageId))
    .get() ?? { already: 0 };
  const createdAt = app.now();
  for (const [index, { url, type }] of files.slice(0, MEDIA_MAX - already).entries())
    app.db
      .insert(media)
      .values({
        userId: user.id,
        messageId,
        position: already + index,
        type: declaredType(type),
        origin: url,
        nextAt: createdAt,
        createdAt,
      })
      .run();
  queueMicrotask(() => app.wakeMedia()); // when the transaction has ended
}

/** Fetches what texts have brought and is due, a few at a time, until nothing is left. What fails comes again later. */
export async function fetchExpected(app: App): Promise<void> {
  for (;;) {
    const due = app.db
      .select()
      .from(media)
      .where(and(isNotNull(media.nextAt), lte(media.nextAt, app.now())))
      .orderBy(asc(media.nextAt))
      .limit(PARALLEL)
      .all();
    if (due.length === 0) return;
    await Promise.all(due.map((row) => fetchOne(app, row)));
  }
}

async function fetchOne(app: App, row: MediaRow): Promise<void> {
  try {
    const { bytes, type } = await app.sms.fetchMedia(row.origin ?? '');
    const kept = await keep(app, bytes, type);
    transaction(app.db, () => {
      const { changes } = app.db.$client
        .prepare(
          `update media set file = ?, type = ?, bytes = ?, width = ?, height = ?, origin = null, next_at = null
            where id = ?`,
        )
        .run(kept.file, kept.type, kept.bytes, kept.width, kept.height, row.id);
      // deleted while it was on its way: the file has no row and goes with the next sweep
      if (changes === 0) app.db.$client.prepare('insert into media_gone values (?)').run(kept.file);
      else showToReaders(app.db).run({ message: row.messageId });
    });
  } catch (error) {
    const attempts = row.attempts + 1;
    const again = !(error instanceof FetchError && !error.retry) && attempts < MAX_ATTEMPTS;
    const wait = Math.min(FIRST_RETRY_MS * 2 ** row.attempts, LONGEST_RETRY_MS);
    app.log.warn({ media: row.id, attempts, again, reason: (error as Error).message }, 'photo not fetched');
    app.db
      .update(media)
      .set({ attempts, nextAt: again ? app.now() + wait : null })
      .where(eq(media.id, row.id))
      .run();
  }
}

const showToReaders = prepared((db) =>
  db.$client.prepare<unknown, { message: number | null }>(`
    update users set version = version + 1 where id in (
      select v.user_id from placements p join memberships v using (board_id) where p.message_id = $message)`),
);

/** Drops uploads that no message came for. */
export const forgetUploads = (app: App) =>
  app.db
    .delete(media)
    .where(and(isNull(media.messageId), lt(media.createdAt, app.now() - WAITS_MS)))
    .run();

/** Images are drawn anew; everything else is kept as it came, to be downloaded and never shown as an image. */
async function keep(app: App, input: Uint8Array<ArrayBuffer>, declared: string) {
  const picture = await reencode(input);
  const { bytes, type, width, height } = picture ?? {
    bytes: input,
    type: declaredType(declared).replace(/^image\/.*/, UNKNOWN_TYPE),
    width: null,
    height: null,
  };
  return { file: save(app, bytes), type, bytes: bytes.length, width, height };
}

const UNKNOWN_TYPE = 'application/octet-stream';

/** What the sender says it is, without parameters. It decides an icon and a player, never how a browser treats the bytes. */
function declaredType(type: string): string {
  const plain = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z]+\/[\w.+-]{1,80}$/.test(plain) ? plain : UNKNOWN_TYPE;
}

const fileName = (name: string) =>
  [...name.toWellFormed().replace(/[\p{C}/\\]/gu, '')].slice(-NAME_MAX).join('').trim() || null;
