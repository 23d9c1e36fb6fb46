import { MIGRATIONS } from '../../db/migrate';
import { upgradeDatabase } from '../app/data-folder/data-folder';
import { diskErrorOf } from '../app/disk-errors';
import { emptyOutdatedIndex } from '../search/index/rebuilding';
import { type BackupFile, type Job, keepBackups } from './backup/keep-backups';

declare const self: Worker;

export type DataJob = { keep: Job } | { upgrade: { dataDir: string; migrations: typeof MIGRATIONS } };
export type Said = { found?: BackupFile[]; step?: string };

/** Work that would hold up requests. One file for both, because each adds the code of the database to the program. */
self.onmessage = async ({ data }: MessageEvent<DataJob>) => {
  try {
    if ('upgrade' in data) {
      const { dataDir, migrations } = data.upgrade;
      MIGRATIONS.splice(0, MIGRATIONS.length, ...migrations);
      upgradeDatabase(dataDir, (step) => self.postMessage({ step }), emptyOutdatedIndex);
      self.postMessage({ done: null });
    } else self.postMessage({ done: await keepBackups(data.keep, (found) => self.postMessage({ found })) });
  } catch (error) {
    const disk = 'keep' in data && diskErrorOf(error);
    self.postMessage({ error: disk ? `${disk.fact}, ${disk.code}` : (error as Error).message });
  }
};
