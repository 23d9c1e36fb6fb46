import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepared } from '../../db/open';
import { media } from '../../db/schema';
import type { App } from '../app';
import { MEDIA } from '../data-folder';

/** A file without a row is the rest of a crash, unless it is so young that its row may still come. */
const ROWLESS_MS = 3_600_000;

const folder = (app: App) => join(resolve(app.config.dataDir), MEDIA);

/** Where a stored file lies. */
export const filePath = (app: App, file: string) => join(folder(app), file);

/** Puts bytes on our own disk, whole or not at all; answers the file's name there, which tells nothing. */
export function writeMediaFile(app: App, bytes: Uint8Array): string {
  const file = randomBytes(16).toString('hex');
  mkdirSync(folder(app), { recursive: true });
  const draft = filePath(app, `${file}.part`);
  writeFileSync(draft, bytes, { flush: true });
  renameSync(draft, filePath(app, file));
  return file;
}

/** Removes from the disk what has lost its row. A crash in between only puts it off. */
export function deleteRemovedFiles(app: App): void {
  for (const { file } of gone(app.db).all()) {
    rmSync(filePath(app, file), { force: true });
    forget(app.db).run({ file });
  }
}

const gone = prepared((db) => db.$client.prepare<{ file: string }, []>('select file from files_to_delete'));
const forget = prepared((db) =>
  db.$client.prepare<unknown, { file: string }>('delete from files_to_delete where file = $file'),
);

/** Removes what a crash left between writing a file and committing its row. */
export function deleteOrphanFiles(app: App): void {
  if (!existsSync(folder(app))) return;
  const known = new Set(
    app.db
      .select({ file: media.file })
      .from(media)
      .all()
      .map((row) => row.file),
  );
  for (const file of readdirSync(folder(app))) {
    const { mtimeMs } = statSync(filePath(app, file), { throwIfNoEntry: false }) ?? {};
    if (!known.has(file) && mtimeMs !== undefined && Date.now() - mtimeMs > ROWLESS_MS)
      rmSync(filePath(app, file), { force: true });
  }
}
