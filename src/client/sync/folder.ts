import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { VisibleError } from '../../app/errors';

/** `text` is the hash of what is in it. */
export type FoundFile = { name: string; size: number; modified: number; text: string };

export const hashOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** A file that was changed so lately may change again without a new time. */
const RACY_MS = 2000;

/** Returns the notes in the folder, with the hashes of their texts. `known` saves reading what is unchanged. */
export function scan(folder: string, known: Map<string, FoundFile>): Map<string, FoundFile> {
  const found = new Map<string, FoundFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || name.startsWith('.') || !/\.md$/i.test(name)) continue;
    const stat = statOf(join(folder, name));
    if (!stat) continue;
    const before = known.get(name);
    const isKnown = before && before.size === stat.size && before.modified === stat.modified;
    const isRacy = Date.now() - stat.modified < RACY_MS;
    if (isKnown && !isRacy) found.set(name, before);
    else {
      const bytes = readBytes(folder, name);
      if (bytes) found.set(name, { name, ...stat, text: hashOf(bytes) });
    }
  }
  return found;
}

export function statOf(path: string): { size: number; modified: number } | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? { size: stat.size, modified: stat.mtimeMs } : null;
}

export function readBytes(folder: string, name: string): Uint8Array | null {
  try {
    return readFileSync(join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The file is there whole or not at all, whatever ends the program or the machine. */
export function writeWhole(folder: string, name: string, bytes: string | Uint8Array): void {
  const partial = join(folder, '.tagline', 'partial');
  try {
    writeFileSync(partial, bytes, { flush: true });
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    renameSync(partial, join(folder, name));
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Out of sight, but not lost. */
export function setAside(folder: string, name: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const into = join(folder, '.tagline', 'removed', day);
  mkdirSync(into, { recursive: true });
  const taken = new Set(readdirSync(into));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${number} ${name}`;
  if (statOf(join(folder, name))) renameSync(join(folder, name), join(into, free));
}

/** Throws if another program has the folder. The lock of one that has ended counts no more. */
export function lock(folder: string): () => void {
  const file = join(folder, '.tagline', 'lock');
  mkdirSync(dirname(file), { recursive: true });
  const holder = Number(new TextDecoder().decode(readBytes(folder, '.tagline/lock') ?? undefined));
  if (holder && holder !== process.pid && isRunning(holder))
    throw new VisibleError('CONFLICT', `${folder} is being synced already.`);
  rmSync(file, { force: true });
  const handle = openSync(file, 'wx');
  writeFileSync(handle, String(process.pid));
  fsyncSync(handle);
  closeSync(handle);
  return () => rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
