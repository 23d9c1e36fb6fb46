import { diskErrorOf } from '../../app/disk-errors';
import { type Job, keepBackups } from './keep-backups';

declare const self: Worker;

self.onmessage = async ({ data: job }: MessageEvent<Job>) => {
  try {
    self.postMessage({ made: await keepBackups(job, (found) => self.postMessage({ found })) });
  } catch (error) {
    const disk = diskErrorOf(error);
    self.postMessage({ error: disk ? `${disk.fact}, ${disk.code}` : (error as Error).message });
  }
};
