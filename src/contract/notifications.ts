import * as z from 'zod/mini';
import { withExample } from './example';
import { id } from './text';

export const notificationPreference = withExample(
  z.object({ boardId: z.int(), smsEnabled: z.enum(['true', 'false']), answersPosted: z.boolean() }),
  { boardId: 7, smsEnabled: 'true', answersPosted: false },
  'A user\'s setting for one shared board. `smsEnabled` tells if new messages on the board are texted to the user. In answers, `smsEnabled` is the string "true" or "false". `answersPosted` tells if a text without hashtag that follows a notification about the board is posted there as an answer.',
);
export type NotificationPreference = z.infer<typeof notificationPreference>;

export const notificationPreferenceInput = withExample(
  z.object({ boardId: id, smsEnabled: z.boolean('smsEnabled must be true or false.') }),
  { boardId: 7, smsEnabled: false },
  'A change of a notification preference. `smsEnabled` must be a boolean here, because the string "false" counts as true in many programming languages.',
);

export const answersPostedInput = withExample(
  z.object({ boardId: id, answersPosted: z.boolean('answersPosted must be true or false.') }),
  { boardId: 7, answersPosted: true },
);
export type AnswersPosted = z.infer<typeof answersPostedInput>;
