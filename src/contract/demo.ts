import * as z from 'zod/mini';
import { objectOf, sample } from './example';

export const demoState = objectOf(
  {
    endsAt: sample(z.nullable(z.string()), '2026-01-31T13:00:00.000Z'),
    full: sample(z.boolean(), false),
  },
  "`endsAt`: when the caller's visit ends, and all that they did is deleted. Null without a visit. `full`: true if no further visitor can begin now.",
);
export type DemoState = z.infer<typeof demoState>;
