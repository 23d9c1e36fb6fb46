import * as z from 'zod/mini';

/** GET /api/admin/backups: what the operator is shown of the daily backups. */
export const backupState = z.object({
  /** Whether BACKUP_DIR is set. */
  scheduled: z.boolean(),
  last: z.nullable(z.object({ file: z.string(), bytes: z.number(), createdAt: z.string() })),
  /** Why the newest try failed, until one succeeds. */
  error: z.nullable(z.string()),
});
export type BackupState = z.infer<typeof backupState>;
