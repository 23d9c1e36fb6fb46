import { prepared } from '../../db/open';
import type { App } from '../app/app';

/** Maximum number of texts of a kind that `roomFor` lets wait in the outbox, whatever the pace. */
const WAITING_MAX = 50;

/**
 * Returns the number of texts of a kind that may be added to the outbox now. The texts of this kind that wait
 * in the outbox must not be more than a broadcast sends in a second, so that other texts need not wait long
 * behind them. The number is 0 or negative if too many wait already.
 */
export function roomFor(app: App, kind: 'reminder' | 'notification'): number {
  const { waiting } = statements(app.db).countWaiting.get({ kind })!;
  return Math.min(WAITING_MAX, Math.ceil(app.config.broadcastPace)) - waiting;
}

const statements = prepared(({ $client }) => ({
  countWaiting: $client.prepare<{ waiting: number }, { kind: string }>(
    "select count(*) as waiting from outbox where state in ('queued', 'sending') and kind = $kind",
  ),
}));
