import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BEFORE_UPGRADE } from '../../../db/migrate';
import { prepared } from '../../../db/open';
import { type App, perApp } from '../../app/app';
import type { BackupState } from '../../contract/backups';
import type { Backup } from './backup';
import { BACKUP_NAME } from './backup-name';

export const BACKUPS_KEPT = 14;
/** Age of the newest backup in milliseconds at which the next backup is due. */
export const BACKUP_DUE_MS = 24 * 3_600_000;
const COPIES_KEPT_MS = 14 * 24 * 3_600_000;

const state = perApp(() => ({ error: null as string | null }));

export function getBackupState(app: App): BackupState {
  const { backupDir } = app.config;
  const last = backupDir ? (byClock(app, listBackups(backupDir)).past.at(-1) ?? null) : null;
  return { scheduled: Boolean(backupDir), last, error: state(app).error };
}

/**
 * Backups with a time in the future are counted separately, so that they neither delay today's backup nor
 * cause its deletion (docs/product/operators.md: Clock).
 */
export async function backUpIfDue(app: App, makeBackup = backUpInWorker): Promise<void> {
  const { backupDir, dataDir } = app.config;
  if (!backupDir) return;
  try {
    mkdirSync(backupDir, { recursive: true });
    const last = byClock(app, listBackups(backupDir)).past.at(-1);
    if (last && app.now() - Date.parse(last.createdAt) < BACKUP_DUE_MS) return;
    // deletes the remains of a backup whose process was stopped
    for (const name of readdirSync(backupDir))
      if (/^tagline-backup-.*\.partial/.test(name)) rmSync(join(backupDir, name), { force: true });
    const { file, bytes } = await makeBackup(dataDir, backupDir);
    state(app).error = null;
    app.log.info({ file, bytes }, 'backup written');
    const { past, ahead } = byClock(app, listBackups(backupDir));
    for (const old of [...past.slice(0, -BACKUPS_KEPT), ...ahead.slice(0, -BACKUPS_KEPT)])
      rmSync(old.file, { force: true });
  } catch (error) {
    state(app).error = (error as Error).message;
    app.log.error({ err: error }, 'backup failed');
  }
}

export function backupAge(app: App): number {
  const { last } = getBackupState(app);
  const since = last ? Date.parse(last.createdAt) : statements(app.db).findCreation.get()!.at;
  return Math.max(0, app.now() - since);
}

type BackupFile = { file: string; bytes: number; createdAt: string };

export function listBackups(folder: string): BackupFile[] {
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

function byClock(app: App, backups: BackupFile[]) {
  const isPast = ({ createdAt }: BackupFile) => Date.parse(createdAt) <= app.now();
  return { past: backups.filter(isPast), ahead: backups.filter((backup) => !isPast(backup)) };
}

/** Makes a backup in a worker thread, because copying a large database here would block all requests. */
function backUpInWorker(dataDir: string, to: string): Promise<Backup> {
  const { promise, resolve, reject } = Promise.withResolvers<Backup>();
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url));
  worker.onmessage = ({ data }) => ('error' in data ? reject(new Error(data.error)) : resolve(data.backup));
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage({ dataDir, to });
  return promise.finally(() => worker.terminate());
}

/**
 * Deletes copies of the database that were made before upgrades and are older than two weeks, because they
 * may contain data that users have deleted since.
 */
export function deleteOldUpgradeCopies(app: App): void {
  const folder = join(app.config.dataDir, BEFORE_UPGRADE);
  if (!existsSync(folder)) return; // before the first upgrade
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (app.now() - statSync(file).mtimeMs > COPIES_KEPT_MS) rmSync(file);
  }
}

const statements = prepared(({ $client }) => ({
  findCreation: $client.prepare<{ at: number }, []>('select min(applied_at) as at from schema_migrations'),
}));
