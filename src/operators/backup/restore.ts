import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { findUnknown, isOfVersion01 } from '../../../db/migrate';
import {
  DATA_NAME,
  DATABASE,
  DKIM,
  freeSpace,
  KEEP_MEDIA,
  MEDIA,
  RESTORED_AT,
  SECRET,
  TAKEN_OVER,
} from '../../app/data-folder/data-folder';
import { lockDataDir } from '../../app/data-folder/lock';
import { finishSwap, type Plan, planSwap, RESTORING } from '../../app/data-folder/swap';
import { VisibleError } from '../../app/errors';
import { openZip, requireFile } from '../../app/zip';
import {
  checkDatabase,
  closeOpenBoards,
  dropDamagedSearchIndex,
  dropDeletedMessages,
  readMigrations,
} from './database-copy';
import { type Manifest, readManifest, readVerified, totalBytes } from './manifest';
import type { Progress } from './progress';

/**
 * `createdAt` is the time of the backup, or null if the file was a bare database. `kept` is the folder with
 * the data that this restore replaced, or null if there was none.
 */
export type Restored = {
  dataDir: string;
  createdAt: string | null;
  kept: string | null;
  earlier: string | null;
  /** The files that are not in the backup, because they are in S3. */
  elsewhere?: Manifest['elsewhere'];
};

const ALLOWED_NAME = new RegExp(
  `^(${DATABASE.replace('.', '\\.')}|${SECRET}|${DKIM.replace('.', '\\.')}|${MEDIA}/[\\w./-]+)$`,
);
/**
 * Matches the names of the files in DATA_DIR that are moved away when a bare database is restored: the old
 * database and the vector index. Media and the secret stay.
 */
const DATABASE_NAME = /^(tagline|vectors)\.db/;
const SQLITE_MAGIC = 'SQLite format 3\0';

/** What a restore takes the data from. `bytes` is null if it may have changed since a restore was interrupted. */
export type Source = { label: string; bytes: number | null; unpack: (into: string) => Promise<Unpacked> };
/** `isWhole` if the media and the secret were unpacked, too; otherwise those of the folder stay. */
type Unpacked = { createdAt: string | null; isWhole: boolean; elsewhere?: Manifest['elsewhere'] };
type Options = { now?: () => number; progress?: Progress; takeover?: { epoch: number; isClean: boolean } };

export async function restore(dataDir: string, file: string, options: Options = {}): Promise<Restored> {
  requireFile(file);
  const unpackFile = async (into: string): Promise<Unpacked> =>
    (await isDatabase(file))
      ? { createdAt: await copyDatabaseFile(file, into), isWhole: false }
      : { ...(await unpack(file, into, options.progress ?? (() => {}))), isWhole: true };
  const source = { label: resolve(file), bytes: statSync(file).size, unpack: unpackFile };
  return restoreFrom(dataDir, source, options);
}

export async function restoreFrom(
  dataDir: string,
  { label, bytes, unpack }: Source,
  { now = Date.now, takeover }: Options = {},
): Promise<Restored> {
  using lock = lockDataDir(dataDir);
  if (!lock)
    throw new VisibleError(
      'CONFLICT',
      `${resolve(dataDir)} is being served. Stop that server, then restore.`,
    );
  const restoring = join(dataDir, RESTORING);
  try {
    const interrupted = finishSwap(dataDir);
    if (interrupted?.file === label && interrupted.bytes === bytes)
      return toRestored(dataDir, interrupted, null);
    rmSync(restoring, { recursive: true, force: true });
    mkdirSync(restoring, { recursive: true });
    const { createdAt, isWhole, elsewhere } = await unpack(restoring);
    const database = join(restoring, DATABASE);
    if (!existsSync(database)) throw new VisibleError('BAD_REQUEST', `${label} has no database in it.`);
    const at = new Date(now()).toISOString();
    if (takeover) {
      // nobody brings it back to an earlier day, and nobody waits for every page to be read
      refuseForeign(readMigrations(database), label);
      if (!takeover.isClean) writeFileSync(join(restoring, TAKEN_OVER), at);
    } else {
      refuseForeign(checkDatabase(database, `The database in ${label}`), label);
      dropDeletedMessages(database);
      closeOpenBoards(database);
      writeFileSync(join(restoring, RESTORED_AT), at);
    }
    if (!isWhole) writeFileSync(join(restoring, KEEP_MEDIA), '');
    const replaced = isWhole ? DATA_NAME : DATABASE_NAME;
    planSwap(dataDir, {
      file: label,
      bytes: bytes ?? -1,
      createdAt,
      kept: `before-restore-${takeover ? `epoch-${takeover.epoch}` : at.replaceAll(':', '-')}`,
      previous: readdirSync(dataDir).filter((name) => replaced.test(name)),
    });
    return { ...toRestored(dataDir, finishSwap(dataDir)!, interrupted), elsewhere };
  } finally {
    rmSync(restoring, { recursive: true, force: true });
  }
}

function toRestored(
  dataDir: string,
  { createdAt, kept, previous }: Plan,
  interrupted: Plan | null,
): Restored {
  const folder = resolve(dataDir);
  return {
    dataDir: folder,
    createdAt,
    kept: previous.length > 0 ? join(folder, kept) : null,
    earlier: interrupted && interrupted.previous.length > 0 ? join(folder, interrupted.kept) : null,
  };
}

async function isDatabase(file: string): Promise<boolean> {
  await using handle = await openFile(file);
  const { buffer } = await handle.read(Buffer.alloc(SQLITE_MAGIC.length), 0, SQLITE_MAGIC.length, 0);
  return buffer.toString('latin1') === SQLITE_MAGIC;
}

async function copyDatabaseFile(file: string, restoring: string): Promise<null> {
  await write(join(restoring, DATABASE), createReadStream(file));
  // the search index can be built again, so its damage is no reason to refuse the file
  dropDamagedSearchIndex(join(restoring, DATABASE));
  return null;
}

async function unpack(file: string, restoring: string, progress: Progress) {
  using zip = await openZip(file, 'a backup of Tagline');
  const contents = await readManifest(zip);
  const { files, schema, createdAt, elsewhere } = contents;
  refuseForeign(schema, file);
  const total = totalBytes(contents);
  if (total > freeSpace(restoring))
    throw new VisibleError('PRECONDITION_FAILED', `There is no room for the ${gigabytes(total)} of ${file}.`);
  let done = 0;
  for (const [name, expected] of Object.entries(files)) {
    if (!ALLOWED_NAME.test(name) || name.includes('..')) throw zip.damaged(new Error(`it has ${name} in it`));
    progress('Unpacking', done, total);
    await write(join(restoring, name), Readable.from(readVerified(zip, name, expected)));
    done += expected.bytes;
  }
  progress('Unpacking', total, total);
  return { createdAt, elsewhere };
}

async function write(path: string, from: Readable) {
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(from, createWriteStream(path, { flush: true }));
}

export function refuseForeign(schema: string[], file: string) {
  if (isOfVersion01(schema))
    throw new VisibleError(
      'BAD_REQUEST',
      `${file} was made by Tagline 0.1, which this version cannot read. Restore it with Tagline 0.1, then import its export here (see CHANGELOG.md).`,
    );
  const unknown = findUnknown(schema);
  if (unknown)
    throw new VisibleError(
      'BAD_REQUEST',
      `${file} was made by a newer Tagline (it has ${unknown}). Update Tagline, then restore.`,
    );
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
