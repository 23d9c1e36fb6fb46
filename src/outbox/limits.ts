import { prepared, transaction } from '../../db/open';
import type { outbox } from '../../db/schema';
import type { App } from '../app/app';
import { EVERYBODY, isRateLimited, type RateLimitCharges, tryChargeRateLimits } from '../app/rate-limits';
import { isBudgetSpent } from './budget';
import { DUE } from './states';

type TextKind = (typeof outbox.$inferSelect)['kind'];
type Recipient = { to: string; kind: TextKind; isSummary?: boolean };

/** Codes and broadcasts are charged when somebody asks for them (docs/product/limits.md: Rate limits). */

const ROOM_MAX = 50;
const REPLY_EXPIRES_AFTER_MS = 12 * 3_600_000;

const hasNone = (app: App, kind: TextKind) =>
  !app.sms.can.reachPeople || kind === 'code' || kind === 'broadcast';

export function chargesOfNumber(app: App, { to, kind, isSummary = false }: Recipient): RateLimitCharges {
  if (hasNone(app, kind)) return {};
  const isReply = kind === 'reply' || kind === 'welcome' || kind === 'stop';
  return {
    'membership text to a person a day': kind === 'membership' ? to : null,
    'reminder to a person a day': kind === 'reminder' ? to : null,
    'notification to a person a day': kind === 'notification' && !isSummary ? to : null,
    'summary to a person a day': isSummary ? to : null,
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
  { isSummary, isPushed = false }: { isSummary: boolean; isPushed?: boolean },
): boolean =>
  (!isPushed && isBudgetSpent(app)) ||
  isRateLimited(app, {
    ...chargesOfNumber(app, { to, kind: 'notification', isSummary }),
    ...(!isPushed && chargesOfEverybody(app, 'notification')),
  });

export function queueLimitedTexts(app: App): void {
  const { listKinds, findOldest, queue, dropReplies } = statements(app.db);
  if (isBudgetSpent(app)) {
    dropReplies.run({ before: app.now() - REPLY_EXPIRES_AFTER_MS });
    return;
  }
  for (const { kind } of listKinds.all())
    transaction(app.db, () => {
      const charges = chargesOfEverybody(app, kind);
      for (let text = findOldest.get({ kind }); text?.id; text = findOldest.get({ kind })) {
        if (isRateLimited(app, charges)) return;
        tryChargeRateLimits(app, charges);
        queue.run({ id: text.id, now: app.now() });
      }
    });
  app.wakeOutbox();
}

/** Not more than a broadcast sends in a second, so that other texts need not wait long behind them. */
export function roomFor(app: App, kind: 'reminder' | 'notification'): number {
  const { waiting } = statements(app.db).countDue.get({ kind })!;
  return Math.min(ROOM_MAX, Math.ceil(app.config.broadcastPace)) - waiting;
}

const statements = prepared((db) => ({
  countDue: db.$client.prepare<{ waiting: number }, { kind: string }>(`
    select count(*) as waiting from outbox where state in (${DUE}) and kind = $kind`),
  listKinds: db.$client.prepare<{ kind: TextKind }, []>(`
    select distinct kind from outbox where state = 'limited'`),
  findOldest: db.$client.prepare<{ id: number | null }, { kind: TextKind }>(`
    select min(id) as id from outbox where state = 'limited' and kind = $kind`),
  dropReplies: db.$client.prepare<unknown, { before: number }>(`
    update outbox set state = 'dropped', error = 'The budget for texts was used up for too long.'
     where state = 'limited' and kind = 'reply' and created_at < $before`),
  // the age of the text counts from now on, so that it does not expire at once
  queue: db.$client.prepare<unknown, { id: number; now: number }>(`
    update outbox set state = 'queued', next_at = $now, created_at = $now where id = $id`),
}));
