import { z } from 'zod';
import { answer, BY_BOARD, router, sessionOnly, signedIn, versioned } from '../../app/trpc';
import * as shapes from '../../contract/reminders';
import { idInput, succeeded } from '../../contract/text';
import { timeZoneInput } from '../../contract/time-zone';
import { profile } from '../../contract/users';
import { calendarUrl, endCalendar, renewCalendar } from '../../notices/reminders/calendar';
import {
  changeTimeZone,
  endReminder,
  markDone,
  restoreReminder,
  setReminder,
  snooze,
  toMoment,
  toWhen,
} from '../../notices/reminders/reminders';
import { proven } from '../../people/auth/proof';
import { toProfile } from '../../people/users';
import { remindOfWords } from './by-words';
import { listReminders } from './lists';

export const remindersRouter = router({
  list: versioned
    .meta(BY_BOARD)
    .meta({
      rest: 'GET /api/reminders',
      summary: "List the caller's reminders with their messages: those to come, then those of the last day",
    })
    .output(answer(z.array(shapes.listedReminder)))
    .query(({ ctx }) => listReminders(ctx.app, ctx.user)),

  add: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'POST /api/reminders',
      summary:
        'Save words with a time in them, such as `call mum tomorrow 9am #family`, and be reminded then',
      status: 201,
    })
    .input(shapes.remindInput)
    .output(answer(shapes.listedReminder))
    .mutation(({ ctx, input }) => remindOfWords(ctx.app, ctx.user, input)),

  set: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'PUT /api/messages/{id}/reminder',
      summary: 'Be reminded of a message that the caller sees, once or again and again',
    })
    .input(shapes.setReminderInput)
    .output(answer(shapes.reminder))
    .mutation(({ ctx, input }) => setReminder(ctx.app, ctx.user, input.id, toWhen(ctx.app, ctx.user, input))),

  snooze: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'POST /api/messages/{id}/reminder/snooze',
      summary: 'Put off a reminder until a time, or for an hour',
    })
    .input(shapes.snoozeInput)
    .output(answer(shapes.reminder))
    .mutation(({ ctx: { app, user }, input: { id, until } }) =>
      snooze(app, user, id, until === undefined ? undefined : toMoment(app, user, until)),
    ),

  done: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'POST /api/messages/{id}/reminder/done',
      summary: 'Say that what a reminder was for is done; one that repeats goes on',
    })
    .input(idInput)
    .output(answer(shapes.reminder))
    .mutation(({ ctx, input }) => markDone(ctx.app, ctx.user, input.id)),

  end: signedIn
    .meta(BY_BOARD)
    .meta({ rest: 'DELETE /api/messages/{id}/reminder', summary: 'End a reminder, also one that repeats' })
    .input(idInput)
    .output(answer(shapes.reminderEnded))
    .mutation(({ ctx, input }) => {
      endReminder(ctx.app, ctx.user, input.id);
      return succeeded('The reminder has ended.');
    }),

  restore: signedIn
    .meta(BY_BOARD)
    .meta({
      rest: 'POST /api/messages/{id}/reminder/restore',
      summary: 'Take back that a reminder was put off, marked as done or ended, for a day',
    })
    .input(idInput)
    .output(answer(shapes.reminder))
    .mutation(({ ctx, input }) => restoreReminder(ctx.app, ctx.user, input.id)),

  // not versioned, because an unchanged answer is sent again before tokens are refused
  calendar: sessionOnly
    .meta({
      rest: 'GET /api/reminders/calendar',
      summary: "Get the secret address of the calendar of the caller's reminders",
    })
    .output(answer(shapes.calendarAddress))
    .query(({ ctx }) => ({ url: calendarUrl(ctx.app, ctx.user) })),

  renewCalendar: proven
    .meta({
      rest: 'POST /api/reminders/calendar',
      summary: "Make an address for the calendar of the caller's reminders; the one before ends",
    })
    .output(answer(shapes.calendarAddress))
    .mutation(({ ctx }) => ({ url: renewCalendar(ctx.app, ctx.user, ctx) })),

  endCalendar: sessionOnly
    .meta({
      rest: 'DELETE /api/reminders/calendar',
      summary: "End the address of the calendar of the caller's reminders",
    })
    .output(answer(shapes.calendarAddress))
    .mutation(({ ctx }) => {
      endCalendar(ctx.app, ctx.user);
      return { url: null };
    }),
});

/** In this file because it also moves reminders. */
export const timeZoneRouter = router({
  setTimeZone: signedIn
    .meta({
      rest: 'PUT /api/profile/time-zone',
      summary: "Set the caller's time zone; reminders keep their time of day",
    })
    .input(timeZoneInput)
    .output(answer(profile))
    .mutation(({ ctx, input }) =>
      toProfile(ctx.app, changeTimeZone(ctx.app, ctx.user, input.timeZone, input)),
    ),
});
