import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { parseTarget, type Target } from '../../app/config/replica';
import { MEDIA, MEDIA_BACK, MEDIA_CACHE, MEDIA_PLACE, MEDIA_WIDTHS } from '../../app/data-folder/data-folder';
import { isServed } from '../../app/data-folder/lock';
import { VisibleError } from '../../app/errors';
import { countOf } from '../../contract/counts';
import { explainMediaError } from '../../outside/litestream/errors';
import { type Bucket, openBucket } from '../../outside/s3/client';
import { createCache } from './cache';

const AT_ONCE = 4;
const FILE = /^[0-9a-f]{32}$/;
const OWN_NAME = /^[0-9a-f]{32}(-\d+\.\w+)?$/;
const IN_BUCKET = /^(orphans\/)?[0-9a-f]{32}(-\d+\.\w+)?$/;

type Progress = (doing: string, done: number, total: number) => void;
export type Moved = { moved: number; say: string };

/** Beside a running server. What was moved before, perhaps by a move that was killed, is compared and left out. */
export async function moveMedia(app: App, to: string, progress: Progress): Promise<Moved> {
  const { target: current } = app.config.media;
  const target = to === 'folder' ? current : parseTarget(to);
  if (!target?.bucket)
    throw new VisibleError(
      'BAD_REQUEST',
      to === 'folder'
        ? 'There is nothing to move back: MEDIA_URL is not set.'
        : `${to} is no place for files: write s3://BUCKET/PATH, or folder.`,
    );
  if (current && current.url !== target.url)
    throw new VisibleError('BAD_REQUEST', `The files are in ${current.url}: move them to the folder first.`);
  const moves = createMoves(app, target, progress);
  try {
    return await (to === 'folder' ? moves.toFolder() : moves.toBucket());
  } catch (error) {
    if (error instanceof VisibleError) throw error;
    throw new VisibleError(
      'BAD_REQUEST',
      `${explainMediaError(error)} Nothing is lost. Run this again: it goes on where it stopped.`,
    );
  }
}

function createMoves(app: App, target: Target, progress: Progress) {
  const dataDir = resolve(app.config.dataDir);
  const [media, back, place] = [MEDIA, MEDIA_BACK, MEDIA_PLACE].map((name) => join(dataDir, name)) as [
    string,
    string,
    string,
  ];
  const bucket = openBucket(target, app.config.replica.s3);
  const cache = createCache(join(dataDir, MEDIA_CACHE), app.config.media.cacheBytes);
  /** Whether the message of a file, which had one when it was listed, was deleted meanwhile. */
  const knownIds = new Map(
    statements(app.db)
      .list.all()
      .map(({ file, id }) => [file, id]),
  );
  const isDeleted = (name: string) => {
    const id = knownIds.get(name.slice(0, 32));
    return id !== undefined && !statements(app.db).isThere.get({ id });
  };

  async function inParallel(names: string[], act: (name: string) => Promise<void>): Promise<void> {
    let done = 0;
    const rest = names.values();
    const failures: unknown[] = [];
    const one = async () => {
      for (const name of rest) {
        if (failures.length > 0) return;
        await act(name).catch((error) => failures.push(error));
        progress('Moving files', ++done, names.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    if (failures.length > 0) throw failures[0];
  }

  async function send(name: string, path: string): Promise<void> {
    if (await isSame(bucket, name, path, cache.partOf(`${name}-compared`))) return;
    await bucket.put(name, Bun.file(path));
    if (!(await isSame(bucket, name, path, cache.partOf(`${name}-compared`))))
      throw new Error(`${name} is another file after it was written.`);
  }

  return {
    async toBucket(): Promise<Moved> {
      rmSync(back, { force: true });
      const serverUses =
        !isServed(dataDir) || (existsSync(place) && readFileSync(place, 'utf8') === target.url);
      const empties = app.config.media.target !== null && serverUses;
      const seen = new Set<string>();
      for (;;) {
        const found = [MEDIA_WIDTHS, MEDIA].flatMap((folder) => listOwn(join(dataDir, folder)));
        const paths = new Map(found.filter(([name]) => !seen.has(name)));
        if (paths.size === 0) break;
        await inParallel([...paths.keys()], async (name) => {
          seen.add(name);
          const path = paths.get(name)!;
          if (!existsSync(path)) return;
          await send(name, path).catch((error) => {
            if (existsSync(path)) throw error;
          });
          if (isDeleted(name)) await bucket.remove(name);
          else if (empties && existsSync(path)) cache.keep(name, path);
        });
      }
      const moved = [...seen].filter((name) => FILE.test(name)).length;
      const what = `${countOf(moved, 'file')} of the folder ${moved === 1 ? 'is' : 'are'} in ${target.url}, and compared.`;
      return {
        moved,
        say: empties
          ? `${what} MEDIA_URL names it already: there is nothing to change.`
          : `${what} Now set MEDIA_URL=${target.url}, restart the server, and run this once more: it moves what came meanwhile, and empties the folder.`,
      };
    },

    async toFolder(): Promise<Moved> {
      mkdirSync(media, { recursive: true });
      writeFileSync(back, '');
      let moved = 0;
      for (;;) {
        const names: string[] = [];
        for await (const { name } of bucket.list()) if (IN_BUCKET.test(name)) names.push(name);
        if (names.length === 0) break;
        await inParallel(names, async (name) => {
          if (FILE.test(name)) {
            await fetchBack(name);
            moved++;
          }
          await bucket.remove(name);
          if (OWN_NAME.test(name)) cache.remove(name);
        });
      }
      return {
        moved,
        say: `${countOf(moved, 'file')} of ${target.url} ${moved === 1 ? 'is' : 'are'} in the folder, and compared. New ones come there as well. Now remove MEDIA_URL and restart the server.`,
      };
    },
  };

  async function fetchBack(name: string): Promise<void> {
    const path = join(media, name);
    const part = `${path}.part`;
    if (!existsSync(path)) {
      if (!(await bucket.get(name, part))) return; // deleted meanwhile
      if (!(await isSame(bucket, name, part, cache.partOf(`${name}-compared`)))) {
        if (!(await bucket.head(name))) return rmSync(part);
        throw new Error(`${name} is another file after it was fetched.`);
      }
      renameSync(part, path);
    }
    if (isDeleted(name)) rmSync(path, { force: true });
  }
}

/** By size and MD5. Where the service does not give the MD5 as ETag, it is fetched and compared. */
async function isSame(bucket: Bucket, name: string, path: string, other: string): Promise<boolean> {
  const there = await bucket.head(name);
  if (there?.bytes !== statSync(path).size) return false;
  if (there.etag === (await hashOf(path, 'md5'))) return true;
  try {
    return (
      (await bucket.get(name, other)) && (await hashOf(other, 'sha256')) === (await hashOf(path, 'sha256'))
    );
  } finally {
    rmSync(other, { force: true });
  }
}

async function hashOf(path: string, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

const listOwn = (folder: string): [name: string, path: string][] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => OWN_NAME.test(name))
    .map((name) => [name, join(folder, name)]);

const statements = prepared(({ $client }) => ({
  list: $client.prepare<{ id: number; file: string }, []>(
    'select id, file from media where file is not null',
  ),
  isThere: $client.prepare<unknown, { id: number }>('select 1 from media where id = $id'),
}));
