import * as z from 'zod/mini';
import { withExample } from './example';
import { pageLimit, wholeNumber } from './text';

const sums = {
  texts: z.int(),
  segments: z.int(),
  unpricedSegments: z.int(),
  amount: z.number(),
  currency: z.string(),
};

const monthOfTexts = z.object({
  month: z.string(),
  kinds: z.array(z.object({ direction: z.enum(['in', 'out']), kind: z.string(), ...sums })),
});
export type MonthOfTexts = z.infer<typeof monthOfTexts>;

export const textCosts = withExample(
  z.object({
    budget: z.nullable(
      z.object({
        ceiling: z.number(),
        spent: z.number(),
        estimated: z.number(),
        currency: z.string(),
        reached: z.boolean(),
      }),
    ),
    months: z.array(monthOfTexts),
  }),
  {
    budget: { ceiling: 50, spent: 12.4, estimated: 0.8, currency: 'USD', reached: false },
    months: [
      {
        month: '2026-01',
        kinds: [
          {
            direction: 'out',
            kind: 'notification',
            texts: 1200,
            segments: 1410,
            unpricedSegments: 30,
            amount: 10.9,
            currency: 'USD',
          },
        ],
      },
    ],
  },
  'Costs of texts. `budget` is about this month: `spent` is the sum of the prices told so far, and `estimated` is the probable price of the segments without a price. `budget` is null if SMS_BUDGET is not set.',
);
export type TextCosts = z.infer<typeof textCosts>;

export const costsOfPeopleInput = z.object({
  month: z.string('The month is like 2026-01.').check(z.regex(/^\d{4}-\d{2}$/, 'The month is like 2026-01.')),
  limit: pageLimit('people'),
  offset: z.optional(wholeNumber(0, 'The offset is a whole number.')),
});

export const personCosts = withExample(
  z.object({
    phoneNumber: z.nullable(z.string()),
    displayName: z.nullable(z.string()),
    textsIn: z.int(),
    ...sums,
  }),
  {
    phoneNumber: '+12025550122',
    displayName: 'Bob Ray',
    textsIn: 40,
    texts: 61,
    segments: 70,
    unpricedSegments: 2,
    amount: 0.54,
    currency: 'USD',
  },
  'Costs of the texts to and from one number in one month. `phoneNumber` is null if the account is deleted.',
);
export type PersonCosts = z.infer<typeof personCosts>;
