import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { maskPhone } from '../contract/people';
import type { TextingState } from '../contract/texting';
import { gatewayOfLine } from '../outbox/lines';
import { type OutboxRow, UNREACHABLE_AFTER } from '../outbox/outbox';
import { IS_DUE } from '../outbox/states';

const FAILURES_SHOWN = 20;
const DAY_MS = 86_400_000;

export function textingState(app: App): TextingState {
  const today = app.now() - (app.now() % DAY_MS);
  const { readCounts, listPrices, listFailures } = statements(app.db);
  const { lastTextIn, lastTextOut, waitingSince, ...counts } = readCounts.get({ today })!;
  return {
    ...counts,
    gateway: app.sms.kind,
    lastTextIn: toTime(lastTextIn),
    lastTextOut: toTime(lastTextOut),
    waitingSince: toTime(waitingSince),
    failures: listFailures.all().map((text) => ({
      phoneNumber: maskPhone(text.phone),
      kind: text.kind,
      code: text.errorCode,
      reason: failureReason(app, text),
      timestamp: new Date(text.createdAt).toISOString(),
    })),
    spentToday: addUp(listPrices.all({ today })),
  };
}

export function reasonForWaiting(app: App): string | undefined {
  const tried = statements(app.db).findTried.get();
  return tried ? failureReason(app, tried) : undefined;
}

type Failure = Pick<OutboxRow, 'errorCode' | 'error' | 'lineId'>;

export const failureReason = (app: App, { errorCode, error, lineId }: Failure): string =>
  gatewayOfLine(app, lineId)?.errors[errorCode ?? 0]?.reason ?? error ?? 'The carrier did not say why.';

/** A price is written `-0.00790 USD`: negative, because the account pays it. */
function addUp(prices: { price: string }[]): TextingState['spentToday'] {
  const sums = new Map<string, number>();
  for (const { price } of prices) {
    const [amount, currency = ''] = price.split(' ');
    if (amount) sums.set(currency, (sums.get(currency) ?? 0) - Number(amount));
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount: Math.round(amount * 1e5) / 1e5 }));
}

const toTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

type Time = 'lastTextIn' | 'lastTextOut' | 'waitingSince';
type Counts = Omit<TextingState, Time | 'gateway' | 'failures' | 'spentToday'> & Record<Time, number | null>;

const SENT_TODAY = 'from outbox where sent_at >= $today and sid is not null';
const WAITING = `from outbox where ${IS_DUE}`;
const FAILURE = 'select error_code as errorCode, error, line_id as lineId';

const statements = prepared(({ $client }) => ({
  readCounts: $client.prepare<Counts, { today: number }>(`
    select (select max(received_at) from inbound) as lastTextIn,
           (select max(sent_at) from outbox where state <> 'mailed') as lastTextOut,
           (select count(*) ${WAITING}) as waiting,
           (select min(created_at) ${WAITING}) as waitingSince,
           (select count(*) ${SENT_TODAY}) as sentToday,
           (select coalesce(sum(segments), 0) ${SENT_TODAY}) as segmentsToday,
           (select count(*) ${SENT_TODAY} and price is null) as unpricedToday,
           (select count(*) from outbox where state = 'failed' and created_at >= $today) as failedToday,
           (select count(*) from phones where stopped_at is not null) as optedOut,
           (select count(*) from phones where failures >= ${UNREACHABLE_AFTER}) as unreachable,
           (select count(*) from media where next_at is not null) as photosWaiting,
           (select count(*) from media where failure is not null and next_at is null) as photosGivenUp`),
  listPrices: $client.prepare<{ price: string }, { today: number }>(`
    select price ${SENT_TODAY} and price is not null`),
  findTried: $client.prepare<Failure, []>(`
    ${FAILURE} ${WAITING} and error is not null order by id limit 1`),
  listFailures: $client.prepare<Failure & Pick<OutboxRow, 'phone' | 'kind' | 'createdAt'>, []>(`
    ${FAILURE}, phone, kind, created_at as createdAt from outbox
     where state = 'failed' order by id desc limit ${FAILURES_SHOWN}`),
}));
