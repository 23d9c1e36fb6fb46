import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a temporary folder that is deleted at the end of the test: `using data = tempFolder()`. */
export function tempFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tagline-'));
  return {
    path,
    file: (name: string) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
