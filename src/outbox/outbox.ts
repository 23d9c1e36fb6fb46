import { and, eq, lt, ne, notInArray, sql } from 'drizzle-orm';
import { prepared } from '../../db/open';
import { outbox, phones } from '../../db/schema';
import type { App } from '../app';
import { countSegments } from '../contract/segments';
import { mayText } from '../phone';
import { EVERYBODY, type RateLimitCharges, tryChargeRateLimits } from '../rate-limits';

export type OutboxRow = typeof outbox.$inferSelect;
export type TextKind = OutboxRow['kind'];

/** After so many texts in a row that its carrier could not deliver, a number is given up until it texts us. */
export const UNREACHABLE_AFTER = 3;

/** As long as a reaction to a text of ours may come. */
export const BODY_KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Writes a text to be sent, in the transaction of its cause, so that both are there or neither (design 6), and
 * answers whether it did. Not to a number that has texted STOP, that may not be texted, or that is not to be
 * reached; not past the limits of its kind; not a second one with the same `dedupeKey`. `to` is E.164.
 */
export function enqueue(
  app: App,
  text: { to: string; body: string; kind: TextKind; dedupeKey?: string; broadcastId?: number },
): boolean {
  const { stoppedAt, failures } = knownOf(app.db).get({ phone: text.to }) ?? { stoppedAt: null, failures: 0 };
  if (stoppedAt !== null || !mayText(text.to, app.config.allowedCountries)) return false;
  if (failures >= UNREACHABLE_AFTER && text.kind !== 'code') return false;
  const { dedupeKey = null, broadcastId = null, ...said } = text;
  if (dedupeKey && isWritten(app.db).get({ dedupeKey })) return false;
  if (!tryChargeRateLimits(app, chargesOf(text))) return false;
  write(app.db).run({ ...said, dedupeKey, broadcastId, segments: countSegments(text.body), now: app.now() });
  queueMicrotask(() => app.wakeOutbox()); // when the transaction, being synchronous, has ended
  return true;
}

/** Returns the rate limits that a text counts against. Codes and broadcasts are limited where they are asked for. */
function chargesOf({ kind, to }: { kind: TextKind; to: string }): RateLimitCharges {
  if (kind === 'code' || kind === 'broadcast') return {};
  const isReply = kind === 'reply' || kind === 'welcome';
  return {
    'membership text to a person a day': kind === 'membership' ? to : null,
    'notification to a person a day': kind === 'notification' ? to : null,
    'reply to a number': isReply ? to : null,
    'reply to a number a day': isReply ? to : null,
    'text to anybody a day': EVERYBODY,
    'welcome an hour': kind === 'welcome' ? EVERYBODY : null,
  };
}

const knownOf = prepared((db) =>
  db
    .select({ stoppedAt: phones.stoppedAt, failures: phones.failures })
    .from(phones)
    .where(eq(phones.phone, sql.placeholder('phone')))
    .prepare(),
);

const isWritten = prepared((db) =>
  db.$client.prepare<unknown, { dedupeKey: string }>('select 1 from outbox where dedupe_key = $dedupeKey'),
);

const write = prepared((db) =>
  db.$client.prepare<unknown, Record<string, string | number | null>>(`
    insert into outbox (phone, body, kind, dedupe_key, broadcast_id, next_at, segments, created_at)
    values ($to, $body, $kind, $dedupeKey, $broadcastId, $now, $segments, $now)`),
);

/** Forgets what was said a month ago; that something was, and what it cost, stays. */
export const eraseOldBodies = (app: App) =>
  app.db
    .update(outbox)
    .set({ body: '' })
    .where(
      and(
        lt(outbox.createdAt, app.now() - BODY_KEPT_MS),
        ne(outbox.body, ''),
        notInArray(outbox.state, ['queued', 'sending']),
      ),
    )
    .run();

/** Forgets what others have been texted about a person, by the name that stands in it. */
export function eraseTextsNaming(app: App, name: string): void {
  app.db.run(sql`
    update ${outbox} set body = ''
     where created_at >= ${app.now() - BODY_KEPT_MS} and state not in ('queued', 'sending') and (
       instr(body, ${`${name} `}) = 1 or instr(body, ${`, ${name}: `}) or instr(body, ${`${name}'s #`}))`);
}

/** Whether this number has texted STOP and not START since. */
export const hasStopped = (app: App, phone: string): boolean =>
  knownOf(app.db).get({ phone })?.stoppedAt != null;

/** Records STOP or START for a number, whether or not it has an account. */
export function setStopped(app: App, phone: string, stopped: boolean): void {
  noteStop(app.db).run({ phone, at: stopped ? app.now() : null });
}

const noteStop = prepared((db) =>
  db.$client.prepare<unknown, { phone: string; at: number | null }>(`
    insert into phones (phone, stopped_at) values ($phone, $at)
        on conflict (phone) do update set stopped_at = $at`),
);
