import { and, count, desc, eq, gte, inArray, isNotNull, max, min, sum } from 'drizzle-orm';
import { inbound, media, outbox, phones } from '../../db/schema';
import type { App } from '../app';
import { maskPhone } from '../contract/people';
import type { TextingState } from '../contract/texting';
import { type OutboxRow, UNREACHABLE_AFTER } from '../outbox/outbox';

const FAILURES_SHOWN = 20;
const WAITING: ('queued' | 'sending')[] = ['queued', 'sending'];

/** Returns the sentence that says why a text failed. */
export const failureReason = (
  app: App,
  { errorCode, error }: Pick<OutboxRow, 'errorCode' | 'error'>,
): string => app.sms.errors[errorCode ?? 0]?.reason ?? error ?? 'The carrier did not say why.';

/** How texting is doing, for operators (design 6). */
export function textingState(app: App): TextingState {
  const { db } = app;
  const today = app.now() - (app.now() % 86_400_000);
  const sent = and(gte(outbox.sentAt, today), isNotNull(outbox.sid));
  const failed = and(eq(outbox.state, 'failed'), gte(outbox.createdAt, today));
  const waiting = db
    .select({ texts: count(), since: min(outbox.createdAt) })
    .from(outbox)
    .where(inArray(outbox.state, WAITING))
    .get();
  const out = db
    .select({ texts: count(), segments: sum(outbox.segments).mapWith(Number), priced: count(outbox.price) })
    .from(outbox)
    .where(sent)
    .get();
  return {
    gateway: app.sms.kind,
    lastTextIn: time(
      db
        .select({ at: max(inbound.receivedAt) })
        .from(inbound)
        .get()?.at,
    ),
    lastTextOut: time(
      db
        .select({ at: max(outbox.sentAt) })
        .from(outbox)
        .get()?.at,
    ),
    waiting: waiting?.texts ?? 0,
    waitingSince: time(waiting?.since),
    sentToday: out?.texts ?? 0,
    segmentsToday: out?.segments ?? 0,
    failedToday: db.select({ texts: count() }).from(outbox).where(failed).get()?.texts ?? 0,
    failures: failures(app),
    spentToday: spent(db.select({ price: outbox.price }).from(outbox).where(sent).all()),
    unpricedToday: (out?.texts ?? 0) - (out?.priced ?? 0),
    optedOut:
      db.select({ numbers: count() }).from(phones).where(isNotNull(phones.stoppedAt)).get()?.numbers ?? 0,
    unreachable:
      db.select({ numbers: count() }).from(phones).where(gte(phones.failures, UNREACHABLE_AFTER)).get()
        ?.numbers ?? 0,
    photosWaiting: db.select({ files: count() }).from(media).where(isNotNull(media.nextAt)).get()?.files ?? 0,
  };
}

/** Why the text that has waited longest was not taken when it was last tried; undefined when none was tried. */
export function reasonForWaiting(app: App): string | undefined {
  const tried = app.db
    .select()
    .from(outbox)
    .where(and(inArray(outbox.state, WAITING), isNotNull(outbox.error)))
    .orderBy(outbox.id)
    .limit(1)
    .get();
  return tried && failureReason(app, tried);
}

const failures = (app: App): TextingState['failures'] =>
  app.db
    .select()
    .from(outbox)
    .where(eq(outbox.state, 'failed'))
    .orderBy(desc(outbox.id))
    .limit(FAILURES_SHOWN)
    .all()
    .map(({ phone, kind, errorCode, error, createdAt }) => ({
      phoneNumber: maskPhone(phone),
      kind,
      code: errorCode,
      reason: failureReason(app, { errorCode, error }),
      timestamp: new Date(createdAt).toISOString(),
    }));

/** Prices are written as `-0.00790 USD`. */
function spent(rows: { price: string | null }[]): TextingState['spentToday'] {
  const sums = new Map<string, number>();
  for (const { price } of rows) {
    const [amount, currency = ''] = price?.split(' ') ?? [];
    if (amount) sums.set(currency, (sums.get(currency) ?? 0) - Number(amount));
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 1e5) / 1e5 }));
}

const time = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());
