import { and, desc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import { afterCommit, transaction } from '../../db/open';
import { filesToDelete, media, messages, type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { isDiskFull, notFound } from '../app/errors';
import { FetchError, type InboundText } from '../app/gateway';
import type { FailedDownload } from '../contract/admin';
import { MEDIA_MAX } from '../contract/limits';
import { maskPhone } from '../contract/people';
import { currentLineId, describeLine, gatewayOfLine } from '../outbox/lines';
import { fromDataUrl, toDataUrl } from '../outside/data-url';
import { bumpReadersOfMessages } from '../people/versions';
import { countFiles } from './media';
import {
  appendLine,
  normaliseType,
  removeLine,
  type StoredFile,
  storeFile,
  UNREADABLE_LINE,
  UnreadablePicture,
} from './storing';

/** If the process crashes this many times in succession while it downloads a file, the file is given up. */
const CRASHES_MAX = 10;
const FIRST_WAIT_MS = 5_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DISK_FULL_WAIT_MS = 60_000;
// A file can be downloaded only from the line (gateway account) over which it came. While this line is not
// configured, the download is tried again for this many milliseconds.
const WITHOUT_LINE_MS = 30 * DAY_MS;
const PARALLEL = 4;
const LISTED_MAX = 100;
const NOT_DOWNLOADED_LINE = '(A file came with this that could not be fetched.)';

type Download = Pick<
  typeof media.$inferSelect,
  'id' | 'messageId' | 'origin' | 'lineId' | 'unfinishedAttempts' | 'createdAt'
>;

const update = (app: App, id: number, changes: Partial<typeof media.$inferInsert>) =>
  app.db.update(media).set(changes).where(eq(media.id, id));

/** Call it in the transaction that stores the message. */
export function queueDownloads(app: App, user: User, messageId: number, files: InboundText['media']): void {
  if (files.length === 0) return;
  const first = countFiles(app, messageId);
  for (const [index, file] of files.slice(0, MEDIA_MAX - first).entries())
    app.db
      .insert(media)
      .values({
        userId: user.id,
        messageId,
        position: first + index,
        type: normaliseType(file.type),
        origin: 'url' in file ? file.url : toDataUrl(file),
        lineId: 'url' in file ? (file.lineId ?? currentLineId(app)) : null,
        nextAt: app.now(),
        createdAt: app.now(),
      })
      .run();
  afterCommit(app.db, () => app.wakeMedia());
}

export async function downloadQueued(app: App): Promise<void> {
  for (;;) {
    const due = findDue(app);
    if (due.length === 0) return;
    await Promise.all(due.map((row) => download(app, row)));
  }
}

function findDue(app: App): Download[] {
  const now = app.now();
  const isDue = or(lte(media.nextAt, now), gt(media.nextAt, now + DAY_MS));
  const isWaiting = and(isNotNull(media.nextAt), isDue, isNull(media.deletedMessageId));
  return app.db.select().from(media).where(isWaiting).orderBy(media.nextAt).limit(PARALLEL).all();
}

// without `origin`, which may be a file of megabytes
const FAILED = { id: media.id, failure: media.failure, nextAt: media.nextAt, createdAt: media.createdAt };
const HAS_FAILED = and(isNotNull(media.failure), isNull(media.deletedMessageId));

export const listFailedDownloads = (app: App): FailedDownload[] =>
  app.db
    .select({ ...FAILED, phone: users.phone })
    .from(media)
    .innerJoin(users, eq(users.id, media.userId))
    .where(HAS_FAILED)
    .orderBy(desc(media.id))
    .limit(LISTED_MAX)
    .all()
    .map(({ id, phone, failure, nextAt, createdAt }) => ({
      id,
      phoneNumber: maskPhone(phone),
      reason: failure ?? '',
      nextTry: nextAt === null ? null : new Date(nextAt).toISOString(),
      timestamp: new Date(createdAt).toISOString(),
    }));

export function retryDownload(app: App, id: number): void {
  transaction(app.db, () => {
    const row = app.db
      .select()
      .from(media)
      .where(and(eq(media.id, id), HAS_FAILED))
      .get();
    if (!row) throw notFound('Download');
    update(app, id, { unfinishedAttempts: 0, nextAt: app.now() }).run();
    if (row.nextAt === null)
      changeContent(app, row.messageId, (content) => removeLine(content, lineFor(row.failure)));
    afterCommit(app.db, () => app.wakeMedia());
  });
}

async function download(app: App, row: Download): Promise<void> {
  if (row.unfinishedAttempts >= CRASHES_MAX)
    return giveUp(app, row, 'The server stopped each time while it read this file.');
  const wait = waitAfter(app.now() - row.createdAt);
  // the try is counted before the download, in case the file crashes the process each time
  const unfinishedAttempts = row.unfinishedAttempts + 1;
  update(app, row.id, { unfinishedAttempts, nextAt: app.now() + wait }).run();
  try {
    const { bytes, type } = await fetchFile(app, row);
    finish(app, row, await storeFile(app, bytes, type));
  } catch (error) {
    const reason = isDiskFull(error) ? 'The disk of the server is full.' : (error as Error).message;
    const isPermanent =
      error instanceof UnreadablePicture ||
      (error instanceof FetchError && !error.retry) ||
      isExpired(app, row);
    const retry = isDiskFull(error) || !isPermanent;
    app.log.warn({ media: row.id, retry, reason }, 'photo not downloaded');
    if (!retry) return giveUp(app, row, reason);
    const nextAt = app.now() + (isDiskFull(error) ? DISK_FULL_WAIT_MS : wait);
    update(app, row.id, { unfinishedAttempts: 0, nextAt, failure: reason }).run();
  }
}

async function fetchFile(app: App, { origin, lineId }: Download) {
  const url = origin ?? '';
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

function finish(app: App, { id, messageId }: Download, stored: StoredFile): void {
  transaction(app.db, () => {
    const done = { origin: null, nextAt: null, unfinishedAttempts: 0, failure: null };
    const row = update(app, id, { ...stored, ...done })
      .returning()
      .get();
    // the message was perhaps deleted meanwhile, and the row with it
    if (!row) return void app.db.insert(filesToDelete).values({ file: stored.file }).run();
    if (messageId) bumpReadersOfMessages(app, [messageId]);
  });
}

/** Only an operator can start another try. */
function giveUp(app: App, { id, messageId }: Download, reason: string): void {
  transaction(app.db, () => {
    app.db
      .update(media)
      .set({ unfinishedAttempts: 0, nextAt: null, failure: reason })
      // a file whose message was deleted meanwhile is tried again if the deletion is taken back
      .where(and(eq(media.id, id), isNull(media.deletedMessageId)))
      .run();
    changeContent(app, messageId, (content) => appendLine(content, lineFor(reason)));
  });
}

function changeContent(app: App, messageId: number | null, change: (content: string) => string): void {
  const message = messageId && app.db.select().from(messages).where(eq(messages.id, messageId)).get();
  if (!message) return;
  const content = change(message.content);
  app.db.update(messages).set({ content }).where(eq(messages.id, messageId)).run();
  bumpReadersOfMessages(app, [messageId]);
}

const lineFor = (reason: string | null): string =>
  reason === new UnreadablePicture().message ? UNREADABLE_LINE : NOT_DOWNLOADED_LINE;
