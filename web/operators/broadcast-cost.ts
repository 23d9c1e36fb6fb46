import type { Audience } from '../../src/contract/admin';
import { countOf } from '../../src/contract/counts';
import { countSegments } from '../../src/contract/segments';

export function broadcastCost(message: string, { people, pace, price }: Audience) {
  const each = countSegments(message);
  const all = each * people;
  return { each, all, cost: price && { ...price, amount: price.amount * all }, minutes: all / pace / 60 };
}

/** Formats a price as "$0.65", "€1,204.00" or "less than $0.01". */
export function formatMoney({ amount, currency }: { amount: number; currency: string }): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return amount < 0.01 ? `less than ${format.format(0.01)}` : format.format(amount);
}

/** Formats minutes as "less than a minute", "about 7 minutes" or "about 14 hours". */
export function formatDuration(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  if (minutes < 90) return `about ${countOf(Math.round(minutes), 'minute')}`;
  return `about ${countOf(Math.round(minutes / 60), 'hour')}`;
}
