import * as z from 'zod/mini';
import { withExample } from './example';
import { id } from './text';

/** The setting of one shared board: are posts on it texted to the caller? Reads give it as a word, 'true' or 'false'. */
export const notificationPreference = withExample(
  z.object({ boardId: z.number(), smsEnabled: z.enum(['true', 'false']) }),
  { boardId: 7, smsEnabled: 'true' },
);
export type NotificationPreference = z.infer<typeof notificationPreference>;

/** Writes take booleans only: the word "false" is a true value in many languages. */
export const notificationPreferenceInput = withExample(
  z.object({ boardId: id, smsEnabled: z.boolean('smsEnabled must be true or false.') }),
  { boardId: 7, smsEnabled: false },
);
