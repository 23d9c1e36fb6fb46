import { answer, operator, router } from '../../app/trpc';
import { backupState } from '../../contract/backups';
import { getBackupState } from './schedule';

export const backupsRouter = router({
  state: operator
    .meta({
      rest: 'GET /api/admin/backups',
      summary: 'Show the newest daily backup, and the error of the latest try',
    })
    .output(answer(backupState))
    .query(({ ctx }) => getBackupState(ctx.app)),
});
