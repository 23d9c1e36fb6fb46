import * as z from 'zod/mini';
import { withExample } from './example';

export const backupState = withExample(
  z.object({
    scheduled: z.boolean(),
    last: z.nullable(z.object({ file: z.string(), bytes: z.int(), createdAt: z.string() })),
    error: z.nullable(z.string()),
  }),
  {
    scheduled: true,
    last: {
      file: '/var/backups/tagline/tagline-backup-2026-01-31T03-00-00Z.zip',
      bytes: 1_234_567,
      createdAt: '2026-01-31T03:00:00.000Z',
    },
    error: null,
  },
  'State of the daily backups. `scheduled` is true if BACKUP_DIR is set. `error`: error of the latest backup since the server started. Null if that backup succeeded, or if there was none.',
);
export type BackupState = z.infer<typeof backupState>;
