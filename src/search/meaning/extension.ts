import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';

const LIBRARY = { linux: 'vec0.so', darwin: 'vec0.dylib', win32: 'vec0.dll' }[process.platform as string];

/** SQLite takes the entry point from the file's name unless it is told. */
export const ENTRY_POINT = 'sqlite3_vec_init';

/**
 * The file of sqlite-vec's extension for this machine. The executable carries it inside itself, where the
 * system's loader cannot read: it is copied to DATA_DIR/lib, under its hash. Throws where there is none.
 */
export function vectorExtension(dataDir: string): string {
  if (!Bun.isStandaloneExecutable) return getLoadablePath();
  const carried = readFileSync(join(import.meta.dir, LIBRARY ?? 'vec0.so'));
  const folder = resolve(dataDir, 'lib', createHash('sha256').update(carried).digest('hex').slice(0, 16));
  const file = join(folder, LIBRARY ?? 'vec0.so');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.partial`, carried, { mode: 0o700 });
    renameSync(`${file}.partial`, file);
  }
  return file;
}
