import { prepared, transaction } from '../../db/open';
import type { outbox } from '../../db/schema';
import type { App } from '../app';
import { EVERYBODY, isRateLimited, type RateLimitCharges, tryChargeRateLimits } from '../rate-limits';

type TextKind = (typeof outbox.$inferSelect)['kind'];
type Recipient = { to: string; kind: TextKind; isSummary?: boolean };

/*
 * The rate limits of texts (docs/product.md: Rate limits). Codes and broadcasts have other limits, which
 * count when somebody asks for a code or starts a broadcast. The simulator has none: its texts cost nothing
 * and reach nobody.
 */

const hasNone = (app: App, kind: TextKind) => app.sms.simulated || kind === 'code' || kind === 'broadcast';

/** Returns the rate limits for one number that count a text of this kind. */
export function chargesOfNumber(app: App, { to, kind, isSummary = false }: Recipient): RateLimitCharges {
  if (hasNone(app, kind)) return {};
  const isReply = kind === 'reply' || kind === 'welcome';
  return {
    'membership text to a person a day': kind === 'membership' ? to : null,
    'reminder to a person a day': kind === 'reminder' ? to : null,
    'notification to a person a day': kind === 'notification' && !isSummary ? to : null,
    'summary to a person a day': isSummary ? to : null,
    'reply to a number': isReply ? to : null,
    'reply to a number a day': isReply ? to : null,
  };
}

/** Returns the rate limits for all numbers together that count a text of this kind. */
export function chargesOfEverybody(app: App, kind: TextKind): RateLimitCharges {
  if (hasNone(app, kind)) return {};
  return {
    'text to anybody a day': EVERYBODY,
    'welcome an hour': kind === 'welcome' ? EVERYBODY : null,
  };
}

/**
 * Returns whether a notification to a number would be past a rate limit. Such a notification waits for a
 * summary.
 */
export const isNotificationLimited = (app: App, to: string, { isSummary }: { isSummary: boolean }): boolean =>
  isRateLimited(app, {
    ...chargesOfNumber(app, { to, kind: 'notification', isSummary }),
    ...chargesOfEverybody(app, 'notification'),
  });

/**
 * Queues the texts that wait for a limit of all numbers together, the oldest of each kind first, while the
 * limit has room.
 */
export function queueLimitedTexts(app: App): void {
  const { listKinds, findOldest, queue } = statements(app.db);
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

const statements = prepared((db) => ({
  listKinds: db.$client.prepare<{ kind: TextKind }, []>(
    "select distinct kind from outbox where state = 'limited'",
  ),
  findOldest: db.$client.prepare<{ id: number | null }, { kind: TextKind }>(
    "select min(id) as id from outbox where state = 'limited' and kind = $kind",
  ),
  // the age of the text counts from now on, so that it does not expire at once
  queue: db.$client.prepare<unknown, { id: number; now: number }>(
    "update outbox set state = 'queued', next_at = $now, created_at = $now where id = $id",
  ),
}));
