import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { ruleInWords } from '../../contract/repeats';
import { create } from '../../messages/messages';
import {
  endReminder,
  findReminder,
  markDone,
  type ReminderRow,
  resetReminder,
  SNOOZE_MS,
  setReminder,
  snooze,
} from '../../notices/reminders/reminders';
import { type FoundTime, findTime, readTime, withoutTime } from '../../notices/reminders/times';
import { writtenTime } from '../../outbox/written-times';
import { zoneOf } from '../../people/time-zone';
import { recordAct } from '../acts';
import { quote } from '../hits';
import type { Command } from './command';
import { type CommandText, type Handler, NOTE, type Undo } from './handler';

import { meantReminder } from './meant-reminder';
import { untilHour } from './plain-words';

const NO_TIME_TEXT =
  'Kept as a note: I found no time in it. These work: REMIND call mum fri 9am, in 2 hours, tomorrow 9, 24 dec 6pm, every friday 9am.';
const PAST_TIME_TEXT =
  'Kept as a note: that time is past. Reply with a later one, such as REMIND call mum tomorrow 9am.';
const NO_SNOOZE_TEXT = 'When? These work: SNOOZE, SNOOZE 2h, SNOOZE tomorrow, SNOOZE fri 9am.';
const TOO_MANY_REMINDERS_TEXT = 'Kept as a note: you have too many reminders. End some on the web first.';
const REMINDER_CHANGED_TEXT = 'That reminder was changed since, so it stays as it is.';

const written = (app: App, user: User, at: number) => writtenTime(at, zoneOf(app, user), app.now());

/** Without a time, only REMIND is answered (docs/product/reminders.md: Reminders by text). */
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
  { form, words, when, isAbroad }: Command<'remind'>,
  at: number,
): { content: string; found: FoundTime | null } | null {
  const zone = zoneOf(app, sender);
  const found = when === null ? findTime(words, at, zone, { isAbroad }) : readTime(when, at, zone);
  if (!found && form !== 'remind') return null;
  const content = (when === null && found ? withoutTime(words, found) : words).replace(
    isAbroad
      ? /^(?:(?:to|an|dass|de|di|para|que|aan|om|à|a)\s+|d['’])(?=\S)/i
      : /^(?:to|that|about)\s+(?=\S)/i,
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
  return `Kept. I will text you ${timesInWords(app, sender, found)}. UNDO takes it back.`;
}

export function timesInWords(app: App, user: User, { when: { at, rule } }: FoundTime): string {
  const first = written(app, user, at);
  return rule ? `${ruleInWords(rule)}, first ${first}` : first;
}

export const obeySnooze: Handler<'snooze'> = (app, sender, { when, isGuess }, text) => {
  const meant = meantReminder(app, sender, text.at);
  if (!meant) return NOTE;
  const { row, isOpened } = meant;
  // `2h` counts from the time of a reminder that is still to come
  const from = isOpened ? Math.max(text.at, row.at ?? 0) : text.at;
  const until =
    when.trim() === '' ? Math.max(app.now(), from) + SNOOZE_MS : snoozeUntil(when, from, zoneOf(app, sender));
  if (until === null || until <= app.now()) return isGuess ? NOTE : NO_SNOOZE_TEXT;
  change(app, sender, row.messageId, text, () => snooze(app, sender, row.messageId, until));
  return `I will text you again ${written(app, sender, until)}. UNDO takes it back.`;
};

function snoozeUntil(when: string, at: number, zone: string): number | null {
  const written = /^\d{1,3}$/.test(when.trim()) ? `${when.trim()} minutes` : untilHour(when);
  const found = readTime(written.replace(/^(?:for|until|till|til|to|by)\s+/i, ''), at, zone);
  return found && !found.isPast && found.when.rule === null ? found.when.at : null;
}

/** An opened reminder that does not repeat ends, although it is still to come. */
export const obeyDone: Handler<'done'> = (app, sender, { all }, text) => {
  const meant = meantReminder(app, sender, text.at);
  if (!meant) return NOTE;
  const { messageId, rule } = meant.row;
  const end = all || (meant.isOpened && !rule) ? endReminder : markDone;
  const { remindAt } = change(app, sender, messageId, text, () => end(app, sender, messageId));
  const done = `Done: "${quote(app, sender, messageId)}"`;
  if (!remindAt) return `${done}. UNDO takes it back.`;
  const next = written(app, sender, Date.parse(remindAt));
  return `${done}. Next ${next}. DONE ALL ends it; UNDO takes this back.`;
};

export function change<T>(app: App, user: User, messageId: number, { at }: CommandText, act: () => T): T {
  const before = findReminder(app, user, messageId);
  const result = act();
  const after = findReminder(app, user, messageId);
  recordAct(app, user, { kind: 'reminder', messageId, data: { before, after }, at });
  return result;
}

export const undoReminder: Undo = (app, user, { messageId, data }) => {
  const { before, after } = data as { before: ReminderRow | null; after: ReminderRow };
  const now = findReminder(app, user, messageId);
  if (!now) return null;
  // a change of the time zone also sets setAt, although the reminder stays the same
  if (!Bun.deepEquals({ ...now, setAt: 0 }, { ...after, setAt: 0 })) return REMINDER_CHANGED_TEXT;
  if (!before) {
    endReminder(app, user, messageId);
    return 'Taken back: no reminder is to come.';
  }
  resetReminder(app, user, before);
  return before.at === null
    ? 'Taken back: DONE or SNOOZE?'
    : `Taken back: I will text you ${written(app, user, before.at)}.`;
};
