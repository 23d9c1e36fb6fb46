import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { BLOCK_REASON_MAX } from './limits';
import { phoneNumber } from './phone';
import { boundedText, doneWith } from './text';

export const blockedNumber = objectOf(
  {
    id: sample(z.int(), 4),
    phoneNumber: sample(z.string(), '+12025550166'),
    displayName: sample(z.nullable(z.string()), null),
    reason: sample(z.string(), 'Texts advertising.'),
    blockedAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    blockedBy: sample(z.nullable(z.string()), 'Ann Lee'),
  },
  'A phone number that operators have blocked. `displayName`: name of its account, if it has one. `blockedBy`: the operator. Null if the operator has no account any more.',
);
export type BlockedNumber = z.infer<typeof blockedNumber>;

export const blockNumberInput = withExample(
  z.object({
    phoneNumber: phoneNumber('Which number is to be blocked?'),
    reason: z.pipe(
      z.string('Say why.').check(z.trim(), z.minLength(1, 'Say why.')),
      boundedText(BLOCK_REASON_MAX, `The reason can have at most ${BLOCK_REASON_MAX} characters.`),
    ),
  }),
  { phoneNumber: '(202) 555-0166', reason: 'Texts advertising.' },
);
export const numberBlocked = doneWith('+1 (202) 555-0166 is blocked.');
export const numberUnblocked = doneWith('+1 (202) 555-0166 is not blocked any more.');
