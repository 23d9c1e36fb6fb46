import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory that most Linux machines have. A commit does not wait for a disk there. */
const MEMORY = '/dev/shm';
const ENOUGH = 2 ** 30;

export function tempFolder(parent?: string) {
  const path = createTempFolder(parent);
  return {
    path,
    file: (name: string) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export const createTempFolder = (parent = hasMemory() ? MEMORY : tmpdir()): string =>
  mkdtempSync(join(parent, 'tagline-'));

function hasMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
