import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app';
import type { Progress } from '../backup/progress';
import { VisibleError } from '../errors';
import { createZip } from '../zip';
import { writeBookmarks } from './bookmarks';
import { writeCsv } from './csv';
import { writeJson } from './json';
import { writeMarkdown } from './markdown';
import { countMessages, type Whose } from './messages';

/** The formats an export may have; `name` and `type` are those of its file. */
export const FORMATS = {
  json: { name: 'tagline-export.zip', type: 'application/zip' },
  markdown: { name: 'tagline-markdown.zip', type: 'application/zip' },
  csv: { name: 'tagline-messages.csv', type: 'text/csv; charset=utf-8' },
  bookmarks: { name: 'tagline-bookmarks.html', type: 'text/html; charset=utf-8' },
} as const;
export type Format = keyof typeof FORMATS;

export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);

/**
 * One person's messages, or with null everybody's and all that is around them, as the bytes of a file. They are
 * made as they are read. `counted` hears of each message.
 */
export function exportStream(app: App, whose: Whose, format: Format, counted = () => {}): Readable {
  if (format === 'csv') return Readable.from(writeCsv(app, whose, counted), { objectMode: false });
  if (format === 'bookmarks') {
    if (!whose)
      throw new VisibleError('BAD_REQUEST', 'A bookmark file is of one person: say whom with --of PHONE.');
    return Readable.from(writeBookmarks(app, whose, counted), { objectMode: false });
  }
  const zip = createZip();
  const write = format === 'json' ? writeJson : writeMarkdown;
  write(app, whose, zip, counted).then(zip.end, (error) => zip.stream.destroy(error));
  return zip.stream;
}

/** The same into a file, or a folder where it gets its name; there only once it is complete. */
export async function exportFile(
  app: App,
  whose: Whose,
  { format, to, progress }: { format: Format; to: string; progress: Progress },
): Promise<{ file: string; bytes: number; messages: number }> {
  const file = existsSync(to) && statSync(to).isDirectory() ? join(to, FORMATS[format].name) : resolve(to);
  const partial = `${file}.partial`;
  mkdirSync(dirname(file), { recursive: true });
  const total = countMessages(app, whose);
  let messages = 0;
  const stream = exportStream(app, whose, format, () => progress('Exporting', ++messages, total));
  try {
    await pipeline(stream, createWriteStream(partial, { flush: true }));
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
  return { file, bytes: statSync(file).size, messages };
}
