import { backupState as state } from '../contract/backups';
import { answer, operator, router } from '../trpc';
import { backupState } from './schedule';

export const backupsRouter = router({
  state: operator
    .meta({
      rest: 'GET /api/admin/backups',
      summary: 'The newest daily backup, and why there is no newer one',
    })
    .output(
      answer(state, {
        scheduled: true,
        last: {
          file: '/var/backups/tagline/tagline-backup-2026-01-31T03-00-00Z.zip',
          bytes: 1_234_567,
          createdAt: '2026-01-31T03:00:00.000Z',
        },
        error: null,
      }),
    )
    .query(({ ctx }) => backupState(ctx.app)),
});
