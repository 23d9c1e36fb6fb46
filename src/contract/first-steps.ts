import * as z from 'zod/mini';
import { withExample } from './example';

/**
 * Which of the first steps a person has taken, and whether the person has dismissed the list
 * (docs/product.md: First steps).
 */
export const firstSteps = withExample(
  z.object({
    texted: z.boolean(),
    photo: z.boolean(),
    shared: z.boolean(),
    found: z.boolean(),
    dismissed: z.boolean(),
  }),
  { texted: true, photo: false, shared: false, found: false, dismissed: false },
);
export type FirstSteps = z.infer<typeof firstSteps>;
