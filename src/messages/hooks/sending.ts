import { prepared, transaction } from '../../../db/open';
import { syncLog } from '../../../db/write-ahead-log';
import type { App } from '../../app/app';
import { requireOwner } from '../../app/owner';
import { VERSION } from '../../app/version';
import type { Answered } from '../../app/web';
import type { HookEvent } from '../../contract/hook-events';
import { enqueue } from '../../outbox/outbox';
import { sentencePush } from '../../outbox/push-words';
import { webhookOff, webhookOffText } from '../../outbox/texts';
import { findUser } from '../../people/users';
import { compose } from './compose';
import { type Signing, signedHeaders } from './signing';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A day in all. */
const RETRY_MS = [
  ...[5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR + 25 * MINUTE],
];
/** A longer wait shows that the clock was set back. */
const LONGEST_WAIT_MS = 25 * HOUR;
/** A receiver that has failed is left alone for so long, whatever else waits for it. */
const PAUSE_MS = MINUTE;
/** A process that died has sent it or not: it is sent again, and the receiver knows it by its key. */
const LEASE_MS = MINUTE;
const OFF_AFTER_MS = 72 * HOUR;
const PARALLEL = 8;
const LOG_MAX = 100;
const GONE = 410;
const NOT_SEEN = 'You do not see it any more.';
const SWITCHED_OFF = 'The webhook was switched off.';

type Due = Signing & {
  deliveryId: number;
  hookId: number;
  url: string;
  key: string;
  type: HookEvent | 'test';
  detail: string;
  attempts: number;
  at: number;
  ofAll: number;
  failingSince: number | null;
};

/** One at a time for each hook, in order, so that a slow receiver holds up nobody else's. */
export async function sendHooks(app: App): Promise<void> {
  const underway = new Map<number, Promise<void>>();
  for (;;) {
    while (!app.stopping && underway.size < PARALLEL) {
      const due = claimDue(app, [...underway.keys()]);
      if (!due) break;
      const sent = send(app, due)
        .catch((error) => app.faults.report(error, 'sending a webhook failed', { hook: due.hookId }))
        .finally(() => underway.delete(due.hookId));
      underway.set(due.hookId, sent);
    }
    if (underway.size === 0) return;
    await Promise.race([...underway.values(), Bun.sleep(SECOND)]); // others may have become due meanwhile
  }
}

const claimDue = (app: App, underway: number[]): Due | null =>
  transaction(app.db, () => {
    const { findDue, claim } = statements(app.db);
    const now = app.now();
    const due = findDue.get({ now, underway: JSON.stringify(underway) });
    if (due) claim.run({ id: due.deliveryId, nextAt: now + LEASE_MS });
    return due;
  });

async function send(app: App, due: Due): Promise<void> {
  const { key, type, url, at } = due;
  const data = compose(app, due);
  if (!data) return settle(app, due, { state: 'dropped', error: NOT_SEEN });
  await syncLog(app.db);
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Tagline/${VERSION}`,
    ...signedHeaders(app, due, { key, at: app.now(), body }),
  };
  requireOwner();
  let answered: Answered;
  try {
    answered = await app.web.call(url, { headers, body: Buffer.from(body) });
  } catch (error) {
    return fail(app, due, { status: null, error: (error as Error).message, retryAfter: null });
  }
  const { status, retryAfter } = answered;
  if (status >= 200 && status < 300) return settle(app, due, { state: 'sent', status });
  if (status === GONE) return switchOff(app, due, status, 'it answered that it is gone');
  fail(app, due, { status, error: `It answered ${status}.`, retryAfter });
}

type Failure = { status: number | null; error: string; retryAfter: number | null };

function fail(app: App, due: Due, { status, error, retryAfter }: Failure): void {
  app.log.warn({ hook: due.hookId, type: due.type, attempts: due.attempts, status }, 'webhook not sent');
  const now = app.now();
  const isOver = due.failingSince !== null && now - due.failingSince >= OFF_AFTER_MS;
  if (isOver) switchOff(app, due, status, 'every try of three days has failed');
  else retryLater(app, due, { status, error, retryAfter });
}

function retryLater(app: App, due: Due, { status, error, retryAfter }: Failure): void {
  const now = app.now();
  const usual = RETRY_MS[due.attempts];
  transaction(app.db, () => {
    if (usual === undefined) settle(app, due, { state: 'failed', status, error });
    const wait = Math.max(usual ?? PAUSE_MS, Math.min(retryAfter ?? 0, 24 * HOUR));
    const pause = Math.max(Math.min(wait, PAUSE_MS), Math.min(retryAfter ?? 0, HOUR));
    const { retry, pauseHook } = statements(app.db);
    if (usual !== undefined) retry.run({ id: due.deliveryId, nextAt: now + wait, status, error });
    pauseHook.run({ id: due.hookId, now, nextAt: now + pause });
  });
}

function switchOff(app: App, due: Due, status: number | null, because: string): void {
  transaction(app.db, () => {
    settle(app, due, { state: 'failed', status, error: `Switched off, because ${because}.` });
    const user = findUser(app, due.userId);
    if (!endHook(app, due.hookId, because) || !user) return; // removed meanwhile
    const host = new URL(due.url).host;
    enqueue(app, {
      to: user.phone,
      kind: 'security',
      body: webhookOffText(app, { host, because }),
      dedupeKey: `webhook ${due.hookId} off ${Math.floor(app.now() / (24 * HOUR))}`,
      push: { ...sentencePush(app, webhookOff({ host, because })), path: '/profile#webhooks' },
    });
  });
}

/** What waits for it is dropped. */
export function endHook(app: App, id: number, because: string | null): boolean {
  const { switchHookOff, dropWaiting, forgetOld } = statements(app.db);
  const { changes } = switchHookOff.run({ id, now: app.now(), because });
  dropWaiting.run({ id, now: app.now(), error: SWITCHED_OFF });
  forgetOld.run({ id });
  return changes > 0;
}

type Outcome = { state: 'sent' | 'failed' | 'dropped'; status?: number | null; error?: string };

function settle(app: App, { deliveryId, hookId }: Due, { state, status = null, error }: Outcome): void {
  transaction(app.db, () => {
    const { end, succeed, forgetOld } = statements(app.db);
    end.run({ id: deliveryId, state, status, error: error ?? null, now: app.now() });
    if (state === 'sent') succeed.run({ id: hookId });
    forgetOld.run({ id: hookId });
  });
}

const statements = prepared(({ $client }) => ({
  findDue: $client.prepare<Due, { now: number; underway: string }>(`
    select d.id as deliveryId, d.hook_id as hookId, d.key, d.type, d.detail, d.attempts, d.created_at as at,
           h.id, h.user_id as userId, h.url, h.of_all as ofAll, h.generation, h.rotated_at as rotatedAt,
           h.created_at as createdAt, h.failing_since as failingSince
      from hook_deliveries d indexed by hook_deliveries_due cross join hooks h on h.id = d.hook_id
     where d.state = 'waiting' and (d.next_at <= $now or d.next_at > $now + ${LONGEST_WAIT_MS})
       and (h.next_at <= $now or h.next_at > $now + ${LONGEST_WAIT_MS}) and h.off_at is null
       and h.id not in (select value from json_each($underway))
     order by d.next_at, d.id limit 1`),
  claim: $client.prepare<unknown, { id: number; nextAt: number }>(`
    update hook_deliveries set attempts = attempts + 1, next_at = $nextAt where id = $id`),
  end: $client.prepare<unknown, Record<string, string | number | null>>(`
    update hook_deliveries set state = $state, status = $status, error = $error, ended_at = $now
     where id = $id and state = 'waiting'`),
  retry: $client.prepare<unknown, { id: number; nextAt: number; status: number | null; error: string }>(`
    update hook_deliveries set next_at = $nextAt, status = $status, error = $error
     where id = $id and state = 'waiting'`),
  succeed: $client.prepare<unknown, { id: number }>(`
    update hooks set failing_since = null, next_at = 0 where id = $id`),
  pauseHook: $client.prepare<unknown, { id: number; now: number; nextAt: number }>(`
    update hooks set failing_since = min(coalesce(failing_since, $now), $now), next_at = $nextAt where id = $id`),
  switchHookOff: $client.prepare<unknown, { id: number; now: number; because: string | null }>(`
    update hooks set off_at = $now, off_because = $because where id = $id`),
  dropWaiting: $client.prepare<unknown, { id: number; now: number; error: string }>(`
    update hook_deliveries set state = 'dropped', error = $error, ended_at = $now
     where hook_id = $id and state = 'waiting'`),
  forgetOld: $client.prepare<unknown, { id: number }>(`
    delete from hook_deliveries where hook_id = $id and state <> 'waiting' and id <= (
      select id from hook_deliveries where hook_id = $id and state <> 'waiting'
       order by id desc limit 1 offset ${LOG_MAX})`),
}));
