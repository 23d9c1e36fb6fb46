import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../errors';
import { OF_DEMO, withConfigErrors } from './data-folder';
import { LOCK_FILE } from './lock';

/** Never a folder that no demo has filled: its data may be somebody's own. */
export const emptyDemo = (dataDir: string): void =>
  withConfigErrors(dataDir, () => {
    const found = readdirSync(dataDir).filter((name) => name !== LOCK_FILE);
    if (found.length > 0 && !found.includes(OF_DEMO))
      throw new ConfigError(
        `DEMO empties ${dataDir} at its start, but no demo has filled it. Move it away, or set another DATA_DIR.`,
      );
    writeFileSync(join(dataDir, OF_DEMO), '');
    for (const name of found)
      if (name !== OF_DEMO) rmSync(join(dataDir, name), { recursive: true, force: true });
  });
