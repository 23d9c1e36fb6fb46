import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepared } from '../../db/open';
import { syncLog } from '../../db/write-ahead-log';
import type { App } from '../app/app';
import { KEEP_MEDIA, MEDIA, MEDIA_ASIDE, MEDIA_WIDTHS } from '../app/data-folder/data-folder';
import { PICTURE_WIDTHS } from '../contract/picture-widths';
import type { Store } from './place/store';

/** A younger file may still get its row. */
export const ORPHAN_AFTER_MS = 3_600_000;
export const ASIDE_MS = 30 * 86_400_000;
/** Folders with other names are left alone. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const WIDTH_FORMATS = ['webp', 'jpeg', 'png'];

/** Where a file is that is kept here. One that may be in S3 is found by `findPath`. */
export const filePath = (app: App, file: string) => join(mediaFolder(app), file);

export const widthName = (file: string, width: number, format: string) => `${file}-${width}.${format}`;

export const widthPath = (app: App, name: string) => join(widthsFolder(app), name);

/** Null without MEDIA_URL, and then nothing of it is loaded. */
export const placeOf = async (app: App): Promise<Store | null> =>
  app.config.media.target && (await import('./place/store')).storeOf(app);

/** Null if files that are new belong into the folder. */
export async function placeOfNew(app: App): Promise<Store | null> {
  const place = await placeOf(app);
  return place?.takesNew() ? place : null;
}

/** Returns null if there is no such file, and throws an error if it is in S3, which does not answer. */
export async function findPath(app: App, file: string): Promise<string | null> {
  const path = filePath(app, file);
  if (existsSync(path)) return path;
  return (await placeOf(app))?.find(file) ?? null;
}

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
  const place = await placeOf(app);
  for (const { file } of removed) {
    const widths = widthNamesOf(file);
    rmSync(filePath(app, file), { force: true });
    for (const name of widths) rmSync(widthPath(app, name), { force: true });
    if (place && !(await place.remove([file, ...widths]))) return; // the rest is tried again
    forgetRemoved.run({ file });
  }
}

export const widthNamesOf = (file: string): string[] =>
  PICTURE_WIDTHS.flatMap((width) => WIDTH_FORMATS.map((format) => widthName(file, width, format)));

export const listStored = (app: App): Set<string> =>
  new Set(
    statements(app.db)
      .findStored.all()
      .map(({ file }) => file),
  );

/**
 * A file can lack its row after a crash, or when an older database has replaced a newer one, so it is not
 * deleted at once. If a backup without media was restored, nothing is moved.
 */
export function setOrphanFilesAside(app: App): void {
  const { dataDir } = app.config;
  if (!existsSync(mediaFolder(app)) || existsSync(join(dataDir, KEEP_MEDIA))) return;
  const isClockKnown = knowsTime(app);
  const stored = listStored(app);
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

/** A clock that is ahead makes files look too old; if the gateway can tell the time, it has to tell it first. */
export const knowsTime = ({ sms }: App): boolean => !sms.can.tellTime || sms.clockAhead() !== null;

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
