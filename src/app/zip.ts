import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { ZipFile } from 'yazl';
import { VisibleError } from './errors';

export type WrittenEntry = { bytes: number; sha256: string };

type Source = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/**
 * Largest ratio of an entry's unpacked size to its packed size. Our text has a ratio of about 10. Only an
 * archive that is made to fill a disk comes near 1,032, the limit of the deflate format.
 */
const UNFOLDING_MAX = 300;
/** Unpacked size in bytes up to which an entry may have any ratio. */
const UNFOLDED_BYTES = 1_000_000;

export const unfoldsTo = (packed: number): number => Math.max(UNFOLDED_BYTES, UNFOLDING_MAX * packed);

/** It is constant, so that equal contents make equal archives. */
const ENTRY_TIME = new Date(Date.UTC(1980, 0, 1));
/**
 * Programs that do not know the time write 1 January 1980, the earliest time of the zip format, in the time
 * zone of the machine.
 */
const UNKNOWN_UNTIL = Date.UTC(1980, 0, 3);

export type ZipWriter = ReturnType<typeof createZip>;

export function createZip() {
  const zip = new ZipFile();
  const stream = new PassThrough();
  (zip.outputStream as Readable).pipe(stream);
  zip.on('error', (error: Error) => stream.destroy(error));
  // without this, `add` would wait for ever if the reader closes the stream
  const closed = new Promise<never>((_, reject) =>
    stream.once('close', () => reject(stream.errored ?? new Error('The archive was not read to its end.'))),
  );
  closed.catch(() => {});

  return {
    stream,
    /** Resolves when its source was read to the end. */
    add(name: string, source: Source, { compress = true } = {}): Promise<WrittenEntry> {
      const { promise, resolve, reject } = Promise.withResolvers<WrittenEntry>();
      async function* hashed() {
        const hash = createHash('sha256');
        let bytes = 0;
        try {
          for await (const part of source) {
            const chunk = typeof part === 'string' ? Buffer.from(part) : part;
            hash.update(chunk);
            bytes += chunk.length;
            yield chunk;
          }
        } catch (error) {
          reject(error);
          throw error;
        }
        resolve({ bytes, sha256: hash.digest('hex') });
      }
      zip.addReadStream(Readable.from(hashed(), { objectMode: false }), name, {
        mtime: ENTRY_TIME,
        mode: 0o100644,
        forceDosTimestamp: true,
        ...(compress ? { compressionLevel: 3 } : { compress: false }),
      });
      return Promise.race([promise, closed]);
    },
    end: () => zip.end(),
  };
}

export function requireFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new VisibleError('NOT_FOUND', `There is no file ${path}.`);
  if (found.isDirectory()) throw new VisibleError('BAD_REQUEST', `${path} is a folder. Name a file.`);
}

export const tooManyFiles = (name: string, max: number) =>
  new VisibleError(
    'BAD_REQUEST',
    `${name} has more than ${max.toLocaleString('en-US')} files. Import it in parts.`,
  );

export type ZipReader = Awaited<ReturnType<typeof openZip>>;

export async function openZip(file: string, what: string, { name = file, entriesMax = Infinity } = {}) {
  const entries = new Map<string, Entry>();
  // this module is imported when it is first needed, because its import would take a tenth of the program's
  // starting time
  const { openPromise } = await import('yauzl');
  // with `strictFileNames: false`, a \ in a name is read as /, because programs on Windows write \ between
  // folders
  const zip = await openPromise(file, { autoClose: false, strictFileNames: false }).catch((error) => {
    throw damaged(error);
  });
  function damaged(error: unknown) {
    if (error instanceof VisibleError) return error;
    return new VisibleError(
      'BAD_REQUEST',
      `${name} is not ${what}, or is damaged: ${(error as Error).message}`,
    );
  }
  if (zip.entryCount > entriesMax) {
    zip.close();
    throw tooManyFiles(name, entriesMax);
  }
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize } = entry;
      if (entries.has(fileName)) throw new Error(`it contains ${fileName} twice`);
      if (uncompressedSize > unfoldsTo(compressedSize))
        throw new Error(
          `${fileName} unfolds to ${Math.round(uncompressedSize / compressedSize)} times its size`,
        );
      if (!fileName.endsWith('/')) entries.set(fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw damaged(error);
  }

  async function* entryChunks(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name);
    if (!entry) throw new Error(`${name} is missing`);
    let sum = 0;
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error(`${name} is not as it was written`);
  }

  async function* chunks(name: string): AsyncGenerator<Uint8Array> {
    try {
      yield* entryChunks(name);
    } catch (error) {
      throw damaged(error);
    }
  }

  return {
    names: [...entries.keys()],
    has: (name: string) => entries.has(name),
    size: (name: string) => entries.get(name)?.uncompressedSize ?? 0,
    packed: (name: string) => entries.get(name)?.compressedSize ?? 0,
    modified(name: string): number | null {
      const time = entries.get(name)?.getLastModDate().getTime() ?? 0;
      return time > UNKNOWN_UNTIL ? time : null;
    },
    chunks,
    entryChunks,
    damaged,
    async text(name: string, max: number): Promise<string> {
      if ((entries.get(name)?.uncompressedSize ?? 0) > max) throw damaged(new Error(`${name} is too long`));
      return Buffer.concat(await Array.fromAsync(chunks(name))).toString('utf8');
    },
    close: () => zip.close(),
    [Symbol.dispose]: () => zip.close(),
  };
}
