import * as z from 'zod/mini';
import { withCommas } from './counts';
import { objectOf, sample, withExample } from './example';
import { CONTENT_MAX } from './limits';
import { addMessageInput, message } from './messages';
import { reminderTimes } from './reminder-times';
import { boundedText, doneWith, id } from './text';

export const reminder = objectOf(
  {
    messageId: sample(z.int(), 42),
    remindAt: sample(z.nullable(z.string()), '2036-11-28T08:00:00.000Z'),
    remindRule: sample(z.nullable(z.string()), 'FREQ=WEEKLY;BYDAY=FR'),
    snoozed: sample(z.boolean(), false),
    remindedAt: sample(z.nullable(z.string()), null),
  },
  'A reminder of the caller. `remindAt` is the time of its next text, or null if no further text is to come. `remindRule`: a rule of iCalendar such as `FREQ=WEEKLY;BYDAY=FR`, or null if the reminder does not repeat. `snoozed`: true if the person has put off the next text. `remindedAt`: time of the last text. Null if none was sent, or if the person has answered it with DONE or SNOOZE.',
);
export type Reminder = z.infer<typeof reminder>;

export const listedReminder = objectOf({
  ...reminder.shape,
  remindRule: sample(reminder.shape.remindRule, null),
  message,
});
export type ListedReminder = z.infer<typeof listedReminder>;

export const remindInput = withExample(
  z.object({
    words: boundedText(CONTENT_MAX, `A message can have at most ${withCommas(CONTENT_MAX)} characters.`),
    idempotencyKey: addMessageInput.shape.idempotencyKey,
  }),
  { words: 'call mum tomorrow 9am #family' },
  "A note with a time in its words, on the caller's clock, as a text that begins with REMIND has. The time is taken out of the words where they mean the same without it.",
);
export type RemindInput = z.infer<typeof remindInput>;

export const setReminderInput = withExample(z.object({ id, ...reminderTimes }), {
  id: 42,
  remindAt: '2036-11-28T09:00',
  remindRule: 'FREQ=WEEKLY;BYDAY=FR',
});
export const snoozeInput = objectOf({
  id: sample(id, 42),
  until: sample(z.optional(reminderTimes.remindAt), '2036-11-28T09:00'),
});
export const reminderEnded = doneWith('The reminder has ended.');

export const calendarAddress = withExample(
  z.object({ url: z.nullable(z.string()) }),
  {
    url: 'https://tagline.example/api/calendars/1-3rNfXGk0R2cTq9mVYbWb7w.ics',
  },
  "The secret address of the calendar with the caller's reminders, or null if there is none.",
);
