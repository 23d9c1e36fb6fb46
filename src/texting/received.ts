import { prepared } from '../../db/open';
import type { App } from '../app/app';
import type { InboundText } from '../app/gateway';

export const isReceived = (app: App, sid: string): boolean =>
  statements(app.db).findInbound.get({ sid }) !== null;

/** A gateway can give one text different ids. */
export function isReceivedAlike(app: App, { alike }: InboundText): boolean {
  if (!alike) return false;
  const [first, last] = alike;
  return statements(app.db).findInboundBetween.get({ first, last }) !== null;
}

const statements = prepared((db) => ({
  findInbound: db.$client.prepare<unknown, { sid: string }>('select 1 from inbound where sid = $sid'),
  findInboundBetween: db.$client.prepare<unknown, { first: string; last: string }>(`
    select 1 from inbound where sid between $first and $last limit 1`),
}));
