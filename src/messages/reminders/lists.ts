import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { ListedReminder } from '../../contract/reminders';
import { listReminderRows, type ReminderRow, toReminder } from '../../notices/reminders/reminders';
import { nextTime, type WallTime } from '../../notices/reminders/schedule';
import { zoneOf } from '../../people/time-zone';
import { findMessages } from '../find';

export const listReminders = (app: App, user: User): ListedReminder[] =>
  withMessages(app, user, listReminderRows(app, user)).map(({ reminder }) => reminder);

export type ToCome = {
  reminder: ListedReminder;
  /** Null if it repeats and was not put off. */
  once: number | null;
  repeats: { starts: WallTime; rule: string; next: number } | null;
};

export function listToCome(app: App, user: User): ToCome[] {
  const zone = zoneOf(app, user);
  return withMessages(app, user, listReminderRows(app, user)).flatMap(({ row, reminder }): ToCome[] => {
    const { at, starts, rule, snoozed } = row;
    if (at === null || reminder.remindAt === null) return [];
    if (!starts || !rule) return [{ reminder, once: at, repeats: null }];
    const next = snoozed ? nextTime({ starts, rule, zone }, app.now()) : at;
    return [{ reminder, once: snoozed ? at : null, repeats: { starts, rule, next } }];
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
