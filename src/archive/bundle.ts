import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { VisibleError } from '../app/errors';
import { tooManyFiles } from '../app/zip';
import { BUNDLE_FILES_MAX, combine, type Files, openArchive } from './archives';
import { decoderFor } from './encodings';

const START_BYTES = 4096;
const STARTS_KEPT = 200;
const PARTS_MAX = 100;
const ARCHIVE_NAME = /\.(zip|tgz|tar|gz|jex|textpack|bear2bk|bearbk)$/i;

/** A file is read only when needed. */
export type Bundle = {
  name: string;
  kind: 'file' | 'zip' | 'tar' | 'folder';
  /** Paths of the files, with `/` between folders. A single file has only its name. */
  paths: string[];
  has(path: string): boolean;
  size(path: string): number;
  modified(path: string): number | null;
  /** Throws an Error with one sentence if the file is damaged or missing. */
  chunks(path: string): AsyncIterable<Uint8Array<ArrayBuffer>>;
  texts(path: string): AsyncIterable<string>;
  text(path: string, max: number): Promise<string>;
  /** For a damaged file, returns an empty string. */
  start(path: string): Promise<string>;
  close(): void;
};

export type BundleFile = {
  name: string | null;
  type: string;
  bytes: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
};

export const toBundleFile = (bundle: Bundle, path: string, type = typeOf(path)): BundleFile => ({
  name: basename(path),
  type,
  bytes: bundle.size(path),
  read: async () => Buffer.concat(await Array.fromAsync(bundle.chunks(path))),
});

export const typeOf = (path: string): string => Bun.file(path).type.split(';')[0] ?? '';

/** `path` is the path that the person knows, `file` is the path on the disk. */
export type GivenFile = { path: string; file: string; bytes: number; modified?: number };

export async function openBundle(path: string, name = path): Promise<Bundle> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new VisibleError('NOT_FOUND', `There is no file ${name}.`);
  if (found.isDirectory()) {
    const files = await listFolder(path, name);
    return files.length > 1 ? openGiven(name, files) : filesBundle(name, 'folder', files);
  }
  return openGiven(name, [{ path: basename(name), file: path, ...sizeAndTime(found) }]);
}

export async function openGiven(name: string, files: GivenFile[]): Promise<Bundle> {
  const [first, ...others] = files;
  if (first && others.length === 0) {
    const archive = await openArchive(name, first.file);
    return archive ? createBundle(name, archive.kind, archive) : filesBundle(name, 'file', files);
  }
  return (await openParts(name, files)) ?? filesBundle(name, 'folder', files);
}

/** The parts of a large export may be given together; null if one of the files is no archive. */
async function openParts(name: string, files: GivenFile[]): Promise<Bundle | null> {
  if (files.length > PARTS_MAX || !files.every(({ path }) => ARCHIVE_NAME.test(path))) return null;
  const parts: [string, Files][] = [];
  for (const { path, file } of files) {
    const part = await openArchive(path, file);
    if (!part) {
      combine(name, parts).close();
      return null;
    }
    parts.push([path, part]);
  }
  return createBundle(name, 'folder', combine(name, parts));
}

function filesBundle(name: string, kind: 'file' | 'folder', files: GivenFile[]): Bundle {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return createBundle(name, kind, {
    paths: [...byPath.keys()],
    has: (path) => byPath.has(path),
    size: (path) => byPath.get(path)?.bytes ?? 0,
    modified: (path) => byPath.get(path)?.modified ?? null,
    chunks(path) {
      const found = byPath.get(path);
      if (!found) throw new Error(`${path} is missing`);
      return createReadStream(found.file) as AsyncIterable<Uint8Array<ArrayBuffer>>;
    },
    close() {},
  });
}

function createBundle(name: string, kind: Bundle['kind'], files: Files): Bundle {
  const starts = new Map<string, string>();
  async function* texts(path: string): AsyncGenerator<string> {
    let decoder: TextDecoder | null = null;
    for await (const chunk of files.chunks(path)) {
      decoder ??= decoderFor(chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  }
  return {
    name,
    ...files,
    kind,
    texts,
    async text(path, max) {
      if (files.size(path) > max) throw new Error(`${path} is too long`);
      return (await Array.fromAsync(texts(path))).join('');
    },
    async start(path) {
      const known = starts.get(path);
      if (known !== undefined) return known;
      const start = await readStart(files.chunks(path)).catch(() => '');
      if (starts.size < STARTS_KEPT) starts.set(path, start);
      return start;
    },
  };
}

async function readStart(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes >= START_BYTES) break;
  }
  const start = Buffer.concat(read).subarray(0, START_BYTES);
  return decoderFor(start).decode(start);
}

/** Leaves out symbolic links, because they may lead out of the folder. */
async function listFolder(root: string, name: string): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const entry of (await readdir(join(root, folder), { withFileTypes: true })).sort(byName)) {
      if (entry.name.startsWith('.') && entry.name !== '.trash') continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      if (!entry.isFile()) continue;
      const file = join(root, path);
      files.push({ path, file, ...sizeAndTime(await stat(file)) });
      if (files.length > BUNDLE_FILES_MAX) throw tooManyFiles(name, BUNDLE_FILES_MAX);
    }
  return files;
}

const sizeAndTime = ({ size, mtimeMs }: Stats) => ({ bytes: size, modified: Math.round(mtimeMs) });

const byName = (a: Dirent, b: Dirent) => (a.name < b.name ? -1 : 1);
