import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { findMessage } from '../../messages/find';
import { findLastReminder, findReminder, type ReminderRow } from '../../notices/reminders/reminders';
import { findOpened } from '../opened';

/** `at`: when it was opened, or texted. */
export type MeantReminder = { row: ReminderRow; at: number; isOpened: boolean };

/** That of the opened message or the last one that was texted, whichever is later. */
export function meantReminder(app: App, user: User, at: number): MeantReminder | null {
  const last = findLastReminder(app, user, at);
  const opened = findOpened(app, user, at);
  const row = opened && findReminder(app, user, opened.messageId);
  const isSeen = row && row.doneAt === null && findMessage(app, user, row.messageId);
  if (isSeen && opened.openedAt >= (last?.sentAt ?? 0)) return { row, at: opened.openedAt, isOpened: true };
  return last && { row: last, at: last.sentAt ?? 0, isOpened: false };
}
