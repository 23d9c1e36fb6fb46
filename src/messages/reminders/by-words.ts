import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import type { ListedReminder, RemindInput } from '../../contract/reminders';
import { findReminder, setReminder, toReminder } from '../../notices/reminders/reminders';
import { findTime, withoutTime } from '../../notices/reminders/times';
import { zoneOf } from '../../people/time-zone';
import { requireMessage } from '../find';
import { idempotently } from '../idempotency';
import { create } from '../messages';

const NO_TIME =
  'There is no time in it. These work: call mum fri 9am, in 2 hours, tomorrow 9, 24 dec 6pm, every friday 9am.';

/** Unlike a text, which is kept as a note without a time (docs/product/reminders.md: Reminders by text). */
export function remindOfWords(app: App, user: User, { words, idempotencyKey }: RemindInput): ListedReminder {
  const key = idempotencyKey && `remind ${idempotencyKey}`;
  const id = idempotently(app, user, { content: words, idempotencyKey: key }, () => {
    const found = findTime(words, app.now(), zoneOf(app, user));
    if (!found) throw new VisibleError('time_missing', NO_TIME);
    if (found.isPast) throw new VisibleError('time_past', 'That time is past. Choose a later one.');
    const content = withoutTime(words, found).replace(/^(?:to|that|about)\s+(?=\S)/i, '');
    const messageId = create(app, user, { content, source: 'api' });
    setReminder(app, user, messageId, found.when);
    return messageId;
  });
  const message = requireMessage(app, user, id);
  const reminder = findReminder(app, user, id);
  if (!reminder) throw notFound('Reminder');
  return { ...toReminder(reminder), message };
}
