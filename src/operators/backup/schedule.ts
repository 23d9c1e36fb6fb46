import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BEFORE_UPGRADE } from '../../../db/migrate';
import { prepared } from '../../../db/open';
import { type App, perApp } from '../../app/app';
import { answersInTime } from '../../app/durable';
import type { BackupState } from '../../contract/backups';
import { runDataJob } from '../data-work';
import { type BackupFile, byClock, type Keep } from './keep-backups';

const COPIES_KEPT_MS = 14 * 24 * 3_600_000;
const LOOKS_WITHIN_MS = 20_000;

/** What was found at the last look, because the folder may be on a disk that hangs. */
const state = perApp(() => ({
  found: [] as BackupFile[],
  error: null as string | null,
  underway: null as Promise<void> | null,
}));

export function getBackupState(app: App): BackupState {
  const { found, error } = state(app);
  return {
    scheduled: Boolean(app.config.backupDir),
    last: byClock(found, app.now()).past.at(-1) ?? null,
    error,
  };
}

export const backUpIfDue = (app: App, keep = keepInWorker, within = LOOKS_WITHIN_MS): Promise<void> =>
  run(app, { mayMake: true }, keep, within);

export const lookAtBackups = (app: App): Promise<void> =>
  run(app, { mayMake: false }, keepInWorker, LOOKS_WITHIN_MS);

async function run(app: App, { mayMake }: { mayMake: boolean }, keep: Keep, within: number): Promise<void> {
  const { backupDir, dataDir, media } = app.config;
  const now = state(app);
  // a look that hangs is not repeated: each would take a thread
  if (!backupDir || now.underway) return;
  const looked = Promise.withResolvers<void>();
  const job = { dataDir, backupDir, now: app.now(), mayMake, mediaUrl: media.target?.url };
  now.underway = keep(job, (found) => {
    now.found = found;
    looked.resolve();
  })
    .then(
      (made) => {
        now.error = null;
        if (made) app.log.info({ file: made.file, bytes: made.bytes }, 'backup written');
      },
      (error) => fail(app, error.message),
    )
    .finally(() => {
      now.underway = null;
      looked.resolve();
    });
  try {
    await answersInTime(looked.promise, within);
  } catch {
    return fail(app, 'BACKUP_DIR does not answer');
  }
  await now.underway;
}

function fail(app: App, error: string): void {
  state(app).error = error;
  app.log.error({ error }, 'backup failed');
}

export function backupAge(app: App): number {
  const { last } = getBackupState(app);
  const since = last ? Date.parse(last.createdAt) : statements(app.db).findCreation.get()!.at;
  return Math.max(0, app.now() - since);
}

const keepInWorker: Keep = (keep, onLook) => runDataJob({ keep }, ({ found }) => onLook(found ?? []));

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
