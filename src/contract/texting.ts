import * as z from 'zod/mini';
import { withExample } from './example';

/** GET /api/admin/texting: how texting is doing. "Today" is since midnight UTC; numbers are masked. */
export const textingState = withExample(
  z.object({
    gateway: z.enum(['twilio', 'simulator']),
    lastTextIn: z.nullable(z.string()),
    lastTextOut: z.nullable(z.string()),
    /** Texts that are still to be sent, and since when the oldest of them waits. */
    waiting: z.number(),
    waitingSince: z.nullable(z.string()),
    sentToday: z.number(),
    segmentsToday: z.number(),
    failedToday: z.number(),
    /** The newest first; `code` is the gateway's own number for the error. */
    failures: z.array(
      z.object({
        phoneNumber: z.string(),
        kind: z.string(),
        code: z.nullable(z.number()),
        reason: z.string(),
        timestamp: z.string(),
      }),
    ),
    /** What the gateway has charged so far, by currency; `unpricedToday` texts have no price yet. */
    spentToday: z.array(z.object({ currency: z.string(), amount: z.number() })),
    unpricedToday: z.number(),
    /** Numbers that have texted STOP, and numbers given up because three texts in a row did not reach them. */
    optedOut: z.number(),
    unreachable: z.number(),
    photosWaiting: z.number(),
  }),
  {
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
);
export type TextingState = z.infer<typeof textingState>;
