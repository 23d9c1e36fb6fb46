import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { type Dispatch, type DueText, dispatch } from './dispatch';
import { holdRestoredTexts } from './held-texts';
import { currentLineId } from './lines';
import { createPace, type Pace } from './pace';
import { type DuePush, dispatchPushes } from './pushing';

/** Maximum number of texts, other than codes, that are sent at the same time. */
const PARALLEL = 8;
/**
 * Number of further texts that may be sent at the same time if they are codes, so that a code does not wait
 * for other texts.
 */
const PARALLEL_CODES = 4;
/** Maximum number of pushes that are sent at the same time. Each goes to all browsers of its person. */
const PARALLEL_PUSHES = 8;
/**
 * If the gateway has not answered the request to send a text, the gateway is asked after this time whether it
 * has the text. By then the request has ended, and the gateway lists the text if it has it.
 */
const LOOK_UP_AFTER_MS = 60_000;
/** Longest sleep of the worker while nothing wakes it. */
const IDLE_MS = 5_000;
/**
 * Limit for the wait of a text until its next try. A wait beyond it shows that the clock was set back, so the
 * text is due now (docs/product.md: Clock).
 */
const LONGEST_WAIT_MS = 2 * 60_000;

export type OutboxWorker = { stop(): Promise<void> };

/**
 * Sends the texts and pushes of the outbox when they are due, a few at a time and codes first, until the
 * worker is stopped.
 */
export function startOutboxWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): OutboxWorker {
  holdRestoredTexts(app);
  currentLineId(app);
  const underway = new Map<number, DueText>();
  const pushes = new Map<number, DuePush>();
  const pace = createPace(app.sms.can.reachPeople ? app.config.broadcastPace : Infinity);
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

  /** Keeps rows in a map while they are being sent. */
  function track<Row extends { id: number }>(rows: Map<number, Row>, begun: Dispatch<Row>[]) {
    for (const { row, ended } of begun) {
      rows.set(row.id, row);
      ended
        .catch((error) => app.faults.report(error, 'sending a text failed', { outbox: row.id }))
        .finally(() => {
          rows.delete(row.id);
          wake();
        });
    }
  }

  const loop = (async () => {
    while (running) {
      track(underway, begin(app, dispatch, dueTexts(app, underway, pace), lookUpAfter));
      track(pushes, begin(app, dispatchPushes, duePushes(app, pushes), lookUpAfter));
      await new Promise<void>((resolve) => {
        const wait = Math.min(untilNextDue(app), lookUpAfter, pace.wait() || Infinity);
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    while (underway.size + pushes.size > 0) await Bun.sleep(10);
  })();

  return {
    stop() {
      running = false;
      wake();
      return loop;
    },
  };
}

/**
 * Starts to send texts or pushes. If this fails, for example because the disk is full, reports a fault and
 * returns an empty list.
 */
function begin<Row>(
  app: App,
  dispatch: (app: App, rows: Row[], lookUpAfter: number) => Dispatch<Row>[],
  rows: Row[],
  lookUpAfter: number,
): Dispatch<Row>[] {
  if (rows.length === 0) return [];
  try {
    return dispatch(app, rows, lookUpAfter);
  } catch (error) {
    app.faults.report(error, 'sending texts failed');
    return [];
  }
}

/**
 * Returns the due texts whose sending begins now. Codes are sent if a place is free. Other texts are sent if
 * the pace allows it, and leave PARALLEL_CODES places free for codes.
 */
function dueTexts(app: App, underway: Map<number, DueText>, pace: Pace): DueText[] {
  const limit = PARALLEL + PARALLEL_CODES - underway.size;
  if (limit <= 0) return [];
  let room = PARALLEL - [...underway.values()].filter(({ kind }) => kind !== 'code').length;
  const due = statements(app.db).listDue.all({
    now: app.now(),
    underway: JSON.stringify([...underway.keys()]),
    limit,
  });
  return due.filter(({ kind, segments }) => {
    if (kind !== 'code' && (room <= 0 || pace.wait() > 0)) return false;
    if (kind !== 'code') room -= 1;
    pace.add(segments);
    return true;
  });
}

/**
 * Returns the due pushes whose sending begins now: one push for each person. So the pushes of a person come
 * in order, and slow push services of one person do not delay the pushes of others.
 */
const duePushes = (app: App, underway: Map<number, DuePush>): DuePush[] =>
  statements(app.db).listDuePushes.all({
    now: app.now(),
    phones: JSON.stringify([...underway.values()].map(({ phone }) => phone)),
    limit: PARALLEL_PUSHES - underway.size,
  });

/** Returns the milliseconds until a text or a push becomes due, at most IDLE_MS. */
function untilNextDue(app: App): number {
  const now = app.now();
  return Math.min(IDLE_MS, (statements(app.db).findNextDue.get({ now })?.nextAt ?? Infinity) - now);
}

const statements = prepared((db) => ({
  listDue: db.$client.prepare<DueText, { now: number; underway: string; limit: number }>(`
    select id, phone, body, kind, state, attempts, error_code as errorCode, error, created_at as createdAt,
           look_up_since as lookUpSince, segments, line_id as lineId
      from outbox
     where state in ('queued', 'sending') and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
       and id not in (select value from json_each($underway))
     order by kind <> 'code', next_at, id limit +$limit`),
  listDuePushes: db.$client.prepare<DuePush, { now: number; phones: string; limit: number }>(`
    select id, phone, kind, attempts, created_at as createdAt, push from outbox
     where id in (
       select min(id) from outbox
        where state = 'pushing' and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
          and phone not in (select value from json_each($phones)) group by phone)
     order by next_at, id limit +$limit`),
  findNextDue: db.$client.prepare<{ nextAt: number | null }, { now: number }>(
    "select min(next_at) as nextAt from outbox where state in ('pushing', 'queued', 'sending') and next_at > $now",
  ),
}));
