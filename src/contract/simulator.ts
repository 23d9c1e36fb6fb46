import * as z from 'zod/mini';
import { MEDIA_MAX } from './limits';
import { phoneNumber } from './phone';

/**
 * A text as one of the simulator's phones sends it. `media` are data: addresses. As a carrier may, it delivers a
 * text more than once (`copies`, or the same `id` again), or keeps it until it is released (`held`).
 */
export const simulatedTextInput = z.object({
  from: phoneNumber('A phone to text from is required'),
  body: z.string().check(z.maxLength(20_000, 'A text can have at most 20,000 characters.')),
  media: z.optional(z.array(z.string()).check(z.maxLength(MEDIA_MAX))),
  id: z.optional(z.string().check(z.maxLength(64))),
  copies: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
  held: z.optional(z.boolean()),
});
export type SimulatedTextInput = z.infer<typeof simulatedTextInput>;

/** A phone in an address: a bare + is there for a space, and no number begins with one. */
const phoneInAddress = z.string().check(z.overwrite((typed) => typed.replace(/^ (?=\d)/, '+')));

export const simulatedTextsInput = z.object({ phone: z.optional(phoneInAddress) });

/** One text on the simulated carrier. `inbound` ones went to the product, `outbound` ones came from it. */
export const simulatedText = z.object({
  id: z.number(),
  phone: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  body: z.string(),
  media: z.array(z.string()),
  /** `held`: still on its way to the product. `failed`: it never reached the phone. */
  state: z.enum(['delivered', 'held', 'failed']),
  timestamp: z.string(),
});
export type SimulatedText = z.infer<typeof simulatedText>;

/** How the carrier delivers to a phone: `failing` takes nothing for now, `unreachable` takes texts and loses them. */
export const delivery = z.enum(['normal', 'slow', 'failing', 'unreachable']);

export const testPhone = z.object({ phone: z.string(), name: z.string(), operator: z.boolean() });

export const deliveryOfInput = z.object({
  phone: z.pipe(phoneInAddress, phoneNumber('A phone is required')),
});
export const deliveryInput = z.object({ phone: phoneNumber('A phone is required'), delivery });
export const deliveryAnswer = z.object({ phone: z.string(), delivery });

/** Which held texts are handed over now, and in which order. */
export const releaseInput = z.object({
  phone: z.optional(z.string()),
  order: z._default(z.enum(['sent', 'reversed']), 'sent'),
});
export const releaseAnswer = z.object({ released: z.number() });
