import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Progress } from '../backup/progress';
import type { Board } from '../boards/boards';
import { MEDIA_BYTES_MAX } from '../contract/limits';
import { VisibleError } from '../errors';
import { openZip, type ZipReader } from '../zip';
import { DOCTYPE, readBookmarks } from './bookmarks';
import { readCsv } from './csv';
import { type ArchiveContents, HEADER, readJson } from './json';
import { readMarkdown } from './markdown';
import type { ArchivedMessage } from './messages';
import { findOrCreateSharedBoard, storePerson, storePhone } from './store-accounts';
import { boardKey, storeMessages } from './store-messages';

/** Numbers of new messages, people and boards. `known` is the number of messages that were stored already. */
export type ImportResult = {
  messages: number;
  known: number;
  people: number;
  boards: number;
};

const ZIP_MAGIC = 'PK\x03\x04';
/** Number of messages that are stored in one transaction. */
const BATCH = 500;

/**
 * Imports an export of Tagline, or a bookmark, CSV or Markdown file of another program (docs/product.md:
 * Export and import). `as` is the sender of the messages that name none. A message that is stored already is
 * not stored again, so an interrupted import can be repeated. All messages are read and checked before the
 * first one is stored. Throws a VisibleError that says where the file is wrong.
 */
export async function importFile(
  app: App,
  file: string,
  { as = null, progress = () => {} }: { as?: User | null; progress?: Progress } = {},
): Promise<ImportResult> {
  if (!existsSync(file)) throw new VisibleError('NOT_FOUND', `There is no file ${file}.`);
  const zip = (await readMagic(file)) === ZIP_MAGIC ? await openZip(file, 'an export of Tagline') : null;
  try {
    const contents = zip ? await readZip(zip, file) : await readTextFile(file);
    const total = await validate(contents, { as, zip, file });
    const result = { messages: 0, known: 0, people: 0, boards: 0 };
    const shared = transaction(app.db, () => {
      for (const person of contents.people) if (storePerson(app, person)) result.people += 1;
      for (const phone of contents.phones) storePhone(app, phone);
      const shared = new Map<string, Board>();
      for (const board of contents.boards) {
        const stored = findOrCreateSharedBoard(app, board);
        shared.set(boardKey(board), stored.board);
        if (stored.isNew) result.boards += 1;
      }
      return shared;
    });
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

/** Returns the first bytes of a file as a string. */
async function readMagic(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(ZIP_MAGIC.length), 0, ZIP_MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function readZip(zip: ZipReader, file: string): Promise<ArchiveContents> {
  if (zip.names.includes(HEADER)) return readJson(zip);
  if (zip.names.some((name) => name.endsWith('.md'))) return onlyMessages(() => readMarkdown(zip));
  throw new VisibleError(
    'BAD_REQUEST',
    `${file} is not an export of Tagline, and contains no Markdown files.`,
  );
}

async function readTextFile(file: string): Promise<ArchiveContents> {
  const text = await Bun.file(file).text();
  const isBookmarks = text.slice(0, 1000).toUpperCase().includes(DOCTYPE.toUpperCase());
  const messages = isBookmarks ? readBookmarks(text, file) : readCsv(text, file);
  return onlyMessages(() => messages);
}

/** Returns an archive that has only messages. */
const onlyMessages = (
  messages: () => Iterable<ArchivedMessage> | AsyncIterable<ArchivedMessage>,
): ArchiveContents => ({
  people: [],
  phones: [],
  boards: [],
  async *messages() {
    yield* messages();
  },
});

/** Reads and counts all messages without storing them. Throws a VisibleError for an invalid message. */
async function validate(
  { messages }: ArchiveContents,
  { as, zip, file }: { as: User | null; zip: ZipReader | null; file: string },
): Promise<number> {
  let count = 0;
  for await (const { from, media } of messages()) {
    count += 1;
    if (!from && !as)
      throw new VisibleError(
        'BAD_REQUEST',
        `${file} does not name the sender of its messages: name the person with --as PHONE.`,
      );
    for (const { file } of media)
      if (!zip?.names.includes(file) || zip.size(file) > MEDIA_BYTES_MAX)
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
