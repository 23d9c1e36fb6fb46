import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepared } from '../../db/open';
import { syncLog } from '../../db/write-ahead-log';
import type { App } from '../app/app';
import { KEEP_MEDIA, MEDIA, MEDIA_ASIDE, MEDIA_WIDTHS } from '../app/data-folder/data-folder';
import { PICTURE_WIDTHS } from '../contract/picture-widths';

/** A younger file may still get its row. */
const ORPHAN_AFTER_MS = 3_600_000;
const ASIDE_MS = 30 * 86_400_000;
/** Folders with other names are left alone. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const WIDTH_FORMATS = ['webp', 'jpeg', 'png'];

export const filePath = (app: App, file: string) => join(mediaFolder(app), file);

export const widthPath = (app: App, file: string, width: number, format: string) =>
  join(widthsFolder(app), `${file}-${width}.${format}`);

export function writeMediaFile(app: App, bytes: Uint8Array): string {
  const file = randomBytes(16).toString('hex');
  mkdirSync(mediaFolder(app), { recursive: true });
  const partial = filePath(app, `${file}.part`);
  try {
    writeFileSync(partial, bytes, { flush: true });
    renameSync(partial, filePath(app, file));
  } catch (error) {
    rmSync(partial, { force: true }); // on a full disk, half a file would take up the last free space
    throw error;
  }
  return file;
}

/** If a run is interrupted, the next run deletes the remaining files. */
export async function deleteRemovedFiles(app: App): Promise<void> {
  const { findRemoved, forgetRemoved } = statements(app.db);
  const removed = findRemoved.all();
  await syncLog(app.db); // a power cut must not bring back the row of a file that is gone
  for (const { file } of removed) {
    rmSync(filePath(app, file), { force: true });
    for (const width of PICTURE_WIDTHS)
      for (const format of WIDTH_FORMATS) rmSync(widthPath(app, file, width, format), { force: true });
    forgetRemoved.run({ file });
  }
}

/**
 * A file can lack its row after a crash, or when an older database has replaced a newer one, so it is not
 * deleted at once. If a backup without media was restored, nothing is moved.
 */
export function setOrphanFilesAside(app: App): void {
  const { dataDir } = app.config;
  if (!existsSync(mediaFolder(app)) || existsSync(join(dataDir, KEEP_MEDIA))) return;
  // a clock that is ahead makes folders look too old; if the gateway can tell the time, folders are deleted
  // only after the gateway has told the time
  const isClockKnown = !app.sms.can.tellTime || app.sms.clockAhead() !== null;
  const stored = new Set(
    statements(app.db)
      .findStored.all()
      .map(({ file }) => file),
  );
  const aside = join(dataDir, MEDIA_ASIDE);
  for (const day of (existsSync(aside) ? readdirSync(aside) : []).filter((name) => DAY.test(name))) {
    for (const file of readdirSync(join(aside, day)))
      if (stored.has(file) && !existsSync(filePath(app, file)))
        renameSync(join(aside, day, file), filePath(app, file));
    if (isClockKnown && app.sms.now() - Date.parse(day) > ASIDE_MS)
      rmSync(join(aside, day), { recursive: true });
  }
  const today = join(aside, new Date(app.now()).toISOString().slice(0, 10));
  for (const file of readdirSync(mediaFolder(app))) {
    const { mtimeMs } = statSync(filePath(app, file), { throwIfNoEntry: false }) ?? {};
    if (stored.has(file) || mtimeMs === undefined || Math.abs(app.now() - mtimeMs) < ORPHAN_AFTER_MS)
      continue;
    mkdirSync(today, { recursive: true });
    renameSync(filePath(app, file), join(today, file));
    app.log.warn({ file, movedTo: today }, 'a file in the media folder belongs to no message');
  }
}

export function deleteOrphanWidths(app: App): void {
  if (!existsSync(widthsFolder(app))) return;
  const stored = new Set(existsSync(mediaFolder(app)) ? readdirSync(mediaFolder(app)) : []);
  for (const name of readdirSync(widthsFolder(app)))
    if (!stored.has(name.slice(0, name.indexOf('-')))) rmSync(join(widthsFolder(app), name), { force: true });
}

const widthsFolder = (app: App) => join(resolve(app.config.dataDir), MEDIA_WIDTHS);
const mediaFolder = (app: App) => join(resolve(app.config.dataDir), MEDIA);

const statements = prepared(({ $client }) => ({
  findRemoved: $client.prepare<{ file: string }, []>('select file from files_to_delete'),
  forgetRemoved: $client.prepare<unknown, { file: string }>('delete from files_to_delete where file = $file'),
  findStored: $client.prepare<{ file: string }, []>('select file from media where file is not null'),
}));
