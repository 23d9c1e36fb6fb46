import { Database } from 'bun:sqlite';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BEFORE_UPGRADE, isOutdated, MIGRATIONS } from '../../db/migrate';
import { mustDropSearchIndex } from '../../db/search-tables';
import type { Config } from '../app/config/config';
import { DATABASE } from '../app/data-folder/data-folder';
import { ConfigError } from '../app/errors';
import type { Log } from '../app/log';
import { openEarlyPort } from '../http/early-port';
import { runDataJob } from '../operators/data-work';
import { isIndexOutdated } from '../search/index/rebuilding';

const TOLD_EVERY_MS = 5_000;

/**
 * Upgrades the database in a worker thread, and meanwhile tells in the log and on the port what it does and how far
 * it is. The folder must be locked.
 */
export async function upgradeIfNeeded(config: Config, log: Log): Promise<void> {
  const dataDir = resolve(config.dataDir);
  if (!needsUpgrade(join(dataDir, DATABASE))) return;
  const began = performance.now();
  let step = 'opening the database';
  const progress = () => step + (step === COPYING ? copied(dataDir) : '');
  const tell = () =>
    log.info(
      { seconds: Math.round((performance.now() - began) / 1000) },
      `upgrading the data: ${progress()}`,
    );
  const port = openEarlyPort(config, () => `Tagline is upgrading its data: ${progress()}.`);
  const telling = setInterval(tell, TOLD_EVERY_MS);
  try {
    await runDataJob({ upgrade: { dataDir, migrations: MIGRATIONS } }, (said) => {
      step = said.step ?? step;
      tell();
    });
  } catch (error) {
    throw new ConfigError((error as Error).message);
  } finally {
    clearInterval(telling);
    await port.stop();
  }
  step = 'done';
  tell();
}

const COPYING = 'copying the database';

/** A fault of the file is left to those who open it next. */
function needsUpgrade(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using sqlite = new Database(file, { readwrite: true, create: false });
    return isOutdated(sqlite) || mustDropSearchIndex(sqlite) || isIndexOutdated(sqlite);
  } catch {
    return false;
  }
}

function copied(dataDir: string): string {
  const folder = join(dataDir, BEFORE_UPGRADE);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const bytes = names
    .filter((name) => name.endsWith('.partial'))
    .reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
  return `, ${Math.min(99, Math.floor((bytes * 100) / Math.max(1, sizeOf(join(dataDir, DATABASE)))))} %`;
}
