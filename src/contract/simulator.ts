import * as z from 'zod/mini';
import { objectOf, sample, withExample } from './example';
import { MEDIA_MAX } from './limits';
import { phoneNumber } from './phone';
import { doneWith } from './text';

export const simulatedTextInput = withExample(
  z.object({
    from: phoneNumber('A phone to text from is required'),
    body: z.string().check(z.maxLength(20_000, 'A text can have at most 20,000 characters.')),
    media: z.optional(z.array(z.string()).check(z.maxLength(MEDIA_MAX))),
    id: z.optional(z.string().check(z.maxLength(64))),
    copies: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    held: z.optional(z.boolean()),
  }),
  { from: '+12025550111', body: 'Try the ramen place #food' },
  'A text message that a simulated phone sends. `media` are `data:` URLs. Carriers sometimes repeat texts. To imitate this, `copies` is how often the text is delivered, and `id` is the id of an earlier text that is repeated. If `held`, the text is delivered only after its release.',
);
export type SimulatedTextInput = z.infer<typeof simulatedTextInput>;

/** A phone number in the query of a URL, where an unescaped + arrives as a space. */
const phoneInQuery = z.string().check(z.overwrite((typed) => typed.replace(/^ (?=\d)/, '+')));

export const simulatedTextsInput = z.object({ phone: z.optional(phoneInQuery) });

export const simulatedText = objectOf(
  {
    id: sample(z.int(), 1),
    phone: sample(z.string(), '+12025550111'),
    direction: sample(z.enum(['inbound', 'outbound']), 'inbound'),
    body: sample(z.string(), 'Try the ramen place #food'),
    media: sample(z.array(z.string()), []),
    state: sample(z.enum(['delivered', 'held', 'failed']), 'delivered'),
    timestamp: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  'A text message on the simulated carrier: `inbound` to the product, or `outbound` from it. `media` are paths at the address of the simulator. `state`: `held`: the product has not received the text yet. `failed`: the text will never reach the phone.',
);
export type SimulatedText = z.infer<typeof simulatedText>;

export const simulatedMail = objectOf(
  {
    id: sample(z.int(), 1),
    address: sample(z.string(), 'ann@example.org'),
    subject: sample(z.string(), 'Reminder: Call mum'),
    words: sample(z.string(), 'Reminder.'),
    page: sample(z.string(), '/api/simulator/mails/1'),
    timestamp: sample(z.string(), '2026-01-31T12:00:00.000Z'),
  },
  'A mail to the owner of a simulated phone. `words` is its plain text, `page` the path of its HTML at the address of the simulator.',
);
export type SimulatedMail = z.infer<typeof simulatedMail>;

export const simulatedMailInput = objectOf({
  phone: sample(phoneNumber('A phone is required'), '+12025550111'),
  subject: sample(z.string(), 'Shopping'),
  body: sample(z.string(), 'Milk and bread #food'),
});
export type SimulatedMailInput = z.infer<typeof simulatedMailInput>;
export const simulatedMailSent = doneWith('The mail has arrived.');

export const releaseInput = withExample(
  z.object({
    phone: z.optional(z.string()),
    order: z._default(z.enum(['sent', 'reversed']), 'sent'),
  }),
  { phone: '+12025550111', order: 'reversed' },
  'Selects the held texts that are delivered now: texts of one phone, or of all phones if `phone` is missing. `order` is the order in which they are delivered.',
);
export const releaseAnswer = withExample(z.object({ released: z.int() }), { released: 2 });

const delivery = z.enum(['normal', 'slow', 'failing', 'unreachable']);

export const deliveryOfInput = withExample(
  z.object({ phone: z.pipe(phoneInQuery, phoneNumber('A phone is required')) }),
  { phone: '+12025550111' },
);
export const deliveryInput = objectOf({
  phone: sample(phoneNumber('A phone is required'), '+12025550111'),
  delivery: sample(delivery, 'slow'),
});
export const phoneDelivery = objectOf({
  phone: sample(z.string(), '+12025550111'),
  delivery: sample(delivery, 'slow'),
});
export type PhoneDelivery = z.infer<typeof phoneDelivery>;

export const testPhone = withExample(
  z.object({ phone: z.string(), name: z.string(), operator: z.boolean() }),
  { phone: '+12025550111', name: 'Ann', operator: true },
);
