import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { IS_WAITING } from './states';

export const MILLIONTHS = 1_000_000;

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

export function nextMonth(at: number): Date {
  const date = new Date(at);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
}

/** `estimated` is the cost of segments without a price yet, at the average price. */
type Spent = { amount: number; estimated: number; currency: string; segmentPrice: number | null };

export function spentThisMonth(app: App): Spent {
  const { sumMonth, findNewestPrice, countSending } = statements(app.db);
  const month = monthOf(app.now());
  const { amount, received, segments, unpriced, currency } = sumMonth.get({ month })!;
  const average = segments > 0 ? amount / segments : findNewestPrice.get()?.price;
  const segmentPrice = average == null ? null : average / MILLIONTHS;
  const unknown = unpriced + countSending.get()!.segments;
  return {
    amount: (amount + received) / MILLIONTHS,
    estimated: unknown * (segmentPrice ?? 0),
    currency: currency ?? findNewestPrice.get()?.currency ?? '',
    segmentPrice,
  };
}

/** Codes are sent in any case (docs/product/outbox.md: Budget for texts). */
export function isBudgetSpent(app: App): boolean {
  const { smsBudget } = app.config;
  if (smsBudget === null || !app.sms.can.tellPrices) return false;
  const { amount, estimated, segmentPrice } = spentThisMonth(app);
  return amount + estimated + (segmentPrice ?? 0) > smsBudget;
}

/** For calls that send a text, so that the caller learns at once that the text would not be sent. */
export function requireBudget(app: App): void {
  if (!isBudgetSpent(app)) return;
  const until = nextMonth(app.now());
  throw new VisibleError(
    'budget_used_up',
    `This month's budget for texts is used up. Texts are sent again from ${until.toISOString().slice(0, 10)}.`,
    { retryAfter: Math.ceil((until.getTime() - app.now()) / 1000) },
  );
}

type Sums = { amount: number; received: number; segments: number; unpriced: number; currency: string | null };

const statements = prepared(({ $client }) => ({
  sumMonth: $client.prepare<Sums, { month: string }>(`
    select coalesce(sum(amount) filter (where direction = 'out'), 0) as amount,
           coalesce(sum(amount) filter (where direction = 'in'), 0) as received,
           coalesce(sum(segments) filter (where direction = 'out' and currency <> ''), 0) as segments,
           coalesce(sum(segments) filter (where direction = 'out' and currency = ''), 0) as unpriced,
           nullif(max(currency), '') as currency
      from text_costs where month = $month`),
  findNewestPrice: $client.prepare<{ price: number; currency: string }, []>(`
    select sum(amount) * 1.0 / sum(segments) as price, currency from text_costs
     where direction = 'out' and currency <> '' and segments > 0 group by month, currency order by month desc limit 1`),
  countSending: $client.prepare<{ segments: number }, []>(`
    select coalesce(sum(segments), 0) as segments from outbox where ${IS_WAITING} and state = 'sending'`),
}));
