import { createHmac } from 'node:crypto';
import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { countOf } from '../../contract/counts';

const DAY_MS = 24 * 3_600_000;
const ALL = '*';
/** Unless CODES_A_DAY is set. */
const ALL_MOST = 1_000;

/** What is left of the codes of a day, which come back evenly over it. */
type Allowance = { network: string; most: number; left: number };

/**
 * Nobody may ask while the network around them has less left than they have used themselves, so whoever asks
 * much leaves room for whoever has not asked (docs/product/limits.md: Limits of codes).
 */
export function brakeCodes(app: App, address: string | null): void {
  const now = app.now();
  const { forget, store } = statements(app.db);
  forget.run({ full: now - DAY_MS, now });
  const allowances = networksAround(app, address).map((network) => readAllowance(app, network));
  const wait = Math.max(...allowances.map((around, at) => waitFor(around, allowances[at + 1])));
  if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
  for (const { network, left } of allowances) store.run({ network, left: left - 1, now });
}

export const countCodesLeft = (app: App) => {
  const { left, most } = readAllowance(app, everybody(app));
  return { left: Math.floor(left), most };
};

/** Milliseconds until the allowance has one left, and one more than `inside` has used. */
function waitFor({ left, most }: Allowance, inside?: Allowance): number {
  const used = inside ? inside.most - inside.left : 0;
  const untilOne = ((1 - left) * DAY_MS) / most;
  const untilFair = ((1 + used - left) * DAY_MS) / (most + (inside?.most ?? 0));
  return Math.max(untilOne, untilFair);
}

function tooMany(seconds: number): VisibleError {
  const minutes = countOf(Math.ceil(seconds / 60), 'minute');
  return new VisibleError(
    'codes_braked',
    `Many codes are asked for at present. Please try again in ${minutes}, or sign in on a device where you have signed in before.`,
    { retryAfter: seconds },
  );
}

type Network = { name: string; most: number };

const everybody = ({ config }: App): Network => ({ name: ALL, most: config.codesADay ?? ALL_MOST });

function networksAround(app: App, address: string | null): Network[] {
  const all = everybody(app);
  if (address === null) return [all];
  return [
    all,
    { name: widen(address, { v4: 2, v6: 2 }), most: 250 },
    { name: widen(address, { v4: 3, v6: 3 }), most: 100 },
    { name: `at ${address}`, most: 100 },
  ];
}

export const widen = (address: string, { v4, v6 }: { v4: number; v6: number }): string =>
  address.includes(':')
    ? address.split(':').slice(0, v6).join(':')
    : address.split('.').slice(0, v4).join('.');

function readAllowance(app: App, { name, most }: Network): Allowance {
  const network =
    name === ALL
      ? ALL
      : createHmac('sha256', app.secret).update(`codes ${name}`).digest('base64url').slice(0, 16);
  const stored = statements(app.db).find.get({ network });
  // after the clock was set back, the stored time is in the future and does not count
  const elapsed = stored && app.now() >= stored.countedAt ? app.now() - stored.countedAt : DAY_MS;
  const left = Math.min(most, (stored?.left ?? most) + (elapsed * most) / DAY_MS);
  return { network, most, left };
}

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ left: number; countedAt: number }, { network: string }>(`
    select remaining as left, counted_at as countedAt from code_allowances where network = $network`),
  store: $client.prepare<unknown, { network: string; left: number; now: number }>(`
    insert into code_allowances (network, remaining, counted_at) values ($network, $left, $now)
        on conflict (network) do update set remaining = $left, counted_at = $now`),
  forget: $client.prepare<unknown, { full: number; now: number }>(
    'delete from code_allowances where counted_at < $full or counted_at > $now',
  ),
}));
