import { afterCommit, prepared } from '../../db/open';
import type { outbox } from '../../db/schema';
import type { App } from '../app';
import { countSegments } from '../contract/segments';
import { mayText } from '../phone';
import { tryChargeRateLimits } from '../rate-limits';
import { recordAgreement, recordStop } from '../users/consent';
import { isBudgetSpent } from './budget';
import { chargesOfEverybody, chargesOfNumber, isNotificationLimited } from './limits';
import { noMoreChangesText, noMoreRemindersText, noMoreRepliesText } from './texts';

export type OutboxRow = typeof outbox.$inferSelect;
export type TextKind = OutboxRow['kind'];

/**
 * After this many undeliverable texts in a row, a number gets no texts except codes. A delivered text, or a
 * text from the number, resets the count.
 */
export const UNREACHABLE_AFTER = 3;

const DAY_MS = 24 * 3_600_000;
/**
 * Time for which the words of a sent text are kept, so that a phone's reaction to the text is recognised. The
 * words of a code are erased sooner.
 */
export const BODY_KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Adds a text to the outbox, from which the worker sends it (docs/product.md: Outbox). Call this in the
 * transaction of the change that the text tells of, so that both are committed or neither. `to` is E.164. If
 * a rate limit of all numbers together or the budget is used up, the text is added and waits. Returns false and
 * does not add the text in these cases:
 *
 * - the number has opted out, or must not be texted
 * - the number cannot be reached, and the text is not a code
 * - a rate limit of the number is used up; for replies, reminders and membership texts, the number is told so
 *   once a day
 * - the text is a notification, and a rate limit of all numbers together is used up
 * - an earlier text has the same `dedupeKey`
 */
export function enqueue(
  app: App,
  text: {
    to: string;
    body: string;
    kind: TextKind;
    dedupeKey?: string;
    broadcastId?: number;
    isSummary?: boolean;
  },
): boolean {
  const { to, body, kind, dedupeKey = null, broadcastId = null, isSummary = false } = text;
  const { findPhone, findDedupeKey } = statements(app.db);
  const phone = findPhone.get({ phone: to });
  if (phone?.stoppedAt || !mayText(to, app.config.allowedCountries)) return false;
  const givenUp = (phone?.failures ?? 0) >= UNREACHABLE_AFTER;
  if (givenUp && kind !== 'code') return false; // somebody who asks for a code has the phone at hand
  if (dedupeKey && findDedupeKey.get({ dedupeKey })) return false;
  if (kind === 'notification' && isNotificationLimited(app, to, { isSummary })) return false;
  if (!tryChargeRateLimits(app, chargesOfNumber(app, { to, kind, isSummary }))) {
    sayThatNoMoreCome(app, to, kind);
    return false;
  }
  insert(app, { to, body, kind, dedupeKey, broadcastId });
  return true;
}

/**
 * Adds the answer to a STOP, the only text that goes to a number after it. Does nothing if the number must not be
 * texted, or if its rate limit for replies is used up.
 */
export function enqueueStopAnswer(app: App, to: string, body: string): void {
  const kind = 'stop';
  if (!mayText(to, app.config.allowedCountries)) return;
  if (!tryChargeRateLimits(app, chargesOfNumber(app, { to, kind }))) return;
  insert(app, { to, body, kind, dedupeKey: null, broadcastId: null });
}

/**
 * Texts that tell a number, once a day, that it gets no more texts of a kind for now (docs/product.md: Rate
 * limits).
 */
const LAST_WORDS: Partial<Record<TextKind, (app: App) => string>> = {
  reply: noMoreRepliesText,
  membership: noMoreChangesText,
  reminder: noMoreRemindersText,
};

/**
 * Tells a number that it gets no more texts of this kind for a while. Does nothing if it was told today, or
 * if LAST_WORDS has no text for this kind.
 */
function sayThatNoMoreCome(app: App, to: string, kind: TextKind): void {
  const body = LAST_WORDS[kind]?.(app);
  const dedupeKey = `no more ${kind} to ${to} on ${Math.floor(app.now() / DAY_MS)}`;
  if (body && !statements(app.db).findDedupeKey.get({ dedupeKey }))
    insert(app, { to, body, kind, dedupeKey, broadcastId: null });
}

/**
 * Adds a text without further checks. If a rate limit of all numbers together is used up, the text waits
 * until there is room.
 */
function insert(
  app: App,
  text: { to: string; body: string; kind: TextKind; dedupeKey: string | null; broadcastId: number | null },
): void {
  const { insertText, delayBroadcast } = statements(app.db);
  const mayBeSent = text.kind === 'code' || !isBudgetSpent(app);
  const state =
    mayBeSent && tryChargeRateLimits(app, chargesOfEverybody(app, text.kind)) ? 'queued' : 'limited';
  const segments = countSegments(text.body);
  insertText.run({ ...text, state, segments, now: app.now() });
  if (text.kind !== 'broadcast')
    delayBroadcast.run({ now: app.now(), by: Math.round((segments / app.config.broadcastPace) * 1000) });
  afterCommit(app.db, () => app.wakeOutbox());
}

/** Drops a text that has no cause any more, unless the gateway has taken it. `reason` is for operators. */
export function dropText(app: App, dedupeKey: string, reason: string): void {
  statements(app.db).dropText.run({ dedupeKey, reason });
}

/** Returns whether a number has opted out by STOP and has not opted in again. */
export const hasStopped = (app: App, phone: string): boolean =>
  statements(app.db).findPhone.get({ phone })?.stoppedAt != null;

/**
 * Records a STOP or START of a number, with or without an account. `words` is the keyword. It is null if only
 * the carrier has told of a STOP, or if the caller records the agreement itself.
 */
export function setStopped(app: App, phone: string, stopped: boolean, words: string | null = null): void {
  if (stopped) recordStop(app, phone, words);
  else if (words) recordAgreement(app, phone, { act: 'start', words });
  statements(app.db).setStopped.run({ phone, at: stopped ? app.now() : null });
}

/**
 * Erases the words of texts that are older than a month, or dated more than a month ahead of the clock. Texts
 * that still wait or are being sent keep their words. The rows stay: they tell that a text was sent, to whom,
 * and at what price.
 */
export function eraseOldBodies(app: App): void {
  const now = app.now();
  statements(app.db).eraseBodies.run({ before: now - BODY_KEPT_MS, after: now + BODY_KEPT_MS });
}

/**
 * Erases the words of sent texts that mention a person. `name` is the person's name as it stands in texts.
 */
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
    insert into outbox (phone, body, kind, dedupe_key, broadcast_id, state, next_at, segments, created_at)
    values ($to, $body, $kind, $dedupeKey, $broadcastId, $state, $now, $segments, $now)`),
  // each text outside the broadcast that is being sent delays that broadcast, so that codes do not queue at
  // the carrier
  delayBroadcast: db.$client.prepare<unknown, { now: number; by: number }>(
    "update broadcasts set next_at = max(next_at, $now) + $by where state = 'sending'",
  ),
  dropText: db.$client.prepare<unknown, { dedupeKey: string; reason: string }>(`
    update outbox set state = 'dropped', body = '', error = $reason
     where dedupe_key = $dedupeKey and +state in ('held', 'limited', 'queued', 'sending')`),
  setStopped: db.$client.prepare<unknown, { phone: string; at: number | null }>(`
    insert into phones (phone, stopped_at) values ($phone, $at)
        on conflict (phone) do update set stopped_at = $at`),
  eraseBodies: db.$client.prepare<unknown, { before: number; after: number }>(`
    update outbox set body = ''
     where (created_at < $before or created_at > $after) and body <> '' and state not in ('held', 'limited', 'queued', 'sending')`),
  eraseBodiesNaming: db.$client.prepare<unknown, Record<string, string | number>>(`
    update outbox set body = ''
     where created_at >= $since and state not in ('held', 'limited', 'queued', 'sending')
       and (instr(body, $start) = 1 or instr(body, $sender) or instr(body, $owner))`),
}));
