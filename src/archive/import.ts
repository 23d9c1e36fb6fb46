import { open } from 'node:fs/promises';
import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Progress } from '../backup/progress';
import type { Board } from '../boards/boards';
import { MEDIA_BYTES_MAX } from '../contract/limits';
import { VisibleError } from '../errors';
import { openZip, requireFile, type ZipReader } from '../zip';
import { DOCTYPE, readBookmarks } from './bookmarks';
import { readCsv } from './csv';
import { type ArchiveContents, HEADER, readJson } from './json';
import { readMarkdown } from './markdown';
import type { ArchivedMessage } from './messages';
import { findOrCreateSharedBoard, storePerson, storePhone } from './store-accounts';
import { boardKey, storeMessages } from './store-messages';
import { refusal } from './text-formats';

/**
 * Numbers of new messages, people and boards. `known` is the number of messages that were stored already,
 * `empty` the number of rows, notes and bookmarks without text and files, which are left out.
 */
export type ImportResult = {
  messages: number;
  known: number;
  empty: number;
  people: number;
  boards: number;
};

const ZIP_MAGIC = 'PK\x03\x04';
/** Bytes at the beginning of a file by which its format is recognised. */
const START_BYTES = 4096;
/** Maximum number of entries stored in one transaction. */
const BATCH = 500;

/**
 * Imports an export of Tagline, or a bookmark, CSV or Markdown file of another program (docs/product.md:
 * Export and import). `as` is the sender of the messages that name none. A message that is stored already is
 * not stored again, so an interrupted import can be repeated. The file is read twice: all entries are
 * checked before the first one is stored. The size of the file does not matter, because no more than a batch
 * is kept in memory. Throws a VisibleError that says where the file is wrong.
 */
export async function importFile(
  app: App,
  file: string,
  { as = null, progress = () => {} }: { as?: User | null; progress?: Progress } = {},
): Promise<ImportResult> {
  requireFile(file);
  const start = await readStart(file);
  if (start === '') throw refusal(file, 'it is empty.');
  const zip = start.startsWith(ZIP_MAGIC) ? await openZip(file, 'an export of Tagline') : null;
  const result = { messages: 0, known: 0, empty: 0, people: 0, boards: 0 };
  const skip = () => {
    result.empty += 1;
  };
  try {
    const contents = zip ? await readZip(zip, file, skip) : readTextFile(file, start, skip);
    const total = await validate(contents, { as, zip, file });
    result.empty = 0; // counted again while the messages are stored
    const shared = await storeAccounts(app, contents, result);
    for await (const batch of batches(contents.messages())) {
      const stored = await storeMessages(app, batch, { as, zip, shared });
      result.messages += stored;
      result.known += batch.length - stored;
      progress('Importing', result.messages + result.known, total);
    }
    return result;
  } finally {
    zip?.close();
  }
}

/**
 * Stores people, numbers and shared boards, and counts the new people and boards in `result`. Returns the
 * boards by `boardKey`.
 */
async function storeAccounts(
  app: App,
  { people, phones, boards }: ArchiveContents,
  result: ImportResult,
): Promise<Map<string, Board>> {
  const shared = new Map<string, Board>();
  const storeAll = async <T>(entries: AsyncIterable<T>, store: (entry: T) => void) => {
    for await (const batch of batches(entries)) transaction(app.db, () => batch.forEach(store));
  };
  await storeAll(people(), (person) => {
    if (storePerson(app, person)) result.people += 1;
  });
  await storeAll(phones(), (phone) => storePhone(app, phone));
  await storeAll(boards(), (board) => {
    const stored = findOrCreateSharedBoard(app, board);
    shared.set(boardKey(board), stored.board);
    if (stored.isNew) result.boards += 1;
  });
  return shared;
}

/** Returns the first bytes of a file as a string. */
async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readZip(zip: ZipReader, file: string, skip: () => void): Promise<ArchiveContents> {
  if (zip.has(HEADER)) return readJson(zip);
  if (zip.names.some((name) => name.endsWith('.md'))) return onlyMessages(() => readMarkdown(zip), skip);
  throw new VisibleError(
    'BAD_REQUEST',
    `${file} is not an export of Tagline, and contains no Markdown files.`,
  );
}

function readTextFile(file: string, start: string, skip: () => void): ArchiveContents {
  const isBookmarks = start.toUpperCase().includes(DOCTYPE.toUpperCase());
  return onlyMessages(() => (isBookmarks ? readBookmarks(file) : readCsv(file, start)), skip);
}

/**
 * Returns an archive without people, phones and boards. Calls `skip` for each message without text and
 * files, and leaves it out.
 */
const onlyMessages = (read: () => AsyncIterable<ArchivedMessage>, skip: () => void): ArchiveContents => ({
  people: nothing,
  phones: nothing,
  boards: nothing,
  async *messages() {
    for await (const message of read())
      if (message.content.trim() === '' && message.media.length === 0) skip();
      else yield message;
  },
});

async function* nothing() {}

/**
 * Reads all entries without storing them, and counts the messages. Throws a VisibleError for an invalid entry.
 */
async function validate(
  { people, phones, boards, messages }: ArchiveContents,
  { as, zip, file }: { as: User | null; zip: ZipReader | null; file: string },
): Promise<number> {
  for (const entries of [people, phones, boards]) for await (const _ of entries());
  let count = 0;
  for await (const { from, media } of messages()) {
    count += 1;
    if (!from && !as)
      throw new VisibleError(
        'BAD_REQUEST',
        `${file} does not name the sender of its messages: name the person with --as PHONE.`,
      );
    for (const { file } of media)
      if (!zip?.has(file) || zip.size(file) > MEDIA_BYTES_MAX)
        throw zip?.damaged(new Error(`${file} is missing or too large`));
  }
  return count;
}

async function* batches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
