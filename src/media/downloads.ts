import { afterCommit, prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { diskErrorOf } from '../app/disk-errors';
import { notFound } from '../app/errors';
import { FetchError, type InboundText } from '../app/gateway';
import type { FailedDownload } from '../contract/admin';
import { MEDIA_MAX } from '../contract/limits';
import { maskPhone } from '../contract/people';
import { emitOfMessages } from '../outbox/hooks';
import { currentLineId, describeLine, gatewayOfLine } from '../outbox/lines';
import { fromDataUrl, toDataUrl } from '../outside/data-url';
import { findLacking, tellOfNoRoom } from '../people/storage';
import { findUser } from '../people/users';
import { bumpReadersOfMessages } from '../people/versions';
import { cleanFileName, countFiles } from './media';
import { isMediaAway } from './place/state';
import {
  appendLine,
  removeLine,
  type StoredFile,
  storeFile,
  UNREADABLE_LINE,
  UnreadablePicture,
} from './storing';
import { normaliseType } from './types';

/** If the process crashes this many times in succession while it downloads a file, the file is given up. */
const CRASHES_MAX = 10;
const FIRST_WAIT_MS = 5_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DISK_WAIT_MS = 60_000;
const AWAY_WAIT_MS = 10_000;
// A file can be downloaded only from the line (gateway account) over which it came. While this line is not
// configured, the download is tried again for this many milliseconds.
const WITHOUT_LINE_MS = 30 * DAY_MS;
const PARALLEL = 4;
const LISTED_MAX = 100;
const NO_ROOM = 'The person may keep no more files.';
const NO_ROOM_LINE = '(A file came with this that there was no room for.)';
const NOT_DOWNLOADED_LINE = '(A file came with this that could not be fetched.)';

type Download = {
  id: number;
  userId: number;
  messageId: number | null;
  url: string;
  lineId: number | null;
  unfinishedAttempts: number;
  createdAt: number;
};

/** Call it in the transaction that stores the message. */
export function queueDownloads(app: App, user: User, messageId: number, files: InboundText['media']): void {
  if (files.length === 0) return;
  const first = countFiles(app, messageId);
  for (const [index, file] of files.slice(0, MEDIA_MAX - first).entries())
    statements(app.db).insertDownload.run({
      user: user.id,
      message: messageId,
      position: first + index,
      type: normaliseType(file.type),
      name: 'name' in file && file.name ? cleanFileName(file.name) : null,
      url: 'url' in file ? file.url : toDataUrl(file),
      line: 'url' in file ? (file.lineId ?? currentLineId(app)) : null,
      now: app.now(),
    });
  afterCommit(app.db, () => app.wakeMedia());
}

export async function downloadQueued(app: App): Promise<void> {
  for (;;) {
    const due = statements(app.db).findDue.all({ now: app.now() });
    if (due.length === 0) return;
    await Promise.all(due.map((row) => download(app, row)));
  }
}

export const listFailedDownloads = (app: App): FailedDownload[] =>
  statements(app.db)
    .listFailed.all()
    .map(({ id, phone, failure, nextAt, createdAt }) => ({
      id,
      phoneNumber: maskPhone(phone),
      reason: failure,
      nextTry: nextAt === null ? null : new Date(nextAt).toISOString(),
      timestamp: new Date(createdAt).toISOString(),
    }));

export function retryDownload(app: App, id: number): void {
  transaction(app.db, () => {
    const row = statements(app.db).findFailed.get({ id });
    if (!row) throw notFound('Download');
    statements(app.db).retry.run({ id, now: app.now() });
    if (row.givenUp)
      changeContent(app, row.messageId, (content) => removeLine(content, lineFor(row.failure)));
    afterCommit(app.db, () => app.wakeMedia());
  });
}

async function download(app: App, row: Download): Promise<void> {
  if (row.unfinishedAttempts >= CRASHES_MAX)
    return giveUp(app, row, 'The server stopped each time while it read this file.');
  const wait = waitAfter(app.now() - row.createdAt);
  // the try is counted before the download, in case the file crashes the process each time
  statements(app.db).begin.run({ id: row.id, nextAt: app.now() + wait });
  try {
    const { bytes, type } = await fetchFile(app, row);
    finish(app, row, await storeFile(app, row.userId, bytes, type));
  } catch (error) {
    const disk = diskErrorOf(error);
    const reason = disk ? `${disk.fact} (${disk.code}).` : (error as Error).message;
    const isPermanent =
      error instanceof UnreadablePicture ||
      (error instanceof FetchError && !error.retry) ||
      isExpired(app, row);
    const ourWait = disk ? DISK_WAIT_MS : isMediaAway(error) ? AWAY_WAIT_MS : null;
    const retry = ourWait !== null || !isPermanent;
    app.log.warn({ media: row.id, retry, reason }, 'photo not downloaded');
    if (!retry) return giveUp(app, row, reason);
    const nextAt = app.now() + (ourWait ?? wait);
    statements(app.db).postpone.run({ id: row.id, nextAt, reason });
  }
}

async function fetchFile(app: App, { url, lineId }: Download) {
  if (url.startsWith('data:')) return fromDataUrl(url);
  const gateway = gatewayOfLine(app, lineId);
  if (gateway) return gateway.fetchMedia(url);
  const line = describeLine(app, lineId);
  throw new FetchError(`It is at ${line}: set the settings of that line again beside SMS_GATEWAY.`, true);
}

/** The age is negative if the clock was set back. */
const waitAfter = (age: number): number =>
  Math.abs(age) >= DAY_MS ? DAY_MS : Math.min(Math.max(Math.abs(age), FIRST_WAIT_MS), HOUR_MS);

const isExpired = (app: App, { createdAt, lineId }: Download) =>
  app.now() - createdAt > (gatewayOfLine(app, lineId)?.mediaLifeMs ?? WITHOUT_LINE_MS);

function finish(app: App, row: Download, stored: StoredFile): void {
  const { id, userId, messageId } = row;
  transaction(app.db, () => {
    const lacking = findLacking(app, { id: userId }, stored);
    const user = lacking && findUser(app, userId);
    if (user) {
      statements(app.db).queueDeletion.run({ file: stored.file });
      giveUp(app, row, NO_ROOM);
      return tellOfNoRoom(app, user.phone, lacking);
    }
    const { changes } = statements(app.db).setDownloaded.run({ id, ...stored });
    // the message was perhaps deleted meanwhile, and the row with it
    if (changes === 0) return void statements(app.db).queueDeletion.run({ file: stored.file });
    if (messageId) bumpAndTell(app, messageId);
  });
}

/** Only an operator can start another try. */
function giveUp(app: App, { id, messageId }: Download, reason: string): void {
  transaction(app.db, () => {
    statements(app.db).giveUp.run({ id, reason });
    changeContent(app, messageId, (content) => appendLine(content, lineFor(reason)));
  });
}

function changeContent(app: App, messageId: number | null, change: (content: string) => string): void {
  const message = messageId && statements(app.db).findContent.get({ id: messageId });
  if (!message) return;
  statements(app.db).setContent.run({ id: messageId, content: change(message.content) });
  bumpAndTell(app, messageId);
}

function bumpAndTell(app: App, messageId: number): void {
  bumpReadersOfMessages(app, [messageId]);
  emitOfMessages(app, 'message.updated', [messageId]);
}

function lineFor(reason: string): string {
  if (reason === NO_ROOM) return NO_ROOM_LINE;
  return reason === new UnreadablePicture().message ? UNREADABLE_LINE : NOT_DOWNLOADED_LINE;
}

const statements = prepared(({ $client }) => ({
  insertDownload: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into media (user_id, message_id, position, type, name, origin, line_id, next_at, created_at)
    values ($user, $message, $position, $type, $name, $url, $line, $now, $now)`),
  findDue: $client.prepare<Download, { now: number }>(`
    select id, user_id as userId, message_id as messageId, coalesce(origin, '') as url, line_id as lineId, unfinished_attempts as unfinishedAttempts,
           created_at as createdAt
      from media where next_at is not null and (next_at <= $now or next_at > $now + ${DAY_MS})
       and deleted_message_id is null
     order by next_at limit ${PARALLEL}`),
  begin: $client.prepare<unknown, { id: number; nextAt: number }>(
    'update media set unfinished_attempts = unfinished_attempts + 1, next_at = $nextAt where id = $id',
  ),
  postpone: $client.prepare<unknown, { id: number; nextAt: number; reason: string }>(
    'update media set unfinished_attempts = 0, next_at = $nextAt, failure = $reason where id = $id',
  ),
  // Skips a file whose message was deleted meanwhile, so that the file is tried again if the deletion is
  // taken back.
  giveUp: $client.prepare<unknown, { id: number; reason: string }>(`
    update media set unfinished_attempts = 0, next_at = null, failure = $reason
     where id = $id and deleted_message_id is null`),
  findFailed: $client.prepare<
    { messageId: number | null; failure: string; givenUp: number },
    { id: number }
  >(`
    select message_id as messageId, failure, next_at is null as givenUp from media
     where id = $id and failure is not null and deleted_message_id is null`),
  retry: $client.prepare<unknown, { id: number; now: number }>(
    'update media set unfinished_attempts = 0, next_at = $now where id = $id',
  ),
  listFailed: $client.prepare<
    { id: number; phone: string; failure: string; nextAt: number | null; createdAt: number },
    []
  >(`
    select f.id, u.phone, f.failure, f.next_at as nextAt, f.created_at as createdAt
      from media f join users u on u.id = f.user_id
     where f.failure is not null and f.deleted_message_id is null order by f.id desc limit ${LISTED_MAX}`),
  setDownloaded: $client.prepare<unknown, StoredFile & { id: number }>(`
    update media set file = $file, type = $type, bytes = $bytes, width = $width, height = $height,
           placeholder = $placeholder, words = $words, origin = null, next_at = null, unfinished_attempts = 0, failure = null
     where id = $id`),
  queueDeletion: $client.prepare<unknown, { file: string }>('insert into files_to_delete values ($file)'),
  findContent: $client.prepare<{ content: string }, { id: number }>(
    'select content from messages where id = $id',
  ),
  setContent: $client.prepare<unknown, { id: number; content: string }>(
    'update messages set content = $content where id = $id',
  ),
}));
