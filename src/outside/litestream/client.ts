import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplicaConfig, Target } from '../../app/config/replica';

const ASKS_WITHIN_MS = 15_000;

/** 0.5: resolves once the place of the copies has all that was committed before the call. */
export async function syncCopies(socket: string, database: string): Promise<void> {
  const response = await fetch('http://localhost/sync', {
    unix: socket,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: database, wait: true, timeout: Math.floor(ASKS_WITHIN_MS / 1000) - 1 }),
    signal: AbortSignal.timeout(ASKS_WITHIN_MS),
  });
  if (!response.ok) throw new Error(((await response.json()) as { error: string }).error);
}

export type Positions = { syncs: number; log: Position; copy: Position };
/** Number of the log since the last whole copy, and bytes in it. */
export type Position = [index: number, offset: number];

/** 0.3: how far it has read our log, and how far the copy goes. `folder` is where it keeps what it has read. */
export async function readPositions(port: number, folder: string): Promise<Positions> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    signal: AbortSignal.timeout(ASKS_WITHIN_MS),
  });
  const text = await response.text();
  const read = (name: string) =>
    Number(new RegExp(`^litestream_${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  return {
    syncs: read('sync_count') - read('sync_error_count'),
    log: await readLogPosition(folder),
    copy: [read('replica_wal_index'), read('replica_wal_offset')],
  };
}

/** Its metric `shadow_wal_size` is of no use: it adds the size of the log before, which it keeps for a while. */
async function readLogPosition(folder: string): Promise<Position> {
  const generation = (await readFile(join(folder, 'generation'), 'utf8')).trim();
  const logs = join(folder, 'generations', generation, 'wal');
  const newest = (await readdir(logs)).sort().at(-1);
  return newest ? [Number.parseInt(newest, 16), (await stat(join(logs, newest))).size] : [0, 0];
}

/** A small file beside the copies, written by us, not by Litestream. */
export async function writeBeside(
  target: Target,
  s3: ReplicaConfig['s3'],
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (target.bucket !== null) return void (await bucketOf(target, s3).write(keyOf(target, name), bytes));
  mkdirSync(target.path, { recursive: true });
  writeFileSync(`${target.path}/${name}`, bytes);
}

/** Returns null if there is none. */
export async function readBeside(
  target: Target,
  s3: ReplicaConfig['s3'],
  name: string,
): Promise<Uint8Array | null> {
  try {
    if (target.bucket === null) return readFileSync(`${target.path}/${name}`);
    return await bucketOf(target, s3).file(keyOf(target, name)).bytes();
  } catch (error) {
    if (/^(ENOENT|NoSuchKey)$/.test((error as { code?: string }).code ?? '')) return null;
    throw error;
  }
}

/** Names of the folders beside the copies that begin so. */
export async function listBeside(target: Target, s3: ReplicaConfig['s3'], begin: string): Promise<string[]> {
  if (target.bucket === null)
    return existsSync(target.path) ? readdirSync(target.path).filter((name) => name.startsWith(begin)) : [];
  const prefix = keyOf(target, begin);
  const names: string[] = [];
  for (let continuationToken: string | undefined; ; ) {
    const page = bucketOf(target, s3).list({ prefix, delimiter: '/', continuationToken });
    const { commonPrefixes = [], nextContinuationToken } = await withinTime(page);
    names.push(...commonPrefixes.map((found) => found.prefix.split('/').at(-2)!));
    continuationToken = nextContinuationToken;
    if (!continuationToken) return names;
  }
}

/** Deletes a folder beside the copies in which nothing was written since `before`. */
export async function deleteOldBeside(
  target: Target,
  s3: ReplicaConfig['s3'],
  name: string,
  before: number,
): Promise<void> {
  if (target.bucket === null) {
    const folder = join(target.path, name);
    const files = readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file)));
    if (files.every((file) => statSync(file).mtimeMs < before)) rmSync(folder, { recursive: true });
    return;
  }
  const bucket = bucketOf(target, s3);
  for (;;) {
    const { contents = [], isTruncated } = await bucket.list({ prefix: `${keyOf(target, name)}/` });
    if (contents.some(({ lastModified = '' }) => !(Date.parse(lastModified) < before))) return;
    for (const { key } of contents) await bucket.delete(key);
    if (!isTruncated) return;
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('i/o timeout')), ASKS_WITHIN_MS);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

const bucketOf = ({ bucket }: Target, s3: ReplicaConfig['s3']) =>
  new Bun.S3Client({ ...s3, bucket: bucket ?? '' });
const keyOf = ({ path }: Target, name: string) => [path, name].filter(Boolean).join('/');
