import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { appliedMigrations, writeDatabaseCopy } from '../../db/migrate';
import { DATABASE, MEDIA, requireDatabase, SECRET } from '../data-folder';
import { VisibleError } from '../errors';
import { VERSION } from '../version';
import { createZip, openZip, type WrittenEntry, type ZipReader, type ZipWriter } from '../zip';

/** Tells how far something has come, in bytes or in pieces. */
export type Progress = (doing: string, done: number, total: number) => void;

export const MANIFEST = 'manifest.json';

/** The last entry of a backup: what else is in it, and what it was made by. */
const manifest = z.object({
  format: z.literal('tagline-backup'),
  program: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations its database has had. */
  schema: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

export type Backup = { file: string; bytes: number; createdAt: string; media: number };

/** Names of the backups we make: by their time, so that they sort by age. */
const nameAt = (createdAt: string) =>
  `tagline-backup-${createdAt.replace(/\.\d+/, '').replaceAll(':', '-')}.zip`;
export const BACKUP_NAME = /^tagline-backup-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.zip$/;

/**
 * Writes everything DATA_DIR holds into one file, while it may be served: the database as it is at one moment,
 * and every file on the disk after that moment, so that none it speaks of is missing. `to` is a file, or a
 * folder in which it is named after its time. The file is there only once it has been read back and is whole.
 */
export async function backUp(
  dataDir: string,
  to: string,
  { now = Date.now, progress = () => {} }: { now?: () => number; progress?: Progress } = {},
): Promise<Backup> {
  const database = requireDatabase(dataDir);
  const createdAt = new Date(now()).toISOString();
  const file = isFolder(to) ? join(to, nameAt(createdAt)) : resolve(to);
  const partial = `${file}.partial`;
  const copy = `${partial}.db`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    progress('Copying the database', 0, 0);
    const schema = copyDatabase(database, copy);
    const zip = createZip();
    const written = pipeline(zip.stream, createWriteStream(partial, { flush: true }));
    const [files] = await Promise.all([pack(zip, dataDir, { copy, createdAt, schema }, progress), written]);
    await verifyBackup(partial, progress);
    renameSync(partial, file);
    await syncFolder(dirname(file));
    const media = Object.keys(files).filter((name) => name.startsWith(`${MEDIA}/`)).length;
    return { file, bytes: statSync(file).size, createdAt, media };
  } finally {
    for (const rest of [partial, copy, `${copy}.partial`]) rmSync(rest, { force: true });
  }
}

/** Copies the database and looks whether the copy is sound. Answers the migrations it has had. */
function copyDatabase(database: string, to: string): string[] {
  const sqlite = new Database(database, { readwrite: true, create: false });
  try {
    sqlite.run('pragma busy_timeout = 10000');
    writeDatabaseCopy(sqlite, to);
  } finally {
    sqlite.close();
  }
  return checkDatabase(to, database);
}

/** The migrations that a database file has had, when the file is sound. `what` names it in the sentence. */
export function checkDatabase(file: string, what: string): string[] {
  const sqlite = new Database(file, { readonly: true });
  try {
    const [{ integrity_check: found } = { integrity_check: 'nothing' }] = sqlite
      .query<{ integrity_check: string }, []>('pragma integrity_check(1)')
      .all();
    if (found !== 'ok') throw new Error(found);
    return appliedMigrations(sqlite);
  } catch (error) {
    throw new VisibleError('BAD_REQUEST', `${what} is damaged: ${(error as Error).message}`);
  } finally {
    sqlite.close();
  }
}

async function pack(
  zip: ZipWriter,
  dataDir: string,
  { copy, createdAt, schema }: { copy: string; createdAt: string; schema: string[] },
  progress: Progress,
): Promise<Manifest['files']> {
  const media = filesIn(join(dataDir, MEDIA)).map((name) => `${MEDIA}/${name}`);
  const sources = [
    { name: DATABASE, path: copy, compress: true },
    ...[SECRET, ...media].map((name) => ({ name, path: join(dataDir, name), compress: false })),
  ];
  const files: Manifest['files'] = {};
  for (const [done, { name, path, compress }] of sources.entries()) {
    progress('Packing', done, sources.length);
    const handle = await openIfThere(path);
    if (!handle) continue; // deleted since it was listed, and by now from the database too
    files[name] = await zip.add(name, handle.createReadStream({ highWaterMark: 1 << 18 }), { compress });
  }
  progress('Packing', sources.length, sources.length);
  const contents: Manifest = { format: 'tagline-backup', program: VERSION, createdAt, schema, files };
  await zip.add(MANIFEST, [JSON.stringify(contents, null, 2)]);
  zip.end();
  return files;
}

/** Reads a whole backup and compares it with its manifest. Throws a VisibleError when it is not as it was written. */
export async function verifyBackup(file: string, progress: Progress = () => {}): Promise<Manifest> {
  const zip = await openZip(file, 'a backup of Tagline');
  try {
    const contents = await readManifest(zip);
    const total = totalBytes(contents);
    let done = 0;
    for (const [name, expected] of Object.entries(contents.files))
      for await (const chunk of readVerified(zip, name, expected)) {
        done += chunk.length;
        progress('Verifying', done, total);
      }
    return contents;
  } finally {
    zip.close();
  }
}

export async function readManifest(zip: ZipReader): Promise<Manifest> {
  const read = manifest.safeParse(parseJson(await zip.text(MANIFEST)));
  if (!read.success) throw zip.damaged(new Error('its manifest cannot be read'));
  const listed = [...Object.keys(read.data.files), MANIFEST].sort();
  if (listed.join('\n') !== [...zip.names].sort().join('\n'))
    throw zip.damaged(new Error('its contents are not those of its manifest'));
  return read.data;
}

export const totalBytes = ({ files }: Manifest): number =>
  Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The bytes of one file of a backup; fails at their end when they are not those of the manifest. */
export async function* readVerified(zip: ZipReader, name: string, expected: WrittenEntry) {
  const hash = createHash('sha256');
  for await (const chunk of zip.chunks(name)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== expected.sha256)
    throw zip.damaged(new Error(`${name} is not as it was written`));
}

/** Paths within a folder with `/` between, whatever the system. Half-written files do not count. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(part|partial)$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

const isFolder = (path: string) => /[\\/]$/.test(path) || (existsSync(path) && statSync(path).isDirectory());

/** A rename is safe from a power cut when the folder is on the disk. Not every system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
