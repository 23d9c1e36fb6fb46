import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of the test's own, gone with it: `using data = folder()`. */
export function tempFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tagline-'));
  return {
    path,
    file: (name: string) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
