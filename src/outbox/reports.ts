import { and, eq, gt, inArray, isNotNull, isNull, min, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { outbox, phones } from '../../db/schema';
import type { App } from '../app';
import { OPTED_OUT, UNREACHABLES } from '../outside/codes';
import type { GatewayReport } from '../outside/gateway';
import { setStopped } from './outbox';

/** How long we ask for the price of a text, which is not known at once and of some never. */
const PRICED_WITHIN_MS = 48 * 3_600_000;

/**
 * Notes what the gateway says has become of the text with this number of ours: it may say so before our own call
 * has been answered. Reports repeat and overtake each other, so what is final stays: a text that was delivered or
 * has failed is never merely sent again. One about a text we do not know, or not by this id, is ignored.
 */
export function report(app: App, text: number, { sid, to, state, errorCode, price }: GatewayReport): void {
  transaction(app.db, () => {
    const row = app.db.select().from(outbox).where(eq(outbox.id, text)).get();
    if (!row || (to !== null && row.phone !== to) || (row.sid !== null && row.sid !== sid)) return;
    const final = row.state === 'delivered' || (row.state === 'failed' && row.sid !== null);
    app.db
      .update(outbox)
      .set({
        sid,
        ...(!final && { state, errorCode: state === 'failed' ? errorCode : null, error: null }),
        ...(row.sentAt === null && { sentAt: app.now() }),
        ...(price && { price }),
        ...(row.kind === 'code' && { body: '' }), // a code is at rest nowhere
      })
      .where(eq(outbox.id, row.id))
      .run();
    if (final || state === 'sent') return;
    if (state === 'delivered') reached(app, row.phone);
    else missed(app, row.phone, errorCode);
  });
}

/** Asks the gateway for what no callback has told us: prices, and reports that were lost. */
export async function catchUp(app: App): Promise<void> {
  const open = and(
    isNotNull(outbox.sid),
    isNull(outbox.price),
    inArray(outbox.state, ['sent', 'delivered', 'failed']),
    gt(outbox.sentAt, app.now() - PRICED_WITHIN_MS),
  );
  const first = app.db
    .select({ at: min(outbox.sentAt) })
    .from(outbox)
    .where(open)
    .get()?.at;
  if (first == null) return;
  const known = new Map(
    app.db
      .select({ sid: outbox.sid, id: outbox.id })
      .from(outbox)
      .where(open)
      .all()
      .map(({ sid, id }) => [sid, id]),
  );
  for (const said of await app.sms.reported(first - 60_000)) {
    const text = known.get(said.sid);
    if (text !== undefined) report(app, text, said);
  }
}

/** The number is alive: a text to it arrived, or one came from it. */
export const reached = (app: App, phone: string) => alive(app.db).run({ phone });

const alive = prepared((db) =>
  db.$client.prepare<unknown, { phone: string }>(
    'update phones set failures = 0 where phone = $phone and failures > 0',
  ),
);

/** What an error says about the number itself: that it has opted out at the carrier, or is not to be reached. */
export function missed(app: App, phone: string, errorCode: number | null): void {
  if (errorCode === OPTED_OUT) setStopped(app, phone, true);
  if (errorCode === null || !UNREACHABLES.includes(errorCode)) return;
  app.db
    .insert(phones)
    .values({ phone, failures: 1 })
    .onConflictDoUpdate({ target: phones.phone, set: { failures: sql`failures + 1` } })
    .run();
}
