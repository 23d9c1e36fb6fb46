import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BEFORE_UPGRADE } from '../../db/migrate';
import type { App } from '../app';
import type { BackupState } from '../contract/backups';
import { BACKUP_NAME, type Backup } from './backup';

export const BACKUPS_KEPT = 14;
const DAY_MS = 24 * 3_600_000;

const failures = new WeakMap<App, string>();

/** What the operator is shown. The files themselves are the record, so that a restart forgets nothing. */
export function backupState(app: App): BackupState {
  const { backupDir } = app.config;
  const last = backupDir ? (listBackups(backupDir).at(-1) ?? null) : null;
  return { scheduled: Boolean(backupDir), last, error: failures.get(app) ?? null };
}

/**
 * Makes a backup when the newest in BACKUP_DIR is a day old, and keeps the newest fourteen. Never throws: what
 * fails is logged, shown to the operator and tried again.
 */
export async function backUpIfDue(app: App, makeBackup = backUpAside): Promise<void> {
  const { backupDir, dataDir } = app.config;
  if (!backupDir) return;
  try {
    mkdirSync(backupDir, { recursive: true });
    const last = listBackups(backupDir).at(-1);
    if (last && app.now() - Date.parse(last.createdAt) < DAY_MS) return;
    // what a stop has cut off
    for (const name of readdirSync(backupDir))
      if (/^tagline-backup-.*\.partial/.test(name)) rmSync(join(backupDir, name), { force: true });
    const { file, bytes } = await makeBackup(dataDir, backupDir);
    failures.delete(app);
    app.log.info({ file, bytes }, 'backup written');
    for (const old of listBackups(backupDir).slice(0, -BACKUPS_KEPT)) rmSync(old.file, { force: true });
  } catch (error) {
    failures.set(app, (error as Error).message);
    app.log.error({ err: error }, 'backup failed');
  }
}

/** Our backups in a folder, oldest first. Other files there are nobody's business. */
export function listBackups(folder: string): { file: string; bytes: number; createdAt: string }[] {
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, date, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? [];
    if (!date) return [];
    const file = join(folder, name);
    return [{ file, bytes: statSync(file).size, createdAt: `${date}${hours}:${minutes}:${seconds}.000Z` }];
  });
}

/** In a thread of its own: copying a large database would hold up everybody. */
function backUpAside(dataDir: string, to: string): Promise<Backup> {
  const { promise, resolve, reject } = Promise.withResolvers<Backup>();
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url));
  worker.onmessage = ({ data }) => ('error' in data ? reject(new Error(data.error)) : resolve(data.backup));
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage({ dataDir, to });
  return promise.finally(() => worker.terminate());
}

/** Removes copies made before upgrades after two weeks: what has been deleted must not live on in them. */
export function deleteOldUpgradeCopies(app: App): void {
  const folder = join(app.config.dataDir, BEFORE_UPGRADE);
  try {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (app.now() - statSync(file).mtimeMs > BACKUPS_KEPT * DAY_MS) rmSync(file);
    }
  } catch {} // there has been no upgrade
}
