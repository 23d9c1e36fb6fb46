import { afterCommit, prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { MEDIA_MAX } from '../contract/limits';
import { FetchError, type InboundText } from '../outside/gateway';
import { bumpReadersOfMessages } from '../users/versions';
import { countFiles } from './media';
import {
  appendLine,
  normaliseType,
  type StoredFile,
  storeFile,
  UNREADABLE_LINE,
  UnreadablePicture,
} from './storing';

const ATTEMPTS_MAX = 10;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;
const PARALLEL = 4;
const NOT_DOWNLOADED_LINE = '(A file came with this that could not be fetched.)';

type Download = { id: number; messageId: number | null; url: string; attempts: number };

/**
 * Queues the files of a text for download from the gateway, in the text's transaction (docs/product.md: Photos by
 * text). Files beyond the tenth of a message are dropped.
 */
export function queueDownloads(app: App, user: User, messageId: number, files: InboundText['media']): void {
  if (files.length === 0) return;
  const first = countFiles(app, messageId);
  for (const [index, { url, type }] of files.slice(0, MEDIA_MAX - first).entries())
    statements(app.db).insertDownload.run({
      user: user.id,
      message: messageId,
      position: first + index,
      type: normaliseType(type),
      url,
      now: app.now(),
    });
  afterCommit(app.db, () => app.wakeMedia());
}

/** Downloads the queued files that are due, a few at a time, until none is left. Failed ones are queued again. */
export async function downloadQueued(app: App): Promise<void> {
  for (;;) {
    const due = statements(app.db).findDue.all({ now: app.now() });
    if (due.length === 0) return;
    await Promise.all(due.map((row) => download(app, row)));
  }
}

async function download(app: App, row: Download): Promise<void> {
  if (row.attempts >= ATTEMPTS_MAX) return giveUp(app, row, NOT_DOWNLOADED_LINE);
  const attempts = row.attempts + 1;
  const wait = Math.min(FIRST_RETRY_MS * 2 ** row.attempts, LONGEST_RETRY_MS);
  const postpone = () => statements(app.db).postpone.run({ id: row.id, attempts, nextAt: app.now() + wait });
  postpone(); // the attempt is counted first, in case the photo crashes the process each time
  try {
    const { bytes, type } = await app.sms.fetchMedia(row.url);
    const stored = await storeFile(app, bytes, type);
    transaction(app.db, () => {
      const { changes } = statements(app.db).setDownloaded.run({ id: row.id, ...stored });
      // its message may have been deleted meanwhile
      if (changes === 0) statements(app.db).queueDeletion.run({ file: stored.file });
      else if (row.messageId) bumpReadersOfMessages(app, [row.messageId]);
    });
  } catch (error) {
    const unreadable = error instanceof UnreadablePicture;
    const permanent = unreadable || (error instanceof FetchError && !error.retry);
    const retry = !permanent && attempts < ATTEMPTS_MAX;
    app.log.warn(
      { media: row.id, attempts, retry, reason: (error as Error).message },
      'photo not downloaded',
    );
    if (retry) postpone();
    else giveUp(app, row, unreadable ? UNREADABLE_LINE : NOT_DOWNLOADED_LINE);
  }
}

/** Deletes a download and says so in a line of its message. */
function giveUp(app: App, { id, messageId }: Download, line: string): void {
  const { deleteDownload, findContent, setContent } = statements(app.db);
  transaction(app.db, () => {
    deleteDownload.run({ id });
    const message = messageId && findContent.get({ id: messageId });
    if (!message) return;
    setContent.run({ id: messageId, content: appendLine(message.content, line) });
    bumpReadersOfMessages(app, [messageId]);
  });
}

const statements = prepared(({ $client }) => ({
  insertDownload: $client.prepare<unknown, Record<string, string | number>>(`
    insert into media (user_id, message_id, position, type, origin, next_at, created_at)
    values ($user, $message, $position, $type, $url, $now, $now)`),
  findDue: $client.prepare<Download, { now: number }>(`
    select id, message_id as messageId, coalesce(origin, '') as url, attempts from media
     where next_at is not null and next_at <= $now order by next_at limit ${PARALLEL}`),
  postpone: $client.prepare<unknown, { id: number; attempts: number; nextAt: number }>(
    'update media set attempts = $attempts, next_at = $nextAt where id = $id',
  ),
  setDownloaded: $client.prepare<unknown, StoredFile & { id: number }>(`
    update media set file = $file, type = $type, bytes = $bytes, width = $width, height = $height,
           origin = null, next_at = null
     where id = $id`),
  queueDeletion: $client.prepare<unknown, { file: string }>('insert into files_to_delete values ($file)'),
  deleteDownload: $client.prepare<unknown, { id: number }>('delete from media where id = $id'),
  findContent: $client.prepare<{ content: string }, { id: number }>(
    'select content from messages where id = $id',
  ),
  setContent: $client.prepare<unknown, { id: number; content: string }>(
    'update messages set content = $content where id = $id',
  ),
}));
