import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_FREE = 2e9;
const KEPT_SHARE = 1 / 20;
/** After a trim there is room for a while. */
const FILLED = 0.9;
/** What was used so recently may be about to be read. */
const IN_USE_MS = 5_000;
const PART = /\.(\d+)\.part$/;
const AT_ONCE = 100;

export type Cache = ReturnType<typeof createCache>;

/** Copies of files that are elsewhere, the least recently used of which go. The times of the files are those of use. */
export function createCache(folder: string, max: number, spare = () => spareSpace(folder)) {
  let bytes = Infinity; // not counted yet
  let trimming: Promise<void> | null = null;
  mkdirSync(folder, { recursive: true });
  removeParts(folder);

  async function trim(): Promise<void> {
    bytes = 0; // what is added from here on is counted, some of it twice
    const names = await cache.names();
    const files: { path: string; size: number; usedAt: number }[] = [];
    for (let at = 0; at < names.length; at += AT_ONCE)
      await Promise.all(
        names.slice(at, at + AT_ONCE).map(async (name) => {
          const path = join(folder, name);
          const found = await stat(path).catch(() => null);
          if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs });
        }),
      );
    bytes += files.reduce((sum, { size }) => sum + size, 0);
    let excess = Math.max(bytes > max ? bytes - FILLED * max : 0, -spare());
    files.sort((one, other) => one.usedAt - other.usedAt);
    for (const { path, size, usedAt } of files) {
      if (excess <= 0 || Date.now() - usedAt < IN_USE_MS) return;
      await rm(path, { force: true });
      bytes -= size;
      excess -= size;
    }
  }

  const cache = {
    find(name: string): string | null {
      const path = join(folder, name);
      try {
        utimesSync(path, new Date(), new Date());
        return path;
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return null;
        return existsSync(path) ? path : null; // on a disk that takes no writes
      }
    },

    /** Where a file is written before it is whole. */
    partOf: (name: string) => join(folder, `${name}.${process.pid}.part`),

    keep(name: string, from: string): string {
      const path = join(folder, name);
      renameSync(from, path);
      bytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes > max || spare() < 0) void cache.trim();
      return path;
    },

    remove: (name: string) => rmSync(join(folder, name), { force: true }),
    names: async () => (await readdir(folder)).filter((name) => !PART.test(name)),
    bytes: () => bytes,

    trim(): Promise<void> {
      trimming ??= trim().finally(() => {
        trimming = null;
      });
      return trimming;
    },
  };
  return cache;
}

function spareSpace(folder: string): number {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return bavail * bsize - Math.min(KEPT_FREE, blocks * bsize * KEPT_SHARE);
}

/** What a process that was killed has left. */
function removeParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(PART.exec(name)?.[1]);
    if (pid && (pid === process.pid || !isAlive(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}
