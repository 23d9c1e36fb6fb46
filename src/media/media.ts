import { prepared } from '../../db/open';
import type { media, User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { LISTED_WORDS_MAX, MEDIA_MAX } from '../contract/limits';
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
  'id' | 'type' | 'name' | 'width' | 'height' | 'placeholder' | 'alt' | 'words'
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
    throw new VisibleError('token_limited_to_boards', 'An access token for some boards cannot attach files.');
  for (const [position, id] of [...new Set(ids)].entries())
    attach(app, { message: messageId, position, id, user: user.id });
}

function attach(app: App, upload: Attached): void {
  const { changes } = statements(app.db).attachUpload.run(upload);
  if (changes === 0)
    throw new VisibleError('file_not_attachable', 'One of these files is not there to attach.');
}

/**
 * Returns false if nothing changes. A file that is left out becomes an upload again, so that the edit can be undone;
 * one that is still to be downloaded stays, as the last one.
 */
export function replaceFiles(app: App, user: User, messageId: number, ids: number[]): boolean {
  const { listStored, detach, makeRoom, setPosition } = statements(app.db);
  const before = listStored.all({ message: messageId }).map(({ id }) => id);
  const after = [...new Set(ids)];
  if (before.join() === after.join()) return false;
  const added = after.filter((id) => !before.includes(id));
  if (user.byToken && added.length > 0)
    throw new VisibleError('token_limited_to_boards', 'An access token for some boards cannot attach files.');
  detach.run({ message: messageId, kept: JSON.stringify(after), now: app.now() });
  makeRoom.run({ message: messageId });
  for (const [position, id] of after.entries())
    if (before.includes(id)) setPosition.run({ id, position });
    else attach(app, { message: messageId, position, id, user: user.id });
  if (countFiles(app, messageId) > MEDIA_MAX)
    throw new VisibleError('too_many_files', `A message can have at most ${MEDIA_MAX} files.`);
  return true;
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

export const toMedia = ({
  id,
  type,
  name,
  width,
  height,
  file,
  placeholder,
  alt,
  words,
}: FileColumns): Media => ({
  id,
  url: `/api/media/${id}`,
  type,
  name,
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

export const FILE_COLUMNS = `id, type, name, width, height, file, placeholder, alt,
                             substr(words, 1, ${LISTED_WORDS_MAX}) as words`;

export const FILE_JSON = `
  json_object('id', id, 'type', type, 'name', name, 'width', width, 'height', height, 'file', file, 'placeholder', placeholder,
              'alt', alt, 'words', substr(words, 1, ${LISTED_WORDS_MAX}))`;

/** Null if there are no files. */
export const FILES_JSON = `
  (select json_group_array(${FILE_JSON} order by position) from media
    where message_id = m.id and file is not null having count(*) > 0)`;

export const cleanFileName = (name: string) =>
  [...name.toWellFormed().replace(/[\p{C}/\\]/gu, '')].slice(-NAME_MAX).join('').trim() || null;

type Attached = { message: number; position: number; id: number; user: number };

const statements = prepared(({ $client }) => ({
  insertUpload: $client.prepare<FileColumns, Record<string, string | number | null>>(`
    insert into media (user_id, name, type, file, bytes, width, height, placeholder, words, created_at)
    values ($user, $name, $type, $file, $bytes, $width, $height, $placeholder, $words, $now)
    returning ${FILE_COLUMNS}`),
  attachUpload: $client.prepare<unknown, Attached>(`
    update media set message_id = $message, position = $position
     where id = $id and user_id = $user and message_id is null and deleted_message_id is null`),
  listStored: $client.prepare<{ id: number }, { message: number }>(
    'select id from media where message_id = $message and file is not null order by position',
  ),
  detach: $client.prepare<unknown, { message: number; kept: string; now: number }>(`
    update media set message_id = null, created_at = $now
     where message_id = $message and file is not null and id not in (select value from json_each($kept))`),
  makeRoom: $client.prepare<unknown, { message: number }>(`
    update media set position = position + ${MEDIA_MAX} where message_id = $message`),
  setPosition: $client.prepare<unknown, { id: number; position: number }>(
    'update media set position = $position where id = $id',
  ),
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
