import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { requireOutputFile } from '../app/data-folder/output';
import { VisibleError } from '../app/errors';
import { createZip } from '../app/zip';
import type { Progress } from '../operators/backup/progress';
import { zoneOf } from '../people/time-zone';
import { writeBookmarks } from './bookmarks';
import { writeCsv } from './csv';
import { FORMATS, type Format } from './export-formats';
import { writeJson } from './json';
import { writeKarakeep } from './karakeep';
import { writeMarkdown } from './markdown';
import { MediaFolder, type Named } from './media-folder';
import { MemosFiles, writeMemos } from './memos';
import { countMessages, readMessages } from './messages';
import { nameAttachment, writeObsidian } from './obsidian';

const LINES_AT_ONCE = 100;

/** The bytes are made while the stream is read. */
export function exportStream(app: App, person: User | null, format: Format, onMessage = () => {}): Readable {
  const messages = withCallback(readMessages(app, person), onMessage);
  if (format === 'csv') return fromTexts(writeCsv(messages));
  if (format === 'json') return zipOf(app, (media) => writeJson(app, person, messages, media));
  if (format === 'markdown') return zipOf(app, (media) => writeMarkdown(messages, media));
  if (!person)
    throw new VisibleError(
      'BAD_REQUEST',
      `${FORMATS[format].personal} is for one person: name the person with --of PHONE.`,
    );
  if (format === 'bookmarks') return fromTexts(writeBookmarks(app, messages));
  if (format === 'karakeep') return fromTexts(writeKarakeep(app, messages));
  if (format === 'obsidian') {
    const days = new Intl.DateTimeFormat('en-CA', { timeZone: zoneOf(app, person) }); // 2026-01-31
    return zipOf(app, (media) => writeObsidian(messages, media, days.format), nameAttachment);
  }
  const files = new MemosFiles();
  return zipOf(app, (media) => writeMemos(app, person, messages, media, files), files.nameOf);
}

const fromTexts = (texts: Iterable<string>) => Readable.from(inTurns(texts), { objectMode: false });

function zipOf(
  app: App,
  write: (media: MediaFolder) => Promise<void>,
  nameOf?: (file: Named) => string,
): Readable {
  const zip = createZip();
  const media = new MediaFolder(app, zip, nameOf);
  write(media)
    .then(media.write)
    .then(zip.end, (error) => zip.stream.destroy(error));
  return zip.stream;
}

async function* inTurns(lines: Iterable<string>): AsyncGenerator<string> {
  let count = 0;
  for (const line of lines) {
    yield line;
    if (++count % LINES_AT_ONCE === 0) await new Promise(setImmediate); // lets requests run
  }
}

function* withCallback<T>(items: Iterable<T>, onItem: () => void): Generator<T> {
  for (const item of items) {
    onItem();
    yield item;
  }
}

/** The file appears only when it is complete. */
export async function exportFile(
  app: App,
  person: User | null,
  { format, to, progress }: { format: Format; to: string; progress: Progress },
): Promise<{ file: string; bytes: number; messages: number }> {
  const file = existsSync(to) && statSync(to).isDirectory() ? join(to, FORMATS[format].name) : resolve(to);
  const partial = `${file}.partial`;
  mkdirSync(dirname(file), { recursive: true });
  requireOutputFile(app.config.dataDir, file);
  const total = countMessages(app, person);
  let messages = 0;
  const stream = exportStream(app, person, format, () => progress('Exporting', ++messages, total));
  try {
    await pipeline(stream, createWriteStream(partial, { flush: true }));
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return { file, bytes: statSync(file).size, messages };
}
