import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import { SMALL_STEP_MS } from '../../app/clock';
import { causedAt } from '../../outbox/held-texts';
import { emitReminder } from '../../outbox/hooks';
import { roomForReminders } from '../../outbox/limits';
import { enqueue } from '../../outbox/outbox';
import { reminderWords } from '../../outbox/reminder-texts';
import { zoneOf } from '../../people/time-zone';
import { bumpUser } from '../../people/versions';
import type { ReminderRow } from './reminders';
import { nextTime } from './schedule';

/** So that no request waits long for one transaction. */
const BATCH = 4;
const LATE_MS = 5 * 60_000;
/** So that nobody's many reminders take the room for those of others. */
const OF_A_PERSON = 4;

/** One transaction, so that no reminder is lost or sent twice: `dispatch` waits for the disk. */
export async function sendDueReminders(app: App): Promise<void> {
  let room = roomForReminders(app);
  while (room > 0) {
    const sent = transaction(app.db, () => {
      const due = findDue(app, Math.min(room, BATCH));
      for (const reminder of due) send(app, reminder);
      return due.length;
    });
    if (sent === 0) return;
    room -= sent;
    // lets requests run: with setImmediate instead, the 99th percentile of their times was 21 ms, not 6 to 14
    // ms
    await Bun.sleep(1);
  }
}

/** Reminders set while the clock was ahead would wait until it reaches their time. */
function findDue(app: App, limit: number): DueReminder[] {
  const { listDue, listSetAhead } = statements(app.db);
  const now = app.now();
  const due = listDue.all({ now, limit });
  return due.length > 0 ? due : listSetAhead.all({ now: now + SMALL_STEP_MS, limit });
}

function send(app: App, reminder: DueReminder): void {
  const { id, userId, messageId, at, starts, rule, phone, visible } = reminder;
  const { remove, setNext, update } = statements(app.db);
  if (!visible) {
    remove.run({ id });
    return;
  }
  const now = app.now();
  const zone = zoneOf(app, reminder);
  const next = rule && starts ? nextTime({ starts, rule, zone }, now) : null;
  // the clock was set back: a reminder that repeats keeps its hour
  if (at > now && next !== null) return void setNext.run({ id, at: next, now });
  const late = now - at > LATE_MS ? { at, zone } : null;
  const text = {
    to: phone,
    kind: 'reminder',
    dedupeKey: `reminder ${id} ${at}`,
    ...reminderWords(reminder, { late, now }),
  } as const;
  causedAt(app, at, () => enqueue(app, text));
  emitReminder(app, userId, messageId);
  update.run({ id, at: next, now });
  bumpUser(app, userId);
}

type DueReminder = Pick<ReminderRow, 'id' | 'userId' | 'messageId' | 'starts' | 'rule'> & {
  at: number;
  phone: string;
  timeZone: string | null;
  content: string;
  files: number;
  /** 1 if the reminded person is the sender of the message. */
  own: number;
  visible: number;
};

const DUE = `
  select r.id, r.user_id as userId, r.message_id as messageId, r.at, r.starts, r.rule, u.phone, u.time_zone as timeZone, m.content,
         m.sender_id = r.user_id as own,
         (select count(*) from media f where f.message_id = m.id) as files,
         exists (select 1 from visible_messages v where v.message_id = r.message_id and v.reader_id = r.user_id)
           as visible
    from reminders r cross join users u on u.id = r.user_id cross join messages m on m.id = r.message_id
   where r.at is not null and r.done_at is null and (
     select count(*) from outbox o
      where o.state in ('limited', 'queued') and o.cause = u.phone and o.kind = 'reminder') < ${OF_A_PERSON}`;

const statements = prepared(({ $client }) => ({
  listDue: $client.prepare<DueReminder, { now: number; limit: number }>(`
    ${DUE} and r.at <= $now order by r.at limit +$limit`),
  listSetAhead: $client.prepare<DueReminder, { now: number; limit: number }>(`
    ${DUE} and r.set_at > $now order by r.set_at limit +$limit`),
  remove: $client.prepare<unknown, { id: number }>('delete from reminders where id = $id'),
  setNext: $client.prepare<unknown, { id: number; at: number; now: number }>(`
    update reminders set at = $at, snoozed = 0, set_at = $now, before = null where id = $id`),
  update: $client.prepare<unknown, { id: number; at: number | null; now: number }>(`
    update reminders set at = $at, snoozed = 0, sent_at = $now, set_at = $now, before = null where id = $id`),
}));
