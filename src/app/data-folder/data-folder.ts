import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { type Db, open, openReadOnly, requireWritable } from '../../../db/open';
import { filesToDelete, users } from '../../../db/schema';
import { diskErrorOf, isDiskFull } from '../disk-errors';
import { ConfigError } from '../errors';
import { type Lock, lockDataDir } from './lock';
import { giveToOwnerOf } from './owner';
import { RESTORING, refuseUnfinishedSwap } from './swap';

export const DATABASE = 'tagline.db';
export const SECRET = 'secret';
/** The private key that our mails are signed with; its public one is in the DNS. */
export const DKIM = 'mail-dkim.pem';
export const MEDIA = 'media';

export const MEDIA_ASIDE = 'media-aside';
export const MEDIA_WIDTHS = 'media-widths';
/** Copies of what is in S3. */
export const MEDIA_CACHE = 'media-cache';
/** File that names the bucket that a server keeps its files in, or after `left ` one that it kept them in. */
export const MEDIA_PLACE = 'media-place';
/** File that is there once files are moved from S3 to the folder, which then gets the new ones, too. */
export const MEDIA_BACK = 'media-back';
export const INCOMING = 'incoming';
export const IMPORTS = 'imports';
/** What Litestream keeps while it copies the database elsewhere. */
export const COPIES = 'copies';
/** Over this socket, readers pass on to the writer what they cannot answer. */
export const READERS_SOCKET = 'readers.sock';
/** File that marks a database which was restored without its photos. */
export const KEEP_MEDIA = 'keep-media';

/**
 * Texts that were caused before that time are held, because they may have been sent already
 * (src/outbox/held-texts.ts).
 */
export const RESTORED_AT = 'restored-at';

/** File that says that another machine had the data before (src/outbox/held-texts.ts). */
export const TAKEN_OVER = 'taken-over';
/** File with the last epoch in which this machine owned the data. */
export const EPOCH = 'epoch';

/**
 * When the disk is full, the file is deleted, so that there is room to delete other data
 * (src/app/reserve.ts).
 */
export const RESERVE = 'reserve';

/** File that tells a folder of a demo from one with data to keep. */
export const OF_DEMO = 'of-a-demo';

/** Matches the names of files and folders in DATA_DIR that the restore of a backup replaces. */
export const DATA_NAME =
  /^((tagline|vectors)\.db.*|secret|mail-dkim\.pem|media|media-(aside|widths)|keep-media|restored-at)$/;
const OTHER_NAME =
  /^(in-use|epoch|taken-over|copies|media-(cache|place|back)|incoming|imports|lib|readers\.sock|of-a-demo|reserve|restor(ing|ed)|before-(upgrade|restore-.*))$/;

export const isOwnName = (name: string): boolean => DATA_NAME.test(name) || OTHER_NAME.test(name);

/**
 * If `serving`, the folder stays locked: a second server cannot start, and no command upgrades the database
 * under a running server.
 */
export function openDataDir(
  dataDir: string,
  { serving, held }: { serving: boolean; held?: Lock },
  keepIndex: (db: Db, options: { mayRebuild: boolean }) => void,
): { db: Db; secret: Buffer; lock: Lock | null } {
  refuseUnfinishedSwap(dataDir);
  const lock = held ?? lockDataDir(dataDir);
  if (serving && !lock) throw isServedAlready(dataDir);
  try {
    // if this folder exists, it comes from a restore that was killed while it unpacked a backup, before it
    // changed any data
    if (lock) rmSync(join(dataDir, RESTORING), { recursive: true, force: true });
    refuseLostDatabase(dataDir);
    const db = withConfigErrors(dataDir, () => openDatabase(dataDir, { mayUpgrade: lock !== null }));
    refuseEmptyDatabase(dataDir, db);
    withConfigErrors(dataDir, () => keepIndex(db, { mayRebuild: lock !== null }));
    if (serving)
      withConfigErrors(dataDir, () => {
        accessSync(dataDir, constants.W_OK); // checks that new files, such as photos, can be created
        requireWritable(db);
      });
    const mayCreate = serving || !hasAccounts(db);
    const secret = withConfigErrors(dataDir, () => readSecret(dataDir, { mayCreate }));
    if (!serving) lock?.release();
    return { db, secret, lock: serving ? lock : null };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** For a process beside the one that serves the folder. */
export const openDataDirToRead = (dataDir: string) => ({
  db: openReadOnly(join(dataDir, DATABASE)),
  secret: readSecret(dataDir, { mayCreate: false }),
  lock: null,
});

export const isServedAlready = (dataDir: string) =>
  new ConfigError(`DATA_DIR ${dataDir} is being served by another process.`);

/** Does what `openDataDir` would do to a database of an older version. The folder must be locked. */
export function upgradeDatabase(
  dataDir: string,
  onStep: (step: string) => void,
  emptyOutdatedIndex: (db: Db) => void,
): void {
  withConfigErrors(dataDir, () => {
    const db = openDatabase(dataDir, { mayUpgrade: true, onStep });
    onStep('queueing messages for the search index');
    emptyOutdatedIndex(db);
    db.$client.close();
  });
}

/** If the disk is too full for the files that SQLite needs, deletes the reserve and tries again. */
function openDatabase(dataDir: string, options: Parameters<typeof open>[1]): Db {
  const [file, reserve] = [join(dataDir, DATABASE), join(dataDir, RESERVE)];
  try {
    return open(file, options);
  } catch (error) {
    if (!isDiskFull(error) || !existsSync(reserve)) throw error;
    rmSync(reserve, { force: true });
    return open(file, options);
  }
}

/**
 * If the process runs as root, makes the owner of a data folder the owner of everything that Tagline has
 * created in it.
 */
export const keepOwner = (dataDir: string): void =>
  giveToOwnerOf(
    dataDir,
    readdirSync(dataDir)
      .filter(isOwnName)
      .map((name) => join(dataDir, name)),
  );

/**
 * Throws a ConfigError if there is no database, so that a mistake in DATA_DIR does not create an empty one.
 */
export function requireDatabase(dataDir: string): string {
  refuseUnfinishedSwap(dataDir);
  const file = join(dataDir, DATABASE);
  if (!withConfigErrors(dataDir, () => statSync(file, { throwIfNoEntry: false })))
    throw new ConfigError(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR, or go to the folder the server was started in.`,
    );
  refuseLostDatabase(dataDir);
  return file;
}

function refuseLostDatabase(dataDir: string) {
  if (statSync(join(dataDir, DATABASE), { throwIfNoEntry: false })?.size) return;
  if (existsSync(join(dataDir, SECRET)) || hasMedia(dataDir))
    throw lostDatabase(dataDir, 'is missing or empty');
}

function refuseEmptyDatabase(dataDir: string, db: Db) {
  if (!hasMedia(dataDir) || hasAccounts(db)) return;
  // if files wait for their deletion, the photos belonged to a deleted account
  if (db.select().from(filesToDelete).limit(1).get()) return;
  db.$client.close();
  throw lostDatabase(dataDir, 'has no accounts');
}

const hasAccounts = (db: Db) => db.select({ id: users.id }).from(users).limit(1).get() !== undefined;

const hasMedia = (dataDir: string) =>
  existsSync(join(dataDir, MEDIA)) && readdirSync(join(dataDir, MEDIA)).length > 0;

const lostDatabase = (dataDir: string, what: string) =>
  new ConfigError(
    `The database in DATA_DIR ${dataDir} ${what}, but the folder has photos or a secret of an earlier one. Nothing was changed. Put ${DATABASE} back, or run tagline restore with a backup. To begin anew, set DATA_DIR to an empty folder.`,
  );

const UNRELIABLE_FILE_SYSTEMS: Record<number, string> = {
  26985: 'NFS',
  4283649346: 'CIFS',
  4266872130: 'SMB',
  16914839: '9p',
  1702057286: 'FUSE',
  2035054128: 'overlay',
};

export function unreliableFileSystem(dataDir: string): string | null {
  return UNRELIABLE_FILE_SYSTEMS[statfsSync(dataDir).type] ?? null;
}

export function freeSpace(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** If the file is missing and `mayCreate` is true, creates the file. */
function readSecret(dataDir: string, { mayCreate }: { mayCreate: boolean }): Buffer {
  const file = join(dataDir, SECRET);
  if (!existsSync(file)) {
    if (!mayCreate) return randomBytes(32);
    try {
      writeFileSync(file, randomBytes(32), { flag: 'wx' });
    } catch (error) {
      // another process created the file between the check and the write
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file);
}

export function withConfigErrors<T>(dataDir: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw toConfigError(dataDir, error);
  }
}

const CANNOT_WRITE = /^(EACCES|ENOENT|EROFS|EEXIST|ENOTDIR|EPERM|SQLITE_CANTOPEN|SQLITE_READONLY)/;
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB)/;

function toConfigError(dataDir: string, error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = message.replace(/\.$/, '');
  const disk = CANNOT_WRITE.test(code) ? null : diskErrorOf(error);
  if (disk)
    return new ConfigError(
      `${disk.fact} (DATA_DIR ${dataDir}, ${disk.code}): ${reason}. ${disk.advice} Then start again.`,
    );
  if (DAMAGED.test(code))
    return new ConfigError(
      `The database in ${dataDir} is damaged: ${reason}. Stop the server, and run tagline restore with a backup.`,
    );
  const database = join(dataDir, DATABASE);
  if (code.startsWith('SQLITE_CANTOPEN') && existsSync(database))
    return new ConfigError(`${database} cannot be opened (${code}) by the user who runs this.`);
  return new ConfigError(
    CANNOT_WRITE.test(code)
      ? `DATA_DIR ${dataDir} cannot be written (${code}). Give it and its files to the user who runs this, on a disk that can be written.`
      : `The database in ${dataDir} cannot be opened: ${reason}.`,
  );
}
