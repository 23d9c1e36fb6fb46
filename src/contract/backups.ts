import * as z from 'zod/mini';
import { objectOf, sample } from './example';

export const backupState = objectOf(
  {
    scheduled: sample(z.boolean(), true),
    last: z.nullable(
      z.object({
        file: sample(z.string(), '/var/backups/tagline/tagline-backup-2026-01-31T03-00-00Z.zip'),
        bytes: sample(z.int(), 1_234_567),
        createdAt: sample(z.string(), '2026-01-31T03:00:00.000Z'),
      }),
    ),
    error: sample(z.nullable(z.string()), null),
  },
  'State of the daily backups. `scheduled` is true if BACKUP_DIR is set. `error`: error of the latest backup since the server started. Null if that backup succeeded, or if there was none.',
);
export type BackupState = z.infer<typeof backupState>;
