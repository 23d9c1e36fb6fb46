import * as z from 'zod/mini';
import { withExample } from './example';
import { id } from './text';

/**
 * The caller's setting for one shared board: `smsEnabled` tells if posts on the board are texted to the
 * caller. In answers it is a word, 'true' or 'false'.
 */
export const notificationPreference = withExample(
  z.object({ boardId: z.number(), smsEnabled: z.enum(['true', 'false']) }),
  { boardId: 7, smsEnabled: 'true' },
);
export type NotificationPreference = z.infer<typeof notificationPreference>;

/** A request must have a boolean, because the string "false" counts as true in many languages. */
export const notificationPreferenceInput = withExample(
  z.object({ boardId: id, smsEnabled: z.boolean('smsEnabled must be true or false.') }),
  { boardId: 7, smsEnabled: false },
);
