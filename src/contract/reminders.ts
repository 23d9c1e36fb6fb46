import * as z from 'zod/mini';
import { exampleOf, withExample } from './example';
import { message } from './messages';
import { reminderTimes } from './reminder-times';
import { doneWith, id } from './text';

export const reminder = withExample(
  z.object({
    messageId: z.int(),
    remindAt: z.nullable(z.string()),
    remindRule: z.nullable(z.string()),
    snoozed: z.boolean(),
    remindedAt: z.nullable(z.string()),
  }),
  {
    messageId: 42,
    remindAt: '2026-11-27T08:00:00.000Z',
    remindRule: 'FREQ=WEEKLY;BYDAY=FR',
    snoozed: false,
    remindedAt: null,
  },
  'A reminder of the caller. `remindAt` is the time of its next text, or null if no further text is to come. `remindRule`: a rule of iCalendar such as `FREQ=WEEKLY;BYDAY=FR`, or null if the reminder does not repeat. `snoozed`: true if the person has put off the next text. `remindedAt`: time of the last text. Null if none was sent, or if the person has answered it with DONE or SNOOZE.',
);
export type Reminder = z.infer<typeof reminder>;

export const listedReminder = withExample(z.object({ ...reminder.shape, message }), {
  messageId: 42,
  remindAt: '2026-11-27T08:00:00.000Z',
  remindRule: null,
  snoozed: false,
  remindedAt: null,
  message: exampleOf(message) as z.infer<typeof message>,
});
export type ListedReminder = z.infer<typeof listedReminder>;

export const setReminderInput = withExample(z.object({ id, ...reminderTimes }), {
  id: 42,
  remindAt: '2026-11-27T09:00',
  remindRule: 'FREQ=WEEKLY;BYDAY=FR',
});
export const snoozeInput = withExample(z.object({ id, until: z.optional(reminderTimes.remindAt) }), {
  id: 42,
  until: '2026-11-27T09:00',
});
export const reminderEnded = doneWith('The reminder has ended.');

export const calendarAddress = withExample(
  z.object({ url: z.nullable(z.string()) }),
  {
    url: 'https://tagline.example/api/calendars/1-3rNfXGk0R2cTq9mVYbWb7w.ics',
  },
  "The secret address of the calendar with the caller's reminders, or null if there is none.",
);
