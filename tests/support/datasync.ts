import { spyOn } from 'bun:test';
import { type FileHandle, open } from 'node:fs/promises';

/** Stands in for the disk: a commit is stored once the promise of `datasync` has resolved. */
export async function replaceDatasync(datasync: () => Promise<void>) {
  await using file = await open(import.meta.path);
  const prototype: FileHandle = Object.getPrototypeOf(file);
  return spyOn(prototype, 'datasync').mockImplementation(datasync);
}

export const diskFails = () =>
  Promise.reject(
    Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }),
  );
