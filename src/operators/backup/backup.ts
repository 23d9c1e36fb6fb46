import { Database } from 'bun:sqlite';
import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DATABASE, DKIM, MEDIA, requireDatabase, SECRET } from '../../app/data-folder/data-folder';
import { requireOutputFile } from '../../app/data-folder/output';
import { syncFolder } from '../../app/data-folder/swap';
import { VERSION } from '../../app/version';
import { createZip, type ZipWriter } from '../../app/zip';
import { backupName } from './backup-name';
import { copyDatabase } from './database-copy';
import { MANIFEST, type Manifest, verifyBackup } from './manifest';
import type { Progress } from './progress';

/** `elsewhere`: the files that are not in it, because they are in S3. */
export type Backup = {
  file: string;
  bytes: number;
  createdAt: string;
  media: number;
  elsewhere: Manifest['elsewhere'];
};

type BackupOptions = { now?: () => number; progress?: Progress; mediaUrl?: string };

/**
 * A server may use these files meanwhile. The database is copied first, in the state of one moment, and the
 * media are copied afterwards.
 */
export async function backUp(
  dataDir: string,
  to: string,
  { now = Date.now, progress = () => {}, mediaUrl }: BackupOptions = {},
): Promise<Backup> {
  const database = requireDatabase(dataDir);
  const createdAt = new Date(now()).toISOString();
  const file = isFolder(to) ? join(to, backupName(createdAt)) : resolve(to);
  const partial = `${file}.partial`;
  const copy = `${partial}.db`;
  mkdirSync(dirname(file), { recursive: true });
  requireOutputFile(dataDir, file);
  // if the folder cannot be written, this statement throws an error that names the path; the error of SQLite
  // would not name it
  closeSync(openSync(partial, 'w'));
  try {
    progress('Copying the database', 0, 0);
    const schema = copyDatabase(database, copy);
    const zip = createZip();
    const written = pipeline(zip.stream, createWriteStream(partial, { flush: true }));
    const [{ files, elsewhere }] = await Promise.all([
      pack(zip, dataDir, { copy, createdAt, schema, mediaUrl }, progress),
      written,
    ]);
    await verifyBackup(partial, progress);
    renameSync(partial, file);
    syncFolder(dirname(file));
    const media = Object.keys(files).filter((name) => name.startsWith(`${MEDIA}/`)).length;
    return { file, bytes: statSync(file).size, createdAt, media, elsewhere };
  } finally {
    for (const temporary of [partial, copy, `${copy}.partial`]) rmSync(temporary, { force: true });
  }
}

async function pack(
  zip: ZipWriter,
  dataDir: string,
  {
    copy,
    createdAt,
    schema,
    mediaUrl,
  }: { copy: string; createdAt: string; schema: string[]; mediaUrl?: string },
  progress: Progress,
): Promise<Manifest> {
  const media = listFiles(join(dataDir, MEDIA)).map((name) => `${MEDIA}/${name}`);
  const sources = [
    { name: DATABASE, path: copy, compress: true },
    ...[SECRET, DKIM, ...media].map((name) => ({ name, path: join(dataDir, name), compress: false })),
  ];
  const files: Manifest['files'] = {};
  for (const [done, { name, path, compress }] of sources.entries()) {
    progress('Packing', done, sources.length);
    const handle = await openIfExists(path);
    if (!handle) continue; // the file was deleted after it was listed
    files[name] = await zip.add(name, handle.createReadStream({ highWaterMark: 1 << 18 }), { compress });
  }
  progress('Packing', sources.length, sources.length);
  const elsewhere = mediaUrl ? { url: mediaUrl, files: countElsewhere(copy, files) } : undefined;
  const contents: Manifest = {
    format: 'tagline-backup',
    program: VERSION,
    createdAt,
    schema,
    files,
    elsewhere,
  };
  await zip.add(MANIFEST, [JSON.stringify(contents, null, 2)]);
  zip.end();
  return contents;
}

function countElsewhere(database: string, files: Manifest['files']): number {
  using sqlite = new Database(database, { readonly: true });
  return sqlite
    .query<{ file: string }, []>('select file from media where file is not null')
    .all()
    .filter(({ file }) => !files[`${MEDIA}/${file}`]).length;
}

function listFiles(folder: string): string[] {
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

async function openIfExists(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

const isFolder = (path: string) => /[\\/]$/.test(path) || (existsSync(path) && statSync(path).isDirectory());
