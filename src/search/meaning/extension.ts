import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getLoadablePath } from 'sqlite-vec';

const LIBRARY = { linux: 'vec0.so', darwin: 'vec0.dylib', win32: 'vec0.dll' }[process.platform as string];

/** Our executable contains the library, but the system can load only a file. */
export function vectorExtension(dataDir: string): string {
  if (!Bun.isStandaloneExecutable) return getLoadablePath();
  const library = readFileSync(join(import.meta.dir, LIBRARY ?? 'vec0.so'));
  const folder = resolve(dataDir, 'lib', createHash('sha256').update(library).digest('hex').slice(0, 16));
  const file = join(folder, LIBRARY ?? 'vec0.so');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const partial = `${file}.${process.pid}.partial`; // readers may write it at the same time
    writeFileSync(partial, library, { mode: 0o700 });
    renameSync(partial, file);
  }
  return file;
}
