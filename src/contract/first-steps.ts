import * as z from 'zod/mini';
import { withExample } from './example';

export const firstSteps = withExample(
  z.object({
    texted: z.boolean(),
    photo: z.boolean(),
    shared: z.boolean(),
    found: z.boolean(),
    dismissed: z.boolean(),
  }),
  { texted: true, photo: false, shared: false, found: false, dismissed: false },
  'State of the checklist for new users: which of its steps a person has taken, and whether the person has dismissed the checklist.',
);
export type FirstSteps = z.infer<typeof firstSteps>;
