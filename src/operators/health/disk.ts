import { accessSync, constants, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { App } from '../../app/app';
import { freeSpace, SECRET, unreliableFileSystem } from '../../app/data-folder/data-folder';
import { diskErrorOf } from '../../app/disk-errors';
import { bad, type Finding, good, notice } from '../../contract/health';
import { diskTrials } from './disk-trial';
import { formatBytes } from './words';

/** Free bytes on the disk below which a write may fail at any moment. */
const FREE_MIN = 16 * 1024 * 1024;
const FREE_BAD = 200e6;
const FREE_NOTICE = 2e9;
const FOLDER = 'Data folder';

export function checkDisk({ config }: App): Finding {
  const free = freeSpace(config.dataDir);
  const value = `${formatBytes(free)} free`;
  if (free >= FREE_NOTICE) return good('Disk', 'There is room for new texts and photos.', { value });
  const advice = 'Free some space: nothing can be saved on a full disk.';
  return free < FREE_BAD ? bad('Disk', advice, { value }) : notice('Disk', advice, { value });
}

export const isDiskNearlyFull = ({ config }: App): boolean => freeSpace(config.dataDir) < FREE_MIN;

/** Needs `tryDisk`. */
export function checkMedia(app: App): Finding[] {
  const disk = diskErrorOf(diskTrials(app).media.failure);
  const value = `${disk?.fact} (${disk?.code})`;
  return disk ? [bad('Photos', `No photo can be saved. ${disk.advice}`, { value })] : [];
}

/**
 * Checks the data folder: its owner, mode and file system, the secret in it, and whether it can be written.
 */
export function checkDataFolder(app: App): Finding[] {
  const folder = resolve(app.config.dataDir);
  const faults = [
    checkWritable(folder),
    checkOwner(folder),
    checkMode(folder),
    checkFileSystem(folder),
    checkSecret(app, folder),
  ];
  const found = faults.filter((finding) => finding !== null);
  if (found.length > 0) return found;
  return [good(FOLDER, 'Its owner alone can read it, and the secret is there.', { value: folder })];
}

function checkWritable(folder: string): Finding | null {
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return bad(
      FOLDER,
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}), so no photo can be saved: make it writable for the user of the server.`,
    );
  }
}

function checkOwner(folder: string): Finding | null {
  const user = process.getuid?.();
  if (user === undefined) return null;
  const { uid } = statSync(folder);
  if (uid !== user)
    return notice(
      FOLDER,
      `${folder} belongs to user ${uid}, and this program runs as user ${user}: run it as the owner, or give the folder away with chown -R.`,
    );
  const foreign = readdirSync(folder).find((name) => (statOf(folder, name)?.uid ?? uid) !== uid);
  if (!foreign) return null;
  return bad(
    FOLDER,
    `${join(folder, foreign)} belongs to another user than its folder: run chown -R ${uid} ${folder}.`,
  );
}

/**
 * Returns null if there is no such file, if other users cannot open the folder, and on Windows, which has no
 * such modes.
 */
function checkMode(folder: string): Finding | null {
  if (process.platform === 'win32' || !isOpen(statSync(folder))) return null;
  const readable = readdirSync(folder).find((name) => isOpen(statOf(folder, name)));
  if (!readable) return null;
  return bad(
    FOLDER,
    `Other users of this machine can read ${join(folder, readable)}: run chmod -R go= ${folder}.`,
  );
}

const isOpen = (file: Stats | undefined) => file !== undefined && (file.mode & 0o077) !== 0;

/** Returns undefined if the file was deleted meanwhile. That happens often to SQLite's temporary files. */
const statOf = (folder: string, name: string) =>
  lstatSync(join(folder, name), { throwIfNoEntry: false }) as Stats | undefined;

function checkFileSystem(folder: string): Finding | null {
  const name = unreliableFileSystem(folder);
  return name === null
    ? null
    : notice(FOLDER, `It is on ${name}, where data can be lost: move it to a local disk.`);
}

function checkSecret(app: App, folder: string): Finding | null {
  const file = join(folder, SECRET);
  try {
    if (readFileSync(file).equals(app.secret)) return null;
    return bad(FOLDER, `${file} has changed since the start. Restart the server.`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const advice =
      code === 'ENOENT'
        ? `${file} is missing. Put it back from a backup, or restart the server to make a new one: only codes that are underway are lost.`
        : `${file} cannot be read (${code}). Give it to the user of the server with chown.`;
    return bad(FOLDER, advice);
  }
}
