import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { create } from '../../messages/messages';
import {
  endReminder,
  findLastReminder,
  findReminder,
  markDone,
  type ReminderRow,
  resetReminder,
  SNOOZE_MS,
  setReminder,
  snooze,
} from '../../notices/reminders/reminders';
import { type FoundTime, findTime, readTime, withoutTime } from '../../notices/reminders/times';
import {
  doneText,
  NO_SNOOZE_TEXT,
  NO_TIME_TEXT,
  PAST_TIME_TEXT,
  REMINDER_CHANGED_TEXT,
  reminderResetText,
  reminderSetText,
  snoozedText,
  TOO_MANY_REMINDERS_TEXT,
} from '../../outbox/reminder-texts';
import { writtenTime } from '../../outbox/written-times';
import { zoneOf } from '../../people/time-zone';
import { recordAct } from '../acts';
import type { Command } from '../commands';
import { type Answer, type CommandText, type Handler, NOTE, type Undo } from './handler';

/** Without a time, only REMIND is answered (docs/product.md: Reminders by text). */
export const obeyRemind: Handler<'remind'> = (app, sender, command, text) => {
  const reminder = readReminder(app, sender, command, text.at);
  if (!reminder) return NOTE;
  const { content, found } = reminder;
  const messageId = create(app, sender, { content, source: 'sms', files: text.files, at: text.at });
  return { messageId, answer: remind(app, sender, messageId, found) };
};

export function readReminder(
  app: App,
  sender: User,
  { form, words, when }: Command<'remind'>,
  at: number,
): { content: string; found: FoundTime | null } | null {
  const zone = zoneOf(app, sender);
  const found = when === null ? findTime(words, at, zone) : readTime(when, at, zone);
  if (!found && form !== 'remind') return null;
  const content = (when === null && found ? withoutTime(words, found) : words).replace(
    /^(?:to|that|about)\s+(?=\S)/i,
    '',
  );
  return { content, found };
}

export function remind(app: App, sender: User, messageId: number, found: FoundTime | null): string {
  if (!found) return NO_TIME_TEXT;
  if (found.isPast) return PAST_TIME_TEXT;
  try {
    setReminder(app, sender, messageId, found.when);
  } catch (error) {
    if (error instanceof VisibleError && error.code === 'CONFLICT') return TOO_MANY_REMINDERS_TEXT;
    throw error;
  }
  return reminderSetText(found.when.at, found.when.rule, zoneOf(app, sender), app.now());
}

export const obeySnooze: Handler<'snooze'> = (app, sender, { when }, text) => {
  const last = findLastReminder(app, sender, text.at);
  if (!last) return NOTE;
  const zone = zoneOf(app, sender);
  const until = when.trim() === '' ? app.now() + SNOOZE_MS : snoozeUntil(when, text.at, zone);
  if (until === null || until <= app.now()) return NO_SNOOZE_TEXT;
  return change(app, sender, last, text, () => {
    snooze(app, sender, last.messageId, until);
    return snoozedText(until, zone, app.now());
  });
};

function snoozeUntil(when: string, at: number, zone: string): number | null {
  const written = /^\d{1,3}$/.test(when.trim()) ? `${when.trim()} minutes` : when;
  const found = readTime(written.replace(/^(?:for|until|till|to)\s+/i, ''), at, zone);
  return found && !found.isPast && found.when.rule === null ? found.when.at : null;
}

export const obeyDone: Handler<'done'> = (app, sender, { all }, text) => {
  const last = findLastReminder(app, sender, text.at);
  if (!last) return NOTE;
  return change(app, sender, last, text, () => {
    const { remindAt } = (all ? endReminder : markDone)(app, sender, last.messageId);
    return doneText(remindAt && writtenTime(Date.parse(remindAt), zoneOf(app, sender), app.now()));
  });
};

function change(app: App, user: User, before: ReminderRow, { at }: CommandText, act: () => Answer): Answer {
  const answer = act();
  const after = findReminder(app, user, before.messageId);
  recordAct(app, user, { kind: 'reminder', messageId: before.messageId, data: { before, after }, at });
  return answer;
}

export const undoReminder: Undo = (app, user, { messageId, data }) => {
  const { before, after } = data as { before: ReminderRow; after: ReminderRow };
  const now = findReminder(app, user, messageId);
  if (!now) return null;
  // a change of the time zone also sets setAt, although the reminder stays the same
  if (!Bun.deepEquals({ ...now, setAt: 0 }, { ...after, setAt: 0 })) return REMINDER_CHANGED_TEXT;
  resetReminder(app, user, before);
  return reminderResetText(before.at, zoneOf(app, user), app.now());
};
