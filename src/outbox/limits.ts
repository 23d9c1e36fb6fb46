import { prepared, transaction } from '../../db/open';
import type { outbox } from '../../db/schema';
import type { App } from '../app/app';
import { EVERYBODY, isRateLimited, type RateLimitCharges, tryChargeRateLimits } from '../app/rate-limits';
import { isBudgetSpent } from './budget';
import { DUE, IS_WAITING } from './states';
import { nextPlace, type Place, REMINDERS, type Waiting } from './turns';

type TextKind = (typeof outbox.$inferSelect)['kind'];
type Charged = { to: string; kind: TextKind; cause?: number | string; isSummary?: boolean };

/** Codes and broadcasts are charged when somebody asks for them (docs/product/limits.md: Rate limits). */

const ROOM = 50;
/** So that no transaction takes long. */
const RELEASED_AT_ONCE = 500;
const REPLY_EXPIRES_AFTER_MS = 12 * 3_600_000;

const hasNone = (app: App, kind: TextKind) =>
  !app.sms.can.reachPeople || kind === 'code' || kind === 'broadcast';

export function chargesOfNumber(app: App, { to, kind, cause, isSummary = false }: Charged): RateLimitCharges {
  if (hasNone(app, kind)) return {};
  const isOfOthers = kind === 'membership' || (kind === 'notification' && !isSummary);
  const isReply = kind === 'reply' || kind === 'welcome' || kind === 'stop';
  return {
    'membership text to a person a day': kind === 'membership' ? to : null,
    'reminder to a person a day': kind === 'reminder' ? to : null,
    'notification to a person a day': kind === 'notification' && !isSummary ? to : null,
    'summary to a person a day': isSummary ? to : null,
    'text caused by a person a day': isOfOthers && typeof cause === 'number' ? cause : null,
    'reply to a number': isReply ? to : null,
    'reply to a number a day': isReply ? to : null,
  };
}

export function chargesOfEverybody(app: App, kind: TextKind): RateLimitCharges {
  if (hasNone(app, kind)) return {};
  return {
    'text to anybody a day': EVERYBODY,
    'welcome an hour': kind === 'welcome' ? EVERYBODY : null,
  };
}

/** A push costs nothing, so the budget and the limits that all numbers share do not apply to it. */
export const isNotificationLimited = (
  app: App,
  to: string,
  { cause, isSummary, isPushed = false }: Pick<Charged, 'cause'> & { isSummary: boolean; isPushed?: boolean },
): boolean =>
  (!isPushed && isBudgetSpent(app)) ||
  isRateLimited(app, {
    ...chargesOfNumber(app, { to, kind: 'notification', cause, isSummary }),
    ...(!isPushed && chargesOfEverybody(app, 'notification')),
  });

export function queueLimitedTexts(app: App): void {
  const { listKinds, listFirst, queue, dropReplies } = statements(app.db);
  if (isBudgetSpent(app)) {
    dropReplies.run({ before: app.now() - REPLY_EXPIRES_AFTER_MS });
    return;
  }
  for (const { kind } of listKinds.all())
    transaction(app.db, () => {
      const charges = chargesOfEverybody(app, kind);
      for (const { id, ...text } of listFirst.all({ kind })) {
        if (isRateLimited(app, charges)) return;
        tryChargeRateLimits(app, charges, text.segments);
        queue.run({ id, now: app.now(), ...nextPlace(app, { ...text, state: 'queued' }) });
      }
    });
  app.wakeOutbox();
}

/** What is due waits in its own table until then, where it cannot expire. */
export const roomForReminders = (app: App): number => ROOM - statements(app.db).countReminders.get()!.waiting;

export const roomForDigests = (app: App): number => ROOM - statements(app.db).countDigests.get()!.waiting;

const statements = prepared((db) => ({
  countReminders: db.$client.prepare<{ waiting: number }, []>(`
    select count(*) as waiting from outbox where state in (${DUE}) and lane = ${REMINDERS}`),
  countDigests: db.$client.prepare<{ waiting: number }, []>(`
    select count(*) as waiting from outbox where state in ('limited', 'queued') and cause = 'digest'`),
  listKinds: db.$client.prepare<{ kind: TextKind }, []>(`
    select distinct kind from outbox where ${IS_WAITING} and state = 'limited'`),
  listFirst: db.$client.prepare<Omit<Waiting, 'state'> & { id: number }, { kind: TextKind }>(`
    select id, kind, cause, segments from outbox
     where ${IS_WAITING} and state = 'limited' and kind = $kind order by lane, turn, id limit ${RELEASED_AT_ONCE}`),
  dropReplies: db.$client.prepare<unknown, { before: number }>(`
    update outbox set state = 'dropped', error = 'The budget for texts was used up for too long.'
     where ${IS_WAITING} and state = 'limited' and kind = 'reply' and created_at < $before`),
  // the age of the text counts from now on, so that it does not expire at once
  queue: db.$client.prepare<unknown, Place & { id: number; now: number }>(`
    update outbox set state = iif(look_up_since is null, 'queued', 'sending'), next_at = $now, created_at = $now, lane = $lane, turn = $turn
     where id = $id`),
}));
