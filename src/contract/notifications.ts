import * as z from 'zod/mini';
import { id } from './text';

/** Whether posts on a shared board are texted to the caller. Reads say it as a word (spec 3). */
export const notificationPreference = z.object({
  boardId: z.number(),
  smsEnabled: z.enum(['true', 'false']),
});
export type NotificationPreference = z.infer<typeof notificationPreference>;

/** Writes take booleans only: "false" is a true string in too many languages. */
export const notificationPreferenceInput = z.object({
  boardId: id,
  smsEnabled: z.boolean('smsEnabled must be true or false.'),
});
