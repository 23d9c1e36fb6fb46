import { and, count, desc, eq, gte, inArray, isNotNull, isNull, max, min, type SQL, sum } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { inbound, media, outbox, phones } from '../../db/schema';
import type { App } from '../app/app';
import { maskPhone } from '../contract/people';
import type { TextingState } from '../contract/texting';
import { gatewayOfLine } from '../outbox/lines';
import { type OutboxRow, UNREACHABLE_AFTER } from '../outbox/outbox';
import { DUE_STATES } from '../outbox/states';

const FAILURES_SHOWN = 20;
const DAY_MS = 86_400_000;

const isWaiting = inArray(outbox.state, DUE_STATES);
const isFailed = eq(outbox.state, 'failed');

export function textingState(app: App): TextingState {
  const { db } = app;
  const today = app.now() - (app.now() % DAY_MS);
  const sentToday = and(gte(outbox.sentAt, today), isNotNull(outbox.sid));
  const lastIn = db
    .select({ at: max(inbound.receivedAt) })
    .from(inbound)
    .get();
  const lastOut = db
    .select({ at: max(outbox.sentAt) })
    .from(outbox)
    .get();
  const waiting = db
    .select({ texts: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .where(isWaiting)
    .get();
  const sent = db
    .select({ texts: count(), segments: sum(outbox.segments).mapWith(Number), priced: count(outbox.price) })
    .from(outbox)
    .where(sentToday)
    .get();
  const prices = db.select({ price: outbox.price }).from(outbox).where(sentToday).all();
  return {
    gateway: app.sms.kind,
    lastTextIn: toTime(lastIn?.at),
    lastTextOut: toTime(lastOut?.at),
    waiting: waiting?.texts ?? 0,
    waitingSince: toTime(waiting?.since),
    sentToday: sent?.texts ?? 0,
    segmentsToday: sent?.segments ?? 0,
    failedToday: countRows(app, outbox, and(isFailed, gte(outbox.createdAt, today))),
    failures: latestFailures(app),
    spentToday: addUp(prices.map(({ price }) => price)),
    unpricedToday: (sent?.texts ?? 0) - (sent?.priced ?? 0),
    optedOut: countRows(app, phones, isNotNull(phones.stoppedAt)),
    unreachable: countRows(app, phones, gte(phones.failures, UNREACHABLE_AFTER)),
    photosWaiting: countRows(app, media, isNotNull(media.nextAt)),
    photosGivenUp: countRows(app, media, and(isNotNull(media.failure), isNull(media.nextAt))),
  };
}

export function reasonForWaiting(app: App): string | undefined {
  const tried = app.db
    .select()
    .from(outbox)
    .where(and(isWaiting, isNotNull(outbox.error)))
    .orderBy(outbox.id)
    .limit(1)
    .get();
  return tried && failureReason(app, tried);
}

export const failureReason = (
  app: App,
  { errorCode, error, lineId }: Pick<OutboxRow, 'errorCode' | 'error' | 'lineId'>,
): string =>
  gatewayOfLine(app, lineId)?.errors[errorCode ?? 0]?.reason ?? error ?? 'The carrier did not say why.';

const latestFailures = (app: App): TextingState['failures'] =>
  app.db
    .select()
    .from(outbox)
    .where(isFailed)
    .orderBy(desc(outbox.id))
    .limit(FAILURES_SHOWN)
    .all()
    .map((text) => ({
      phoneNumber: maskPhone(text.phone),
      kind: text.kind,
      code: text.errorCode,
      reason: failureReason(app, text),
      timestamp: new Date(text.createdAt).toISOString(),
    }));

/** A price is written `-0.00790 USD`: negative, because the account pays it. */
function addUp(prices: (string | null)[]): TextingState['spentToday'] {
  const sums = new Map<string, number>();
  for (const price of prices) {
    const [amount, currency = ''] = price?.split(' ') ?? [];
    if (amount) sums.set(currency, (sums.get(currency) ?? 0) - Number(amount));
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 1e5) / 1e5 }));
}

const countRows = (app: App, table: SQLiteTable, condition: SQL | undefined): number =>
  app.db.select({ rows: count() }).from(table).where(condition).get()?.rows ?? 0;

const toTime = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());
