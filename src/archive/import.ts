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
import { type Contents, HEADER, readJson } from './json';
import { readMarkdown } from './markdown';
import type { ArchivedMessage } from './messages';
import { boardKey, ensureAccount, findOrCreateSharedBoard, storeMessages, storePhone } from './store';

export type ImportResult = {
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
): Promise<ImportResult> {
  if (!existsSync(file)) throw new VisibleError('NOT_FOUND', `There is no file ${file}.`);
  const zip = (await startOf(file)) === ZIP_MAGIC ? await openZip(file, WHAT) : null;
  try {
    const contents = zip ? await readZip(zip, file) : await readTextFile(file);
    const total = await judge(contents, { as, zip, file });
    const done = { messages: 0, known: 0, people: 0, boards: 0 };
    const shared = transaction(app.db, () => {
      for (const person of contents.people) done.people += ensureAccount(app, person);
      for (const phone of contents.phones) storePhone(app, phone);
      const known = new Map<string, Board>();
      for (const board of contents.boards) {
        const { isNew, ...found } = findOrCreateSharedBoard(app, board);
        known.set(boardKey(board), found.board);
        done.boards += isNew ? 1 : 0;
      }
      return known;
    });
    for await (const batch of batches(contents.notes())) {
      const stored = await storeMessages(app, batch, { as, zip, shared });
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

async function readZip(zip: ZipReader, file: string): Promise<Contents> {
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

const onlyNotes = (notes: () => Iterable<ArchivedMessage> | AsyncIterable<ArchivedMessage>): Contents => ({
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
  { as, zip, file }: { as: User | null; zip: ZipReader | null; file: string },
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
