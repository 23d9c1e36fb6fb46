import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { ListedReminder } from '../../contract/reminders';
import { listReminderRows, type ReminderRow, toReminder } from '../../notices/reminders/reminders';
import { nextTime } from '../../notices/reminders/schedule';
import { zoneOf } from '../../people/time-zone';
import { findMessages } from '../find';

export const listReminders = (app: App, user: User): ListedReminder[] =>
  withMessages(app, user, listReminderRows(app, user)).map(({ reminder }) => reminder);

/** Further times of repeating reminders are at most `more` in all, within `period` milliseconds from now. */
export function listTimes(app: App, user: User, { period, more }: { period: number; more: number }) {
  const zone = zoneOf(app, user);
  const until = app.now() + period;
  let left = more;
  return withMessages(app, user, listReminderRows(app, user)).flatMap(({ row, reminder }) => {
    if (row.at === null) return [];
    const times = [row.at];
    const { starts, rule } = row;
    if (starts && rule)
      for (let at = row.at; left > 0; left--) {
        at = nextTime({ starts, rule, zone }, at);
        if (at > until) break;
        times.push(at);
      }
    return times.map((at) => ({ reminder, at }));
  });
}

function withMessages(
  app: App,
  user: User,
  rows: ReminderRow[],
): { row: ReminderRow; reminder: ListedReminder }[] {
  const ids = rows.map(({ messageId }) => messageId);
  const found = findMessages(app, user, ids);
  const messages = new Map(found.map((message) => [message.id, message]));
  return rows.flatMap((row) => {
    const message = messages.get(row.messageId);
    return message ? [{ row, reminder: { ...toReminder(row), message } }] : [];
  });
}
