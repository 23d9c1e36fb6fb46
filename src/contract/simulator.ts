import * as z from 'zod/mini';
import { MEDIA_MAX } from './limits';
import { phoneNumber } from './phone';

/** A text as one of the simulator's phones sends it. `media` are data: addresses. `id` repeats a delivery, as a carrier may. */
export const simulatedTextInput = z.object({
  from: phoneNumber('A phone to text from is required'),
  body: z.string().check(z.maxLength(20_000, 'A text can have at most 20,000 characters.')),
  media: z.optional(z.array(z.string()).check(z.maxLength(MEDIA_MAX))),
  id: z.optional(z.string().check(z.maxLength(64))),
});

export const simulatedTextsInput = z.object({ phone: z.optional(z.string()) });

/** One text on the simulated carrier. `inbound` ones went to the product, `outbound` ones came from it. */
export const simulatedText = z.object({
  id: z.number(),
  phone: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  body: z.string(),
  media: z.array(z.string()),
  timestamp: z.string(),
});
export type SimulatedText = z.infer<typeof simulatedText>;

export const testPhone = z.object({ phone: z.string(), name: z.string(), operator: z.boolean() });
