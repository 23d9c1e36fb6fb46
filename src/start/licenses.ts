import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VisibleError } from '../app/errors';

const FILE = join(import.meta.dir, Bun.isStandaloneExecutable ? '.' : '../../dist', 'THIRD-PARTY-NOTICES');

export function readLicenses(): string {
  if (!existsSync(FILE))
    throw new VisibleError('NOT_FOUND', `There is no ${FILE}: \`bun run build\` writes it.`);
  return readFileSync(FILE, 'utf8').trimEnd();
}
