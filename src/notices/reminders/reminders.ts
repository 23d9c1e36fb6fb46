import { prepared, transaction } from '../../../db/open';
import type { reminders, User } from '../../../db/schema';
import type { App } from '../../app/app';
import { farFromNow } from '../../app/clock';
import { notFound, VisibleError } from '../../app/errors';
import type { Reminder } from '../../contract/reminders';
import { isForToken, tokenOf } from '../../people/auth/token-boards';
import { setTimeZone, zoneOf } from '../../people/time-zone';
import { bumpUser } from '../../people/versions';
import { nextTime, toInstant, toWallTime } from './schedule';
import type { When } from './times';

export type ReminderRow = Omit<typeof reminders.$inferSelect, 'snoozed' | 'before'> & { snoozed: number };

const REMINDERS_MAX = 500;
export const SNOOZE_MS = 3_600_000;
export const KEPT_MS = 24 * 3_600_000;
const TOO_MANY = `You have ${REMINDERS_MAX} reminders. Please end some of them first.`;
const PAST = 'That time is past. Please choose a later one.';

/** A time without an offset is in the person's time zone. A repeating reminder may begin in the past. */
export function toWhen(
  app: App,
  user: User,
  { remindAt, remindRule = null }: { remindAt: string; remindRule?: string | null },
): When {
  const now = app.now();
  const zone = zoneOf(app, user);
  const moment = toMoment(app, user, remindAt);
  if (remindRule) {
    const starts = toWallTime(moment, zone);
    const at = nextTime({ starts, rule: remindRule, zone }, Math.max(now, toInstant(starts, zone) - 1));
    return { at, starts, rule: remindRule };
  }
  if (moment <= now) throw new VisibleError('time_past', PAST);
  return { at: moment, starts: hasOffset(remindAt) ? null : remindAt.slice(0, 16), rule: null };
}

export const toMoment = (app: App, user: User, time: string): number =>
  hasOffset(time) ? Date.parse(time) : toInstant(time, zoneOf(app, user));

const hasOffset = (time: string) => /(?:Z|[+-]\d\d:\d\d)$/.test(time);

export function setReminder(app: App, user: User, messageId: number, { at, starts, rule }: When): Reminder {
  return transaction(app.db, () => {
    const { isVisible, countPending, upsert } = statements(app.db);
    if (!isVisible.get({ message: messageId, user: user.id, token: tokenOf(user) }))
      throw notFound('Message');
    if (countPending.get({ user: user.id })!.count >= REMINDERS_MAX)
      throw new VisibleError('too_many_reminders', TOO_MANY);
    upsert.run({ user: user.id, message: messageId, at, starts, rule, now: app.now() });
    bumpUser(app, user.id);
    return toReminder(findReminder(app, user, messageId)!);
  });
}

export function snooze(app: App, user: User, messageId: number, until = app.now() + SNOOZE_MS): Reminder {
  if (until <= app.now()) throw new VisibleError('time_past', PAST);
  return answer(app, user, messageId, () => ({ at: until, snoozed: 1, doneAt: null }));
}

/** A reminder that repeats, or is still to be sent for the first time, goes on. */
export const markDone = (app: App, user: User, messageId: number): Reminder =>
  answer(app, user, messageId, ({ at, starts, rule, snoozed, doneAt }) => {
    if (doneAt !== null) return {};
    if (at === null || (snoozed && !rule)) return { doneAt: app.now() };
    if (!snoozed || !starts || !rule) return { sentAt: null };
    const next = nextTime({ starts, rule, zone: zoneOf(app, user) }, app.now());
    return { at: next, snoozed: 0, sentAt: null };
  });

export const endReminder = (app: App, user: User, messageId: number): Reminder =>
  answer(app, user, messageId, ({ doneAt }) => ({ doneAt: doneAt ?? app.now() }));

export const restoreReminder = (app: App, user: User, messageId: number): Reminder =>
  change(app, user, messageId, () => {
    const found = statements(app.db).findBefore.get({ user: user.id, message: messageId });
    return found ? JSON.parse(found.before) : {};
  });

/** Does not check that the person sees the message. */
export const findReminder = (app: App, user: User, messageId: number): ReminderRow | null =>
  statements(app.db).find.get({ user: user.id, message: messageId });

export const resetReminder = (app: App, user: User, { messageId, ...state }: ReminderRow): Reminder =>
  change(app, user, messageId, () => state);

/** The last one that was not put off, or else the last one that was. */
export const findLastReminder = (app: App, user: User, at: number): ReminderRow | null =>
  statements(app.db).findLast.get({ user: user.id, since: at - KEPT_MS, at });

export const listReminderRows = (app: App, user: User): ReminderRow[] =>
  statements(app.db).list.all({ user: user.id, since: app.now() - KEPT_MS });

/** 9 am stays 9 am in the new zone (docs/product/reminders.md: Times of reminders). */
export function changeTimeZone(
  app: App,
  user: User,
  timeZone: string | null,
  options?: { unlessSet?: boolean },
): User {
  return transaction(app.db, () => {
    const before = zoneOf(app, user);
    const changed = setTimeZone(app, user, timeZone, options);
    const zone = zoneOf(app, changed);
    if (zone === before) return changed;
    const { listMovable, move } = statements(app.db);
    const now = app.now();
    for (const { id, starts, rule } of listMovable.all({ user: user.id }))
      move.run({ id, at: rule ? nextTime({ starts, rule, zone }, now) : toInstant(starts, zone), now });
    bumpUser(app, user.id);
    return changed;
  });
}

export const forgetReminders = (app: App) => statements(app.db).deleteOutside.run(farFromNow(app, KEPT_MS));

type Changes = (row: ReminderRow) => Partial<ReminderRow>;

const answer = (app: App, user: User, messageId: number, changes: Changes): Reminder =>
  change(app, user, messageId, changes, { isAnswer: true });

function change(
  app: App,
  user: User,
  messageId: number,
  changes: Changes,
  { isAnswer = false } = {},
): Reminder {
  return transaction(app.db, () => {
    const { isVisible, update } = statements(app.db);
    const row = findReminder(app, user, messageId);
    if (!row || !isVisible.get({ message: messageId, user: user.id, token: tokenOf(user) }))
      throw notFound('Reminder');
    const changed = { ...row, ...changes(row) };
    if (Bun.deepEquals(changed, row)) return toReminder(row);
    const { id, at, starts, rule, snoozed, sentAt, doneAt } = changed;
    update.run({ id, at, starts, rule, snoozed, sentAt, doneAt, isAnswer, now: app.now() });
    bumpUser(app, user.id);
    return toReminder(findReminder(app, user, messageId)!);
  });
}

export const toReminder = ({ messageId, at, rule, snoozed, sentAt, doneAt }: ReminderRow): Reminder => ({
  messageId,
  remindAt: at === null || doneAt !== null ? null : new Date(at).toISOString(),
  remindRule: rule,
  snoozed: snoozed === 1,
  remindedAt: sentAt === null || snoozed === 1 ? null : new Date(sentAt).toISOString(),
});

const COLUMNS = `
  r.id, r.user_id as userId, r.message_id as messageId, r.at, r.starts, r.rule, r.snoozed, r.set_at as setAt,
  r.sent_at as sentAt, r.done_at as doneAt`;
const VISIBLE =
  'exists (select 1 from visible_messages v where v.message_id = r.message_id and v.reader_id = r.user_id)';

const statements = prepared(({ $client }) => ({
  isVisible: $client.prepare<unknown, { message: number; user: number; token: number | null }>(`
    select 1 from visible_messages v
     where v.message_id = +$message and v.reader_id = +$user and ${isForToken('v.board_id')} limit 1`),
  countPending: $client.prepare<{ count: number }, { user: number }>(`
    select count(*) as count from reminders where user_id = $user and at is not null and done_at is null`),
  upsert: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into reminders (user_id, message_id, at, starts, rule, set_at)
    values ($user, $message, $at, $starts, $rule, $now)
        on conflict (user_id, message_id) do update
           set at = $at, starts = $starts, rule = $rule, snoozed = 0, set_at = $now, sent_at = null, done_at = null,
               before = null`),
  find: $client.prepare<ReminderRow, { user: number; message: number }>(`
    select ${COLUMNS} from reminders r where user_id = $user and message_id = $message`),
  findBefore: $client.prepare<{ before: string }, { user: number; message: number }>(`
    select before from reminders where user_id = $user and message_id = $message and before is not null`),
  findLast: $client.prepare<ReminderRow, { user: number; since: number; at: number }>(`
    select ${COLUMNS} from reminders r
     where r.user_id = +$user and r.sent_at > +$since and r.sent_at <= +$at and r.done_at is null and ${VISIBLE}
     order by r.snoozed, r.sent_at desc, r.id desc limit 1`),
  list: $client.prepare<ReminderRow, { user: number; since: number }>(`
    select ${COLUMNS} from reminders r
     where r.user_id = +$user and r.done_at is null and (r.at is not null or r.sent_at > +$since) and ${VISIBLE}
     order by r.at is null, r.at, r.sent_at desc, r.id`),
  update: $client.prepare<unknown, Record<string, string | number | boolean | null>>(`
    update reminders set at = $at, starts = $starts, rule = $rule, snoozed = $snoozed, set_at = $now,
           sent_at = $sentAt, done_at = $doneAt, before = iif($isAnswer, json_object(
             'at', at, 'snoozed', snoozed, 'sentAt', sent_at, 'doneAt', done_at), null)
     where id = $id`),
  listMovable: $client.prepare<{ id: number; starts: string; rule: string | null }, { user: number }>(`
    select id, starts, rule from reminders
     where user_id = $user and at is not null and starts is not null and not snoozed`),
  move: $client.prepare<unknown, { id: number; at: number; now: number }>(`
    update reminders set at = $at, set_at = $now, before = null where id = $id`),
  deleteOutside: $client.prepare<unknown, { before: number; after: number }>(`
    delete from reminders
     where done_at < $before or done_at > $after or at is null and (sent_at < $before or sent_at > $after)`),
}));
