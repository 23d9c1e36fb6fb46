import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { migrations } from '../../db/migrate';
import { DATABASE, freeSpace, lockDataDir, MEDIA, RESTORED, RESTORING, SECRET } from '../data-folder';
import { VisibleError } from '../errors';
import { openZip } from '../zip';
import { checkDatabase, type Progress, readManifest, readVerified, syncFolder, totalBytes } from './backup';

export type Restored = { dataDir: string; createdAt: string | null; kept: string | null };

/** What a backup may hold: never a name that we would not have written. */
const ALLOWED = new RegExp(`^(${DATABASE.replace('.', '\\.')}|${SECRET}|${MEDIA}/[\\w./-]+)$`);
/** What goes out of the folder: all that belongs to what was there, the logs and caches of the old database too. */
const EVERYTHING = /^(?!in-use|restor(ing|ed)$|before-|lib$)/;
const OF_DATABASE = /\.db(-wal|-shm)?$/;
const SQLITE_MAGIC = 'SQLite format 3\0';

/**
 * Puts a backup in place of what DATA_DIR holds, which is kept in a folder beside it. Takes a backup file, or a
 * bare database as it is kept before each upgrade; with that the media stay. Everything is unpacked, compared
 * and judged before anything is moved. Throws a VisibleError, and changes nothing, when the folder is being
 * served, or the file is damaged, another kind of file or from a newer version.
 */
export async function restore(
  dataDir: string,
  file: string,
  { now = Date.now, progress = () => {} }: { now?: () => number; progress?: Progress } = {},
): Promise<Restored> {
  if (!existsSync(file)) throw new VisibleError('NOT_FOUND', `There is no file ${file}.`);
  const hold = lockDataDir(dataDir);
  if (!hold)
    throw new VisibleError(
      'CONFLICT',
      `${resolve(dataDir)} is being served. Stop that server, then restore.`,
    );
  const restoring = join(dataDir, RESTORING);
  try {
    rmSync(restoring, { recursive: true, force: true });
    mkdirSync(restoring, { recursive: true });
    const bare = await isDatabase(file);
    const createdAt = bare ? await copyBare(file, restoring) : await unpack(file, restoring, progress);
    const database = join(restoring, DATABASE);
    if (!existsSync(database)) throw new VisibleError('BAD_REQUEST', `${file} has no database in it.`);
    refuseNewer(checkDatabase(database, `The database in ${file}`), file);
    const kept = await swap(dataDir, bare ? OF_DATABASE : EVERYTHING, new Date(now()).toISOString());
    return { dataDir: resolve(dataDir), createdAt, kept };
  } finally {
    rmSync(restoring, { recursive: true, force: true });
    hold.release();
  }
}

async function isDatabase(file: string): Promise<boolean> {
  const handle = await openFile(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(SQLITE_MAGIC.length), 0, SQLITE_MAGIC.length, 0);
    return buffer.toString('latin1') === SQLITE_MAGIC;
  } finally {
    await handle.close();
  }
}

async function copyBare(file: string, restoring: string): Promise<null> {
  await write(join(restoring, DATABASE), createReadStream(file));
  return null;
}

/** Unpacks a backup and compares every byte. Answers when it was made. */
async function unpack(file: string, restoring: string, progress: Progress): Promise<string> {
  const zip = await openZip(file, 'a backup of Tagline');
  try {
    const contents = await readManifest(zip);
    const { files, schema, createdAt } = contents;
    refuseNewer(schema, file);
    const total = totalBytes(contents);
    if (total > freeSpace(restoring))
      throw new VisibleError('PRECONDITION_FAILED', `There is no room for the ${size(total)} of ${file}.`);
    let done = 0;
    for (const [name, expected] of Object.entries(files)) {
      if (!ALLOWED.test(name) || name.includes('..')) throw zip.damaged(new Error(`it has ${name} in it`));
      progress('Unpacking', done, total);
      await write(join(restoring, name), Readable.from(readVerified(zip, name, expected)));
      done += expected.bytes;
    }
    progress('Unpacking', total, total);
    return createdAt;
  } finally {
    zip.close();
  }
}

async function write(path: string, from: Readable) {
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(from, createWriteStream(path, { flush: true }));
}

function refuseNewer(schema: string[], file: string) {
  const known = migrations().map(({ name }) => name);
  const unknown = schema.find((name) => !known.includes(name));
  if (unknown)
    throw new VisibleError(
      'BAD_REQUEST',
      `${file} was made by a newer Tagline (it has ${unknown}). Update Tagline, then restore.`,
    );
}

/**
 * Moves the old out and the new in. From the first move to the last the folder is marked, so that a server
 * started after a kill in between refuses, instead of beginning with half of it.
 */
async function swap(dataDir: string, old: RegExp, at: string): Promise<string | null> {
  const restored = join(dataDir, RESTORED);
  const kept = join(dataDir, `before-restore-${at.replaceAll(':', '-')}`);
  const goes = readdirSync(dataDir).filter((name) => old.test(name));
  await syncFolder(join(dataDir, RESTORING));
  rmSync(restored, { recursive: true, force: true });
  renameSync(join(dataDir, RESTORING), restored);
  await syncFolder(dataDir);
  if (goes.length > 0) mkdirSync(kept, { recursive: true });
  for (const name of goes) renameSync(join(dataDir, name), join(kept, name));
  for (const name of readdirSync(restored)) renameSync(join(restored, name), join(dataDir, name));
  await syncFolder(dataDir);
  rmSync(restored, { recursive: true });
  await syncFolder(dataDir);
  return goes.length > 0 ? kept : null;
}

const size = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
