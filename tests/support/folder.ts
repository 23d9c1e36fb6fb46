import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory that most Linux machines have. A commit does not wait for a disk there. */
const MEMORY = '/dev/shm';
/** Bytes that must be free in memory before folders are created there. */
const ENOUGH = 2 ** 30;

/**
 * Creates a temporary folder that is deleted at the end of the test: `using data = tempFolder()`. The folder
 * is in memory if enough memory is free, unless `parent` names another place.
 */
export function tempFolder(parent?: string) {
  const path = createTempFolder(parent);
  return {
    path,
    file: (name: string) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Creates a folder, like `tempFolder`, and returns its path. The caller deletes it. */
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
