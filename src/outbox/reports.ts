import { eq, sql } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { outbox, phones } from '../../db/schema';
import type { App } from '../app';
import { OPTED_OUT, setStopped } from './outbox';

/** What the gateway says has become of a text that we handed over. */
export type Report = {
  /** The outbox row, which the report names itself: it may come before our own call has been answered. */
  text: number;
  sid: string;
  /** E.164. */
  to: string;
  state: 'sent' | 'delivered' | 'failed';
  errorCode?: number | null;
  /** With its currency; known only some time after. */
  price?: string | null;
};

/** Twilio's numbers for a phone that is off, unknown to its carrier, or no mobile at all. */
const UNREACHABLE = [30003, 30005, 30006];

/**
 * Notes a report. Reports repeat and overtake each other, so what is final stays: a text that was delivered or
 * has failed is never merely sent again. One about a text we do not know, or not by this id, is ignored.
 */
export function report(app: App, { text, sid, to, state, errorCode, price }: Report): void {
  transaction(app.db, () => {
    const row = app.db.select().from(outbox).where(eq(outbox.id, text)).get();
    if (!row || row.phone !== to || (row.sid !== null && row.sid !== sid)) return;
    const final = row.state === 'delivered' || (row.state === 'failed' && row.sid !== null);
    app.db
      .update(outbox)
      .set({
        sid,
        ...(!final && { state, errorCode: state === 'failed' ? (errorCode ?? null) : null, error: null }),
        ...(row.sentAt === null && { sentAt: app.now() }),
        ...(price && { price }),
        ...(row.kind === 'code' && { body: '' }), // a code is at rest nowhere
      })
      .where(eq(outbox.id, row.id))
      .run();
    if (final || state === 'sent') return;
    if (state === 'delivered') reached(app, to);
    else missed(app, to, errorCode ?? null);
  });
}

/** The number is alive: a text to it arrived, or one came from it. */
export const reached = (app: App, phone: string) =>
  app.db.update(phones).set({ failures: 0 }).where(eq(phones.phone, phone)).run();

/** What an error says about the number itself: that it has opted out at the carrier, or is not to be reached. */
export function missed(app: App, phone: string, errorCode: number | null): void {
  if (errorCode === OPTED_OUT) setStopped(app, phone, true);
  if (errorCode === null || !UNREACHABLE.includes(errorCode)) return;
  app.db
    .insert(phones)
    .values({ phone, failures: 1 })
    .onConflictDoUpdate({ target: phones.phone, set: { failures: sql`failures + 1` } })
    .run();
}
