import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { gatewayKind } from './product';
import { doneWith } from './text';

export const textingState = objectOf(
  {
    gateway: sample(gatewayKind, 'twilio'),
    lastTextIn: sample(z.nullable(z.string()), '2026-01-31T12:00:00.000Z'),
    lastTextOut: sample(z.nullable(z.string()), '2026-01-31T12:00:01.000Z'),
    waiting: sample(z.int(), 0),
    waitingSince: sample(z.nullable(z.string()), null),
    sentToday: sample(z.int(), 12),
    segmentsToday: sample(z.int(), 14),
    failedToday: sample(z.int(), 1),
    failures: z.array(
      z.object({
        phoneNumber: sample(z.string(), '+1 ••• ••• 0122'),
        kind: sample(z.string(), 'notification'),
        code: sample(z.nullable(z.int()), 30003),
        reason: sample(z.string(), 'The phone cannot be reached.'),
        timestamp: sample(z.string(), '2026-01-31T11:59:00.000Z'),
      }),
    ),
    spentToday: z.array(
      z.object({
        currency: sample(z.string(), 'USD'),
        amount: sample(z.number(), 0.11),
      }),
    ),
    unpricedToday: sample(z.int(), 2),
    optedOut: sample(z.int(), 3),
    unreachable: sample(z.int(), 0),
    photosWaiting: sample(z.int(), 0),
    photosGivenUp: sample(z.int(), 0),
  },
  'The state of texting, for operators. "Today" begins at midnight UTC. `waiting`: number of texts still to be sent. `waitingSince` is the time when the oldest was written. `failures`: the latest failed texts, newest first, with masked numbers. `code` is the gateway\'s error code. `spentToday`: costs of today\'s texts so far, by currency. `unpricedToday` counts the texts without a price. `optedOut`: number of phone numbers that have opted out by STOP and have not opted in again. `unreachable`: number of phone numbers that are no longer texted, because several texts in a row did not reach them. `photosGivenUp`: number of files that could not be downloaded. Only an operator can start another try.',
);
export type TextingState = z.infer<typeof textingState>;

export const heldTexts = withExample(
  z.nullable(z.object({ restoredAt: z.string(), texts: z.int() })),
  {
    restoredAt: '2026-01-31T12:00:00.000Z',
    texts: 80,
  },
  'The texts that are held after a restore until an operator decides about them. Null if no text is held. `restoredAt` is the time of the last restore. `texts` counts the held texts in the outbox, the notifications still to be written (one for each member and board), and the users whom an unfinished broadcast has not reached.',
);
export type HeldTexts = NonNullable<z.infer<typeof heldTexts>>;

export const heldTextsInput = withExample(
  z.object({ decision: z.enum(['send', 'drop']) }),
  {
    decision: 'send' as const,
  },
  'The decision of an operator about held texts. `send`: all are sent except those that the gateway already has. `drop`: none is sent.',
);
export const heldTextsDecided = doneWith(
  'The held texts are being sent, except those that the gateway already has.',
);
