import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Backup } from './backup';
import { BACKUP_NAME } from './backup-name';

export const BACKUPS_KEPT = 14;
/** Age of the newest backup in milliseconds at which the next backup is due. */
export const BACKUP_DUE_MS = 24 * 3_600_000;
/** A backup that is being made writes its file all the time. */
const REMAINS_AFTER_MS = 3_600_000;

export type BackupFile = { file: string; bytes: number; createdAt: string };
export type Job = { dataDir: string; backupDir: string; now: number; mayMake: boolean; mediaUrl?: string };
export type Keep = (job: Job, onLook: (found: BackupFile[]) => void) => Promise<Backup | null>;

/**
 * Must not run on the thread that serves: a folder in a network can hang. Backups with a time in the future are
 * counted separately, so that they neither delay today's backup nor cause its deletion
 * (docs/product/operators.md: Clock).
 */
export const keepBackups: Keep = async ({ dataDir, backupDir, now, mayMake, mediaUrl }, onLook) => {
  if (mayMake) mkdirSync(backupDir, { recursive: true });
  const look = () => {
    const found = listBackups(backupDir);
    onLook(found);
    return byClock(found, now);
  };
  const last = look().past.at(-1);
  if (!mayMake) return null;
  removeRemains(backupDir);
  if (last && now - Date.parse(last.createdAt) < BACKUP_DUE_MS) return null;
  const { backUp } = await import('./backup');
  const made = await backUp(dataDir, backupDir, { now: () => now, mediaUrl });
  const { past, ahead } = look();
  for (const old of [...past.slice(0, -BACKUPS_KEPT), ...ahead.slice(0, -BACKUPS_KEPT)])
    rmSync(old.file, { force: true });
  return made;
};

export function byClock(backups: BackupFile[], now: number) {
  const isPast = ({ createdAt }: BackupFile) => Date.parse(createdAt) <= now;
  return { past: backups.filter(isPast), ahead: backups.filter((backup) => !isPast(backup)) };
}

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

/** Deletes what backups have left that were killed. */
function removeRemains(folder: string): void {
  const names = readdirSync(folder).filter((name) => /^tagline-backup-.*\.partial/.test(name));
  const changedAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const [, same] of Map.groupBy(names, (name) => name.slice(0, name.indexOf('.partial'))))
    if (Math.abs(Date.now() - Math.max(...same.map(changedAt))) > REMAINS_AFTER_MS)
      for (const name of same) rmSync(join(folder, name), { force: true });
}
