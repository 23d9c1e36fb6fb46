import { prepared } from '../../db/open';
import type { media, User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { LISTED_WORDS_MAX } from '../contract/limits';
import type { Media } from '../contract/media';
import { isForToken, tokenOf } from '../people/auth/token-boards';
import { requireRoom } from '../people/storage';
import { type FileBytes, storeFile } from './storing';

const UPLOAD_LIFE_MS = 24 * 3_600_000;
const NAME_MAX = 100;
const VERSION_LENGTH = 8;

/** `size`: number of bytes, if they are read later. */
type Upload = { bytes: FileBytes; size?: number; type: string; name: string | null };
export type FileColumns = { file: string } & Pick<
  typeof media.$inferSelect,
  'id' | 'type' | 'width' | 'height' | 'placeholder' | 'alt' | 'words'
>;
export type ReadableFile = { id: number; type: string; name: string | null; file: string };

export async function storeUpload(app: App, user: User, { bytes, size, type, name }: Upload): Promise<Media> {
  chargeRateLimits(app, { 'file from a person a day': user.id });
  requireRoom(app, user, { bytes: size ?? bytes.length });
  const stored = await storeFile(app, user.id, bytes, type);
  const upload = { user: user.id, name: name && cleanFileName(name), ...stored, now: app.now() };
  return toMedia(statements(app.db).insertUpload.get(upload)!);
}

/** Call it in the transaction that stores the message. */
export function attachUploads(app: App, user: User, messageId: number, ids: number[]): void {
  if (user.byToken && ids.length > 0)
    throw new VisibleError('FORBIDDEN', 'An access token for some boards cannot attach files.');
  for (const [position, id] of [...new Set(ids)].entries()) {
    const upload = { message: messageId, position, id, user: user.id };
    const { changes } = statements(app.db).attachUpload.run(upload);
    if (changes === 0) throw new VisibleError('BAD_REQUEST', 'One of these files is not there to attach.');
  }
}

/** Includes files that are still to be downloaded, but not files whose download was given up. */
export const countFiles = (app: App, messageId: number): number =>
  statements(app.db).countFiles.get({ message: messageId })?.files ?? 0;

export function findFile(app: App, viewer: User, id: number): ReadableFile {
  const file = statements(app.db).findReadableFile.get({ id, viewer: viewer.id, token: tokenOf(viewer) });
  if (!file) throw notFound('Media');
  return file;
}

/** Meanwhile nobody can read these files, and their unfinished downloads wait. */
export const setFilesAside = (app: App, messageIds: number[]) =>
  statements(app.db).setAside.run({ messages: JSON.stringify(messageIds) });

export const giveFilesBack = (app: App, messageIds: number[]) =>
  statements(app.db).giveBack.run({ messages: JSON.stringify(messageIds) });

export function deleteUnusedUploads(app: App): void {
  const now = app.now();
  statements(app.db).deleteUploadsOutside.run({ from: now - UPLOAD_LIFE_MS, to: now + UPLOAD_LIFE_MS });
}

export const toMedia = ({ id, type, width, height, file, placeholder, alt, words }: FileColumns): Media => ({
  id,
  url: `/api/media/${id}`,
  type,
  width,
  height,
  resized: isPicture(type) ? `/api/media/${id}/{width}?v=${versionOf(file)}` : null,
  placeholder: placeholder || null,
  alt,
  words: words || null,
});

export const toMediaList = (files: string | null): Media[] =>
  files === null ? [] : (JSON.parse(files) as FileColumns[]).map(toMedia);

/**
 * After a restore of a backup, a new file can get the id of an older file that a browser still has in its
 * cache.
 */
export const versionOf = (file: string): string => file.slice(0, VERSION_LENGTH);

export const isPicture = (type: string): boolean => type.startsWith('image/');

export const FILE_COLUMNS = `id, type, width, height, file, placeholder, alt,
                             substr(words, 1, ${LISTED_WORDS_MAX}) as words`;

export const FILE_JSON = `
  json_object('id', id, 'type', type, 'width', width, 'height', height, 'file', file, 'placeholder', placeholder,
              'alt', alt, 'words', substr(words, 1, ${LISTED_WORDS_MAX}))`;

/** Null if there are no files. */
export const FILES_JSON = `
  (select json_group_array(${FILE_JSON} order by position) from media
    where message_id = m.id and file is not null having count(*) > 0)`;

const cleanFileName = (name: string) =>
  [...name.toWellFormed().replace(/[\p{C}/\\]/gu, '')].slice(-NAME_MAX).join('').trim() || null;

const statements = prepared(({ $client }) => ({
  insertUpload: $client.prepare<FileColumns, Record<string, string | number | null>>(`
    insert into media (user_id, name, type, file, bytes, width, height, placeholder, words, created_at)
    values ($user, $name, $type, $file, $bytes, $width, $height, $placeholder, $words, $now)
    returning ${FILE_COLUMNS}`),
  attachUpload: $client.prepare<unknown, { message: number; position: number; id: number; user: number }>(`
    update media set message_id = $message, position = $position
     where id = $id and user_id = $user and message_id is null and deleted_message_id is null`),
  countFiles: $client.prepare<{ files: number }, { message: number }>(
    'select count(*) as files from media where message_id = $message and (file is not null or next_at is not null)',
  ),
  findReadableFile: $client.prepare<ReadableFile, { id: number; viewer: number; token: number | null }>(`
    select f.id, f.type, f.name, f.file from media f
     where f.id = $id and f.file is not null and (
       (f.message_id is null and f.deleted_message_id is null and f.user_id = $viewer and $token is null) or exists (
         select 1 from visible_messages v
          where v.message_id = f.message_id and v.reader_id = $viewer and ${isForToken('v.board_id')}))`),
  setAside: $client.prepare<unknown, { messages: string }>(`
    update media set deleted_message_id = message_id, message_id = null
     where message_id in (select value from json_each($messages))`),
  giveBack: $client.prepare<unknown, { messages: string }>(`
    update media set message_id = deleted_message_id, deleted_message_id = null
     where deleted_message_id in (select value from json_each($messages))`),
  deleteUploadsOutside: $client.prepare<unknown, { from: number; to: number }>(
    `delete from media where message_id is null and deleted_message_id is null
        and (created_at < $from or created_at > $to)`,
  ),
}));
