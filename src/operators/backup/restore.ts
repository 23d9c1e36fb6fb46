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
} from '../../app/data-folder/data-folder';
import { lockDataDir } from '../../app/data-folder/lock';
import { finishSwap, type Plan, planSwap, RESTORING } from '../../app/data-folder/swap';
import { VisibleError } from '../../app/errors';
import { openZip, requireFile } from '../../app/zip';
import { checkDatabase, closeOpenBoards, dropDamagedSearchIndex, dropDeletedMessages } from './database-copy';
import { readManifest, readVerified, totalBytes } from './manifest';
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

export async function restore(
  dataDir: string,
  file: string,
  { now = Date.now, progress = () => {} }: { now?: () => number; progress?: Progress } = {},
): Promise<Restored> {
  requireFile(file);
  using lock = lockDataDir(dataDir);
  if (!lock)
    throw new VisibleError(
      'CONFLICT',
      `${resolve(dataDir)} is being served. Stop that server, then restore.`,
    );
  const restoring = join(dataDir, RESTORING);
  try {
    const interrupted = finishSwap(dataDir);
    if (interrupted && isSame(interrupted, file)) return toRestored(dataDir, interrupted, null);
    rmSync(restoring, { recursive: true, force: true });
    mkdirSync(restoring, { recursive: true });
    const isBare = await isDatabase(file);
    const createdAt = isBare
      ? await copyDatabaseFile(file, restoring)
      : await unpack(file, restoring, progress);
    const database = join(restoring, DATABASE);
    if (!existsSync(database)) throw new VisibleError('BAD_REQUEST', `${file} has no database in it.`);
    refuseForeign(checkDatabase(database, `The database in ${file}`), file);
    dropDeletedMessages(database);
    closeOpenBoards(database);
    const at = new Date(now()).toISOString();
    writeFileSync(join(restoring, RESTORED_AT), at);
    if (isBare) writeFileSync(join(restoring, KEEP_MEDIA), '');
    const replaced = isBare ? DATABASE_NAME : DATA_NAME;
    planSwap(dataDir, {
      file: resolve(file),
      bytes: statSync(file).size,
      createdAt,
      kept: `before-restore-${at.replaceAll(':', '-')}`,
      previous: readdirSync(dataDir).filter((name) => replaced.test(name)),
    });
    return toRestored(dataDir, finishSwap(dataDir)!, interrupted);
  } finally {
    rmSync(restoring, { recursive: true, force: true });
  }
}

const isSame = ({ file, bytes }: Plan, other: string) =>
  file === resolve(other) && bytes === statSync(other).size;

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

async function unpack(file: string, restoring: string, progress: Progress): Promise<string> {
  using zip = await openZip(file, 'a backup of Tagline');
  const contents = await readManifest(zip);
  const { files, schema, createdAt } = contents;
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
  return createdAt;
}

async function write(path: string, from: Readable) {
  mkdirSync(dirname(path), { recursive: true });
  await pipeline(from, createWriteStream(path, { flush: true }));
}

function refuseForeign(schema: string[], file: string) {
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
