import { textingState as textingStateShape } from '../contract/texting';
import { textingState } from '../texting/health';
import { operator, router } from '../trpc';

export const adminRouter = router({
  texting: operator
    .meta({
      rest: 'GET /api/admin/texting',
      summary: 'When texts last came and went, what waits, what failed and why, what was spent today',
      output: textingStateShape,
      example: {
        gateway: 'twilio',
        lastTextIn: '2026-01-31T12:00:00.000Z',
        lastTextOut: '2026-01-31T12:00:01.000Z',
        waiting: 0,
        waitingSince: null,
        sentToday: 12,
        segmentsToday: 14,
        failedToday: 1,
        failures: [
          {
            phoneNumber: '+1 ••• ••• 0122',
            kind: 'notification',
            code: 30003,
            reason: 'The phone cannot be reached.',
            timestamp: '2026-01-31T11:59:00.000Z',
          },
        ],
        spentToday: [{ currency: 'USD', amount: 0.11 }],
        unpricedToday: 2,
        optedOut: 3,
        unreachable: 0,
        photosWaiting: 0,
      },
    })
    .query(({ ctx }) => textingState(ctx.app)),
});
