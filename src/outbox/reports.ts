import { prepared, transaction } from '../../db/open';
import type { App } from '../app/app';
import type { Gateway, GatewayError, GatewayReport } from '../app/gateway';
import { askLines, gatewayOfLine } from './lines';
import { type OutboxRow, setStopped } from './outbox';

/** Some texts never get a price. */
const PRICED_WITHIN_MS = 48 * 3_600_000;
/** The gateway's times are in whole seconds. */
const OVERLAP_MS = 60_000;

/** Reports may be repeated, and come in any order or before the answer, so a final state stays. */
export function recordReport(
  app: App,
  id: number,
  { sid, to, state, errorCode, reason, price }: GatewayReport,
): void {
  transaction(app.db, () => {
    const text = statements(app.db).findText.get({ id });
    if (!text || (to !== null && text.phone !== to) || (text.sid !== null && text.sid !== sid)) return;
    // a failure without a gateway id was assumed by our own worker, and a report may correct it
    const isFinal = text.state === 'delivered' || (text.state === 'failed' && text.sid !== null);
    const [code, error] = state === 'failed' ? [errorCode, reason ?? null] : [null, null];
    const { phone, lineId, ...kept } = text;
    const outcome = isFinal ? kept : { state, errorCode: code, error };
    const facts = { id, sid, sentAt: text.sentAt ?? app.now(), price: price || text.price };
    statements(app.db).updateText.run({ ...outcome, ...facts });
    if (isFinal || state === 'sent') return;
    if (state === 'delivered') markReachable(app, phone);
    else recordFailure(app, phone, gatewayOfLine(app, lineId)?.errors[errorCode ?? 0]);
  });
}

/** No callback brings a price, and callbacks with reports can be lost. */
export const fetchMissedReports = (app: App): Promise<void> =>
  askLines(app, 'reports', ({ name, gateway }) => fetchReportsOf(app, name, gateway));

async function fetchReportsOf(app: App, line: string, gateway: Gateway): Promise<void> {
  const now = app.now();
  const period = { since: now - PRICED_WITHIN_MS, now };
  const { listUnpriced, listReceived, storePrice } = statements(app.db);
  const prices = Number(gateway.can.tellPrices);
  const unpriced = listUnpriced.all({ ...period, line, present: app.config.lineName, prices });
  const received = prices ? listReceived.all(period) : [];
  if (unpriced.length + received.length === 0) return;
  const oldest = Math.min(unpriced[0]?.sentAt ?? now, received[0]?.receivedAt ?? now);
  const idOf = new Map(unpriced.map(({ sid, id }) => [sid, id]));
  const isUnpriced = new Set(received.map(({ sid }) => sid));
  for (const report of await gateway.listReports(now - oldest + OVERLAP_MS)) {
    const { sid, price, state } = report;
    const id = idOf.get(sid);
    if (state === 'received') isUnpriced.has(sid) && storePrice.run({ sid, price });
    else if (id !== undefined) recordReport(app, id, report);
  }
}

export function markReachable(app: App, phone: string): void {
  statements(app.db).clearFailures.run({ phone });
}

export function recordFailure(app: App, phone: string, error: GatewayError | undefined): void {
  const recipient = error?.recipient;
  if (recipient === 'opted out') setStopped(app, phone, true);
  if (recipient === 'unreachable') statements(app.db).countFailure.run({ phone });
}

type ReportedText = Pick<
  OutboxRow,
  'phone' | 'sid' | 'state' | 'errorCode' | 'error' | 'sentAt' | 'price' | 'lineId'
>;

const statements = prepared((db) => ({
  findText: db.$client.prepare<ReportedText, { id: number }>(`
    select phone, sid, state, error_code as errorCode, error, sent_at as sentAt, price, line_id as lineId
      from outbox where id = $id`),
  updateText: db.$client.prepare<unknown, Record<string, string | number | null>>(`
    update outbox set sid = $sid, state = $state, error_code = $errorCode, error = $error, sent_at = $sentAt,
           price = $price, body = case kind when 'code' then '' else body end
     where id = $id`),
  listUnpriced: db.$client.prepare<
    { id: number; sid: string; sentAt: number },
    { since: number; now: number; line: string; present: string; prices: number }
  >(`
    select id, sid, sent_at as sentAt from outbox
     where sid is not null and price is null and state in ('sent', 'delivered', 'failed')
       and (state = 'sent' or $prices) and sent_at > $since and sent_at <= $now
       and coalesce((select name from lines where id = line_id), $present) = $line
     order by sent_at`),
  listReceived: db.$client.prepare<{ sid: string; receivedAt: number }, { since: number; now: number }>(`
    select sid, received_at as receivedAt from inbound
     where price is null and received_at > $since and received_at <= $now order by received_at`),
  storePrice: db.$client.prepare<unknown, { sid: string; price: string }>(`
    update inbound set price = $price where sid = $sid`),
  clearFailures: db.$client.prepare<unknown, { phone: string }>(`
    update phones set failures = 0 where phone = $phone and failures > 0`),
  countFailure: db.$client.prepare<unknown, { phone: string }>(`
    insert into phones (phone, failures) values ($phone, 1)
        on conflict (phone) do update set failures = failures + 1`),
}));
