import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { migrations } from '../../db/migrate';
import {
  DATABASE,
  freeSpace,
  KEEP_MEDIA,
  lockDataDir,
  MEDIA,
  RESTORED,
  RESTORED_AT,
  RESTORING,
  SECRET,
} from '../data-folder';
import { VisibleError } from '../errors';
import { openZip } from '../zip';
import { syncFolder } from './backup';
import { checkDatabase, dropDamagedSearchIndex } from './database-copy';
import { readManifest, readVerified, totalBytes } from './manifest';
import type { Progress } from './progress';

/**
 * A restore that has succeeded. `createdAt` is the time of the backup, or null for a bare database. `kept` is
 * the folder with the previous data, or null if there was none.
 */
export type Restored = { dataDir: string; createdAt: string | null; kept: string | null };

/** Matches the file names that a backup may contain. A backup with any other name is refused. */
const ALLOWED_NAME = new RegExp(`^(${DATABASE.replace('.', '\\.')}|${SECRET}|${MEDIA}/[\\w./-]+)$`);
/** Matches the names in DATA_DIR that are moved away when a backup is restored. */
const PREVIOUS_DATA = /^(?!in-use|restor(ing|ed)$|before-|lib$)/;
/** Matches the names in DATA_DIR that are moved away when a bare database is restored. */
const PREVIOUS_DATABASE = /\.db(-wal|-shm)?$/;
const SQLITE_MAGIC = 'SQLite format 3\0';

/**
 * Replaces the contents of DATA_DIR with a backup, and keeps the previous data in a folder inside DATA_DIR.
 * `file` can also be a bare database, such as a copy that was made before an upgrade; then media and secret
 * stay. Everything is unpacked and checked before anything is moved. Throws a VisibleError, and changes no
 * data, if a server is using DATA_DIR. The same happens if the file is damaged, of another kind or from a
 * newer version.
 */
export async function restore(
  dataDir: string,
  file: string,
  { now = Date.now, progress = () => {} }: { now?: () => number; progress?: Progress } = {},
): Promise<Restored> {
  if (!existsSync(file)) throw new VisibleError('NOT_FOUND', `There is no file ${file}.`);
  const lock = lockDataDir(dataDir);
  if (!lock)
    throw new VisibleError(
      'CONFLICT',
      `${resolve(dataDir)} is being served. Stop that server, then restore.`,
    );
  const restoring = join(dataDir, RESTORING);
  try {
    rmSync(restoring, { recursive: true, force: true });
    mkdirSync(restoring, { recursive: true });
    const isBare = await isDatabase(file);
    const createdAt = isBare
      ? await copyDatabaseFile(file, restoring)
      : await unpack(file, restoring, progress);
    const database = join(restoring, DATABASE);
    if (!existsSync(database)) throw new VisibleError('BAD_REQUEST', `${file} has no database in it.`);
    refuseNewer(checkDatabase(database, `The database in ${file}`), file);
    const at = new Date(now()).toISOString();
    writeFileSync(join(restoring, RESTORED_AT), at);
    const kept = await swap(dataDir, isBare ? PREVIOUS_DATABASE : PREVIOUS_DATA, at);
    if (isBare) writeFileSync(join(dataDir, KEEP_MEDIA), '');
    return { dataDir: resolve(dataDir), createdAt, kept };
  } finally {
    rmSync(restoring, { recursive: true, force: true });
    lock.release();
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

async function copyDatabaseFile(file: string, restoring: string): Promise<null> {
  await write(join(restoring, DATABASE), createReadStream(file));
  dropDamagedSearchIndex(join(restoring, DATABASE)); // it can be built again, so it is no reason to refuse
  return null;
}

/** Unpacks a backup and checks the hash of every file. Returns the time of the backup. */
async function unpack(file: string, restoring: string, progress: Progress): Promise<string> {
  const zip = await openZip(file, 'a backup of Tagline');
  try {
    const contents = await readManifest(zip);
    const { files, schema, createdAt } = contents;
    refuseNewer(schema, file);
    const total = totalBytes(contents);
    if (total > freeSpace(restoring))
      throw new VisibleError(
        'PRECONDITION_FAILED',
        `There is no room for the ${gigabytes(total)} of ${file}.`,
      );
    let done = 0;
    for (const [name, expected] of Object.entries(files)) {
      if (!ALLOWED_NAME.test(name) || name.includes('..'))
        throw zip.damaged(new Error(`it has ${name} in it`));
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
 * Moves the previous data out of DATA_DIR and the restored data into it. The folder `restored` exists until
 * the last move. No server starts while it exists, so a crash between the moves is noticed. Returns the
 * folder with the previous data, or null if there was none.
 */
async function swap(dataDir: string, previous: RegExp, at: string): Promise<string | null> {
  const restored = join(dataDir, RESTORED);
  const kept = join(dataDir, `before-restore-${at.replaceAll(':', '-')}`);
  const moved = readdirSync(dataDir).filter((name) => previous.test(name));
  await syncFolder(join(dataDir, RESTORING));
  rmSync(restored, { recursive: true, force: true });
  renameSync(join(dataDir, RESTORING), restored);
  await syncFolder(dataDir);
  if (moved.length > 0) mkdirSync(kept, { recursive: true });
  for (const name of moved) renameSync(join(dataDir, name), join(kept, name));
  for (const name of readdirSync(restored)) renameSync(join(restored, name), join(dataDir, name));
  await syncFolder(dataDir);
  rmSync(restored, { recursive: true });
  await syncFolder(dataDir);
  return moved.length > 0 ? kept : null;
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
