import { closeSync, createReadStream, fstatSync, openSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { openZip, tooManyFiles, unfoldsTo } from '../app/zip';
import { IMPORT_BYTES_MAX } from '../contract/import-words';

import { readRange } from './ranges';
import { refusal } from './refusals';
import { isTar, listTar } from './tar';

export const BUNDLE_FILES_MAX = 200_000;

const WHAT = 'an export of Tagline or of another program';
const HIDDEN = /(^|\/)(\.|__MACOSX\/)/;
const ZIP_NAME = /\.(zip|textpack)$/i;
/** So many zips may be in a zip; Notion makes one for each few gigabytes. */
const INNER_MAX = 100;
const HEAD_BYTES = 512;

type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>;

export type Files = {
  paths: string[];
  has(path: string): boolean;
  size(path: string): number;
  modified(path: string): number | null;
  chunks(path: string): Chunks;
  close(): void;
};

export type Archive = Files & { kind: 'zip' | 'tar' };

/** Returns null for a file that is neither a zip nor a tar. Zips in a zip, and a packed tar, are unpacked to disk. */
export async function openArchive(name: string, file: string): Promise<Archive | null> {
  const start = new Uint8Array(await Bun.file(file).slice(0, HEAD_BYTES).arrayBuffer());
  if (/^PK(\x03\x04|\x05\x06)/.test(Buffer.from(start.subarray(0, 4)).toString('latin1')))
    return openZips(name, file);
  if (isTar(start)) return openTar(name, file);
  return start[0] === 0x1f && start[1] === 0x8b ? openPackedTar(name, file) : null;
}

async function openZips(name: string, file: string): Promise<Archive> {
  const zip = await openZip(file, WHAT, { name, entriesMax: BUNDLE_FILES_MAX });
  const files: Files = {
    ...zip,
    paths: zip.names,
    chunks: (path) => zip.entryChunks(path) as Chunks,
  };
  const inner = zip.names.filter((path) => !HIDDEN.test(path));
  if (inner.length === 0 || inner.length > INNER_MAX || !inner.every((path) => ZIP_NAME.test(path)))
    return { ...files, kind: 'zip' };
  const parts: [string, Files][] = [];
  try {
    let bytes = 0;
    for (const path of inner) {
      const spilled = await spill(name, file, zip.entryChunks(path), IMPORT_BYTES_MAX - bytes);
      try {
        const part = await openZip(spilled, WHAT, { name: `${name}, ${path}`, entriesMax: BUNDLE_FILES_MAX });
        parts.push([
          path,
          { ...part, paths: part.names, chunks: (path) => part.entryChunks(path) as Chunks },
        ]);
        bytes += zip.size(path);
        const unfolded = part.names.reduce((sum, inside) => sum + part.size(inside), 0);
        // a zip in a zip could otherwise unfold to the square of what one may
        if (unfolded > unfoldsTo(zip.packed(path))) throw refusal(name, `${path} unfolds too far.`);
      } finally {
        rmSync(spilled, { force: true });
      }
    }
  } catch (error) {
    for (const [, part] of parts) part.close();
    throw error;
  } finally {
    zip.close();
  }
  return { ...combine(name, parts), kind: 'zip' };
}

/** A path that an earlier part has, too, gets the name of its part before it. */
export function combine(name: string, parts: [string, Files][]): Files {
  const found = new Map<string, { part: Files; path: string }>();
  for (const [of, part] of parts)
    for (const path of part.paths) {
      found.set(found.has(path) ? `${basename(of).replace(/\.\w+$/, '')}/${path}` : path, { part, path });
      if (found.size > BUNDLE_FILES_MAX) throw tooManyFiles(name, BUNDLE_FILES_MAX);
    }
  const ask = <T>(path: string, read: (part: Files, path: string) => T, otherwise: T): T => {
    const place = found.get(path);
    return place ? read(place.part, place.path) : otherwise;
  };
  return {
    paths: [...found.keys()],
    has: (path) => found.has(path),
    size: (path) => ask(path, (part, inside) => part.size(inside), 0),
    modified: (path) => ask(path, (part, inside) => part.modified(inside), null),
    chunks: (path) => ask(path, (part, inside) => part.chunks(inside), missing(path)),
    close() {
      for (const [, part] of parts) part.close();
    },
  };
}

// biome-ignore lint/correctness/useYield: reading is what fails
async function* missing(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  throw new Error(`${path} is missing`);
}

async function openTar(name: string, path: string): Promise<Archive> {
  const file = openSync(path, 'r');
  try {
    return { ...tarFiles(file, await listTar(file, fstatSync(file).size, BUNDLE_FILES_MAX)), kind: 'tar' };
  } catch (error) {
    closeSync(file);
    throw refusal(name, `${(error as Error).message}.`);
  }
}

function tarFiles(file: number, listed: Awaited<ReturnType<typeof listTar>>): Files {
  const files = new Map(listed.map((entry) => [entry.path, entry]));
  return {
    paths: [...files.keys()],
    has: (path) => files.has(path),
    size: (path) => files.get(path)?.bytes ?? 0,
    modified: (path) => files.get(path)?.modified ?? null,
    chunks(path) {
      const entry = files.get(path);
      return entry ? readRange(file, entry.start, entry.bytes) : missing(path);
    },
    close: () => closeSync(file),
  };
}

async function openPackedTar(name: string, file: string): Promise<Archive | null> {
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.once('error', (error) => unpacked.destroy(error));
  const max = Math.min(unfoldsTo(Bun.file(file).size), IMPORT_BYTES_MAX);
  try {
    const spilled = await spill(name, file, unpacked, max, isTar);
    if (!spilled) return null;
    return await openTar(name, spilled).finally(() => rmSync(spilled, { force: true }));
  } finally {
    unpacked.destroy();
    source.destroy();
  }
}

let spills = 0;

/**
 * Writes to a file beside the given one, or in the folder for temporary files, and returns its path. Returns an
 * empty string, and writes nothing, if its start is none of those that are wanted.
 */
async function spill(
  name: string,
  beside: string,
  chunks: AsyncIterable<Uint8Array>,
  max: number,
  isWanted: (start: Uint8Array) => boolean = () => true,
): Promise<string> {
  const leaf = `.unpacked-${process.pid}-${++spills}`;
  const [path, handle] = await openForWriting(join(dirname(beside), leaf)).catch(() =>
    openForWriting(join(tmpdir(), leaf)),
  );
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      if (bytes === 0 && !isWanted(chunk)) {
        rmSync(path, { force: true });
        return '';
      }
      bytes += chunk.length;
      if (bytes > max) throw new Error('it unfolds too far');
      await handle.write(chunk);
    }
    return path;
  } catch (error) {
    rmSync(path, { force: true });
    throw refusal(name, `${(error as Error).message}.`);
  } finally {
    await handle.close();
  }
}

const openForWriting = async (path: string): Promise<[string, FileHandle]> => [
  path,
  await open(path, 'wx', 0o600),
];
