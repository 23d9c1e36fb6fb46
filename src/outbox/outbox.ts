import { afterCommit, prepared } from '../../db/open';
import type { outbox } from '../../db/schema';
import type { App } from '../app';
import { countSegments } from '../contract/segments';
import { mayText } from '../phone';
import { EVERYBODY, isRateLimited, type RateLimitCharges, tryChargeRateLimits } from '../rate-limits';

export type OutboxRow = typeof outbox.$inferSelect;
export type TextKind = OutboxRow['kind'];

/**
 * Texts in a row that fail to reach a number until the number is given up. A text from the number ends that.
 */
export const UNREACHABLE_AFTER = 3;

/**
 * Time for which the words of a sent text, except a code, are kept, so that a phone's reaction to it is
 * recognised.
 */
export const BODY_KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Writes a text to be sent by the worker (docs/product.md: Outbox). Call it in the transaction of the text's
 * cause, so that both are committed or neither. `to` is E.164. Returns false and writes nothing if the number
 * has opted out, must not be texted, or is given up (which does not hold back a code), if a rate limit is
 * used up, or if an earlier text has the `dedupeKey`.
 */
export function enqueue(
  app: App,
  text: {
    to: string;
    body: string;
    kind: TextKind;
    dedupeKey?: string;
    broadcastId?: number;
    isDigest?: boolean;
  },
): boolean {
  const { to, body, kind, dedupeKey = null, broadcastId = null, isDigest = false } = text;
  const { findPhone, findDedupeKey, insertText, delayBroadcast } = statements(app.db);
  const phone = findPhone.get({ phone: to });
  if (phone?.stoppedAt || !mayText(to, app.config.allowedCountries)) return false;
  const givenUp = (phone?.failures ?? 0) >= UNREACHABLE_AFTER;
  if (givenUp && kind !== 'code') return false; // whoever asks for a code has the phone at hand
  if (dedupeKey && findDedupeKey.get({ dedupeKey })) return false;
  if (!tryChargeRateLimits(app, chargesOf(app, kind, to, isDigest))) return false;
  const segments = countSegments(body);
  insertText.run({ to, body, kind, dedupeKey, broadcastId, segments, now: app.now() });
  if (kind !== 'broadcast')
    delayBroadcast.run({ now: app.now(), by: Math.round((segments / app.config.broadcastPace) * 1000) });
  afterCommit(app.db, () => app.wakeOutbox());
  return true;
}

/** Returns whether a notification to a number would be past a rate limit. */
export const isNotificationLimited = (app: App, to: string, { isDigest }: { isDigest: boolean }): boolean =>
  isRateLimited(app, chargesOf(app, 'notification', to, isDigest));

/**
 * Returns the rate limits that a text counts against. Codes and broadcasts are limited where they are asked
 * for. The limits spare money and people, so the simulator has none.
 */
function chargesOf(app: App, kind: TextKind, to: string, isDigest: boolean): RateLimitCharges {
  if (app.sms.simulated || kind === 'code' || kind === 'broadcast') return {};
  const isReply = kind === 'reply' || kind === 'welcome';
  return {
    'membership text to a person a day': kind === 'membership' ? to : null,
    'notification to a person a day': kind === 'notification' && !isDigest ? to : null,
    'digest to a person a day': isDigest ? to : null,
    'reply to a number': isReply ? to : null,
    'reply to a number a day': isReply ? to : null,
    'text to anybody a day': EVERYBODY,
    'welcome an hour': kind === 'welcome' ? EVERYBODY : null,
  };
}

/** Drops the codes to a number that are not sent yet, because a newer one replaces them or one of them was used. */
export function dropCodes(app: App, phone: string): void {
  statements(app.db).dropCodes.run({ phone });
}

/** Returns whether a number has opted out by STOP and has not opted in again. */
export const hasStopped = (app: App, phone: string): boolean =>
  statements(app.db).findPhone.get({ phone })?.stoppedAt != null;

/** Records a STOP or START of a number, with or without an account. */
export function setStopped(app: App, phone: string, stopped: boolean): void {
  statements(app.db).setStopped.run({ phone, at: stopped ? app.now() : null });
}

/**
 * Erases the words of texts older than a month. The row stays: that a text was sent, to whom, and what it
 * cost.
 */
export function eraseOldBodies(app: App): void {
  statements(app.db).eraseBodies.run({ before: app.now() - BODY_KEPT_MS });
}

/** Erases the words of texts that name a person to others. `name` is the name as it stands in texts. */
export function eraseTextsNaming(app: App, name: string): void {
  statements(app.db).eraseBodiesNaming.run({
    since: app.now() - BODY_KEPT_MS,
    start: `${name} `,
    sender: `, ${name}: `,
    owner: `${name}'s #`,
  });
}

const statements = prepared((db) => ({
  findPhone: db.$client.prepare<{ stoppedAt: number | null; failures: number }, { phone: string }>(
    'select stopped_at as stoppedAt, failures from phones where phone = $phone',
  ),
  findDedupeKey: db.$client.prepare<unknown, { dedupeKey: string }>(
    'select 1 from outbox where dedupe_key = $dedupeKey',
  ),
  insertText: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    insert into outbox (phone, body, kind, dedupe_key, broadcast_id, next_at, segments, created_at)
    values ($to, $body, $kind, $dedupeKey, $broadcastId, $now, $segments, $now)`),
  // every other text delays the broadcast that is being sent, so that a code does not queue at the carrier
  delayBroadcast: db.$client.prepare<unknown, { now: number; by: number }>(
    "update broadcasts set next_at = max(next_at, $now) + $by where state = 'sending'",
  ),
  // the plus sign makes SQLite use the index on the phone number
  dropCodes: db.$client.prepare<unknown, { phone: string }>(`
    update outbox set state = 'dropped', body = '', error = 'The code was used, or a newer one was asked for.'
     where phone = $phone and kind = 'code' and +state in ('queued', 'sending')`),
  setStopped: db.$client.prepare<unknown, { phone: string; at: number | null }>(`
    insert into phones (phone, stopped_at) values ($phone, $at)
        on conflict (phone) do update set stopped_at = $at`),
  eraseBodies: db.$client.prepare<unknown, { before: number }>(`
    update outbox set body = ''
     where created_at < $before and body <> '' and state not in ('queued', 'sending')`),
  eraseBodiesNaming: db.$client.prepare<unknown, Record<string, string | number>>(`
    update outbox set body = ''
     where created_at >= $since and state not in ('queued', 'sending')
       and (instr(body, $start) = 1 or instr(body, $sender) or instr(body, $owner))`),
}));
