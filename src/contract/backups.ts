import * as z from 'zod/mini';
import { withExample } from './example';

/** State of the daily backups (docs/product.md: Backups). `scheduled` is true if BACKUP_DIR is set. */
export const backupState = withExample(
  z.object({
    scheduled: z.boolean(),
    last: z.nullable(z.object({ file: z.string(), bytes: z.int(), createdAt: z.string() })),
    /**
     * Error of the latest backup since the server started. Null if that backup succeeded, or if there was
     * none.
     */
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
);
export type BackupState = z.infer<typeof backupState>;
