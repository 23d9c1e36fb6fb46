import * as z from 'zod/mini';
import { objectOf, sample } from './example';
import { offsetPage } from './text';

const sums = (texts: number, segments: number, unpriced: number, amount: number) => ({
  texts: sample(z.int(), texts),
  segments: sample(z.int(), segments),
  unpricedSegments: sample(z.int(), unpriced),
  amount: sample(z.number(), amount),
  currency: sample(z.string(), 'USD'),
});

const sumOfKind = z.object({
  direction: sample(z.enum(['in', 'out']), 'out'),
  kind: sample(z.string(), 'notification'),
  ...sums(1200, 1410, 30, 10.9),
});

const monthOfTexts = z.object({ month: sample(z.string(), '2026-01'), kinds: z.array(sumOfKind) });
export type MonthOfTexts = z.infer<typeof monthOfTexts>;

export const textCosts = objectOf(
  {
    budget: z.nullable(
      z.object({
        ceiling: sample(z.number(), 50),
        spent: sample(z.number(), 12.4),
        estimated: sample(z.number(), 0.8),
        currency: sample(z.string(), 'USD'),
        reached: sample(z.boolean(), false),
      }),
    ),
    months: z.array(monthOfTexts),
  },
  'Costs of texts. `budget` is about this month: `spent` is the sum of the prices told so far, and `estimated` is the probable price of the segments without a price. `budget` is null if SMS_BUDGET is not set.',
);
export type TextCosts = z.infer<typeof textCosts>;

export const costsOfPeopleInput = z.object({
  month: z.string('The month is like 2026-01.').check(z.regex(/^\d{4}-\d{2}$/, 'The month is like 2026-01.')),
  ...offsetPage('people'),
});

export const personCosts = objectOf(
  {
    phoneNumber: sample(z.nullable(z.string()), '+12025550122'),
    displayName: sample(z.nullable(z.string()), 'Bob Ray'),
    textsIn: sample(z.int(), 40),
    ...sums(61, 70, 2, 0.54),
  },
  'Costs of the texts to and from one number in one month. `phoneNumber` is null if the account is deleted.',
);
export type PersonCosts = z.infer<typeof personCosts>;
