import * as z from 'zod/mini';

/** GET /api/admin/texting: how texting is doing. "Today" is since midnight UTC; numbers are masked. */
export const textingState = z.object({
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
});
export type TextingState = z.infer<typeof textingState>;
