import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { findMessage } from '../../messages/find';
import { findReminder, setReminder } from '../../notices/reminders/reminders';
import { type FoundTime, readTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import { lastNote } from '../acts';
import { quote } from '../hits';
import { findOpened } from '../opened';
import type { CommandText } from './handler';
import { meantReminder } from './meant-reminder';
import { recogniseReminderWords } from './reminder-words';
import { change, readReminder, timesInWords } from './reminders';

/**
 * `EDIT remind me friday 10am`, or a time alone for a message with a reminder, sets its time. Returns null for
 * new words. `ownId`: the message that an EDIT would change.
 */
export function retime(
  app: App,
  sender: User,
  words: string,
  text: CommandText,
  ownId: number | null,
): string | null {
  const asked = recogniseReminderWords(words);
  const when = asked?.kind === 'remind' ? asked.words : words;
  const found = readTime(when, text.at, zoneOf(app, sender));
  const messageId = found && (findLatest(app, sender, text.at) ?? ownId);
  if (!found || !messageId) return null;
  if (!asked && findReminder(app, sender, messageId)?.doneAt !== null) return null;
  const quoted = quote(app, sender, messageId);
  if (found.isPast) return `That time is past, so nothing was changed: "${quoted}"`;
  return `"${quoted}": ${setTime(app, sender, messageId, found, text)}. UNDO takes it back.`;
}

/** `EDIT remind me friday 10am to call dad` has new words and a time. */
export function timedWords(app: App, sender: User, words: string, at: number) {
  const asked = recogniseReminderWords(words);
  const read = asked?.kind === 'remind' ? readReminder(app, sender, asked, at) : null;
  return read?.found && !read.found.isPast ? { content: read.content, found: read.found } : null;
}

export function setTime(
  app: App,
  sender: User,
  messageId: number,
  found: FoundTime,
  text: CommandText,
): string {
  try {
    change(app, sender, messageId, text, () => setReminder(app, sender, messageId, found.when));
  } catch (error) {
    if (error instanceof VisibleError) return error.message;
    throw error;
  }
  return `I will text you ${timesInWords(app, sender, found)}`;
}

/** The message that was opened or that a reminder told of, also of somebody else, if no note was texted since. */
function findLatest(app: App, sender: User, at: number): number | null {
  const since = lastNote(app, sender, at)?.sentAt ?? 0;
  const meant = meantReminder(app, sender, at);
  const opened = findOpened(app, sender, at);
  if (opened && opened.openedAt >= Math.max(since, meant?.at ?? 0))
    if (findMessage(app, sender, opened.messageId)) return opened.messageId;
  return meant && meant.at >= since ? meant.row.messageId : null;
}
