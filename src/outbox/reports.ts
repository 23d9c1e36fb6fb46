import { and, eq, gt, inArray, isNotNull, isNull, min, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../app';
import type { GatewayReport } from '../outside/gateway';
import { OPTED_OUT, UNREACHABLES } from '../outside/twilio-errors';
import { setStopped } from './outbox';

/** How long we ask for the price of a text, which is not known at once and of some never. */
const PRICED_WITHIN_MS = 48 * 3_600_000;

/**
 * Notes what the gateway says has become of the text with this number of ours: it may say so before our own call
 * has been answered. Reports repeat and overtake each other, so what is final stays: a text that was delivered or
 * has failed is never merely sent again. One about a text we do not know, or not by this id, is ignored.
 */
export function recordReport(
  app: App,
  text: number,
  { sid, to, state, errorCode, price }: GatewayReport,
): void {
  transaction(app.db, () => {
    const row = byId(app.db).get({ id: text });
    if (!row || (to !== null && row.phone !== to) || (row.sid !== null && row.sid !== sid)) return;
    const final = row.state === 'delivered' || (row.state === 'failed' && row.sid !== null);
    const known = final ? row : { state, errorCode: state === 'failed' ? errorCode : null, error: null };
    note(app.db).run({
      id: row.id,
      sid,
      state: known.state,
      errorCode: known.errorCode,
      error: known.error,
      sentAt: row.sentAt ?? app.now(),
      price: price || row.price,
    });
    if (final || state === 'sent') return;
    if (state === 'delivered') markReachable(app, row.phone);
    else recordFailure(app, row.phone, errorCode);
  });
}

const byId = prepared((db) =>
  db
    .select()
    .from(outbox)
    .where(eq(outbox.id, sql.placeholder('id')))
    .prepare(),
);

/** A code is at rest nowhere. */
const note = prepared((db) =>
  db.$client.prepare<unknown, Record<string, string | number | null>>(`
    update outbox set sid = $sid, state = $state, error_code = $errorCode, error = $error, sent_at = $sentAt,
           price = $price, body = case kind when 'code' then '' else body end
     where id = $id`),
);

/** Asks the gateway for what no callback has told us: prices, and reports that were lost. */
export async function fetchMissedReports(app: App): Promise<void> {
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
  for (const said of await app.sms.listReports(first - 60_000)) {
    const text = known.get(said.sid);
    if (text !== undefined) recordReport(app, text, said);
  }
}

/** The number is alive: a text to it arrived, or one came from it. */
export const markReachable = (app: App, phone: string) => alive(app.db).run({ phone });

const alive = prepared((db) =>
  db.$client.prepare<unknown, { phone: string }>(
    'update phones set failures = 0 where phone = $phone and failures > 0',
  ),
);

/** What an error says about the number itself: that it has opted out at the carrier, or is not to be reached. */
export function recordFailure(app: App, phone: string, errorCode: number | null): void {
  if (errorCode === OPTED_OUT) setStopped(app, phone, true);
  if (errorCode === null || !UNREACHABLES.includes(errorCode)) return;
  countFailure(app.db).run({ phone });
}

const countFailure = prepared((db) =>
  db.$client.prepare<unknown, { phone: string }>(`
    insert into phones (phone, failures) values ($phone, 1)
        on conflict (phone) do update set failures = failures + 1`),
);
