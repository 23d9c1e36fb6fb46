import * as z from 'zod/mini';
import { withExample } from './example';
import { doneWith } from './text';

const line = z.object({ label: z.string(), phoneNumber: z.string() });

export const newNumber = withExample(
  z.nullable(z.object({ since: z.string(), former: line, present: line, message: z.string() })),
  {
    since: '2026-01-31T12:00:00.000Z',
    former: { label: 'Twilio', phoneNumber: '+12025550100' },
    present: { label: 'Telnyx', phoneNumber: '+12025550155' },
    message:
      'Tagline has a new number, +12025550155: this text comes from it. Please text your notes here from now on. The old number, +12025550100, no longer works.',
  },
  'A change of the number that people text. Null if the number has not changed, or if an operator has announced the change or has chosen not to announce it. `message` is the text that announces the change.',
);
export type NewNumber = NonNullable<z.infer<typeof newNumber>>;

export const newNumberAnnounced = doneWith('The offer to announce the new number is gone.');
