import { prepared } from '../../db/open';
import type { App } from '../app/app';

const WAITING_MAX = 50;

/**
 * At most as many texts wait as a broadcast sends in a second, so that other texts need not wait long behind
 * them.
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
