import { type GatewayReport, type ReceivedPrice, stateIn } from '../../app/gateway';
import type { TelnyxCall } from './client';
import { toPrice } from './webhooks';

const PAGE = 50;
const PAGES_MAX = 400;

/** Detail records have neither the words nor the files of a text. */
export type DetailRecord = {
  uuid?: string;
  cld?: string;
  status?: string;
  cost?: string;
  currency?: string;
  errors?: (string | number)[] | null;
  created_at?: string;
  delivery_status_webhook_url?: string | null;
};

type Filter = { direction: 'inbound' | 'outbound'; cld?: string; cli?: string };

/** Telnyx filters only by whole days, so the pages are read until an older text comes. */
export async function listRecords(call: TelnyxCall, filter: Filter, since: number): Promise<DetailRecord[]> {
  const query = new URLSearchParams({ 'filter[record_type]': 'messaging', sort: '-created_at' });
  for (const [name, value] of Object.entries(filter)) query.set(`filter[${name}]`, value);
  query.set('filter[created_at][gte]', new Date(since).toISOString().slice(0, 10));
  query.set('page[size]', String(PAGE));
  const found: DetailRecord[] = [];
  for (let page = 1; page <= PAGES_MAX; page++) {
    query.set('page[number]', String(page));
    const records = await call<DetailRecord[]>(`/detail_records?${query}`);
    const recent = records.filter((record) => createdAt(record) >= since);
    found.push(...recent);
    if (recent.length < records.length || records.length < PAGE) break;
  }
  return found;
}

export const createdAt = ({ created_at: at = '' }: DetailRecord): number => Date.parse(at);

export function toReport(record: DetailRecord): GatewayReport | null {
  const { uuid: sid, cld, status, cost, currency, errors } = record;
  const state = stateIn(STATES, status);
  if (!sid || !state) return null;
  const errorCode = Number(errors?.[0]) || null;
  return { sid, to: cld ?? null, state, errorCode, price: toPrice(cost, currency) };
}

export function toReceivedPrice({ uuid: sid, cost, currency }: DetailRecord): ReceivedPrice | null {
  const price = toPrice(cost, currency);
  return sid && price ? { sid, state: 'received', price } : null;
}

const STATES = {
  // dlr_unconfirmed is final, but the carrier does not say whether the text arrived
  sent: ['sent', 'dlr_unconfirmed', 'dlr_timeout'],
  delivered: ['delivered'],
  failed: ['gw_timeout', 'gw_reject', 'failed'],
};
