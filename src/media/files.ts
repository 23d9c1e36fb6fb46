import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepared } from '../../db/open';
import type { App } from '../app';
import { MEDIA } from '../data-folder';

/** Age from which a file without a row counts as left over from a crash; the row of a younger one may still come. */
const ORPHAN_AFTER_MS = 3_600_000;

/** Returns the path of a stored file. */
export const filePath = (app: App, file: string) => join(mediaFolder(app), file);

/** Writes bytes to the media folder, all of them or none, and returns the random name of the new file. */
export function writeMediaFile(app: App, bytes: Uint8Array): string {
  const file = randomBytes(16).toString('hex');
  mkdirSync(mediaFolder(app), { recursive: true });
  const partial = filePath(app, `${file}.part`);
  writeFileSync(partial, bytes, { flush: true });
  renameSync(partial, filePath(app, file));
  return file;
}

/** Deletes the files whose rows have been deleted. A crash only delays this until the next run. */
export function deleteRemovedFiles(app: App): void {
  const { findRemoved, forgetRemoved } = statements(app.db);
  for (const { file } of findRemoved.all()) {
    rmSync(filePath(app, file), { force: true });
    forgetRemoved.run({ file });
  }
}

/** Deletes files without a row, which a crash between writing a file and committing its row leaves behind. */
export function deleteOrphanFiles(app: App): void {
  if (!existsSync(mediaFolder(app))) return;
  const stored = new Set(
    statements(app.db)
      .findStored.all()
      .map(({ file }) => file),
  );
  for (const file of readdirSync(mediaFolder(app))) {
    const { mtimeMs } = statSync(filePath(app, file), { throwIfNoEntry: false }) ?? {};
    if (!stored.has(file) && mtimeMs !== undefined && Date.now() - mtimeMs > ORPHAN_AFTER_MS)
      rmSync(filePath(app, file), { force: true });
  }
}

const mediaFolder = (app: App) => join(resolve(app.config.dataDir), MEDIA);

const statements = prepared(({ $client }) => ({
  findRemoved: $client.prepare<{ file: string }, []>('select file from files_to_delete'),
  forgetRemoved: $client.prepare<unknown, { file: string }>('delete from files_to_delete where file = $file'),
  findStored: $client.prepare<{ file: string }, []>('select file from media where file is not null'),
}));
