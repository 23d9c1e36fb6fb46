import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { type Dispatch, type DueText, dispatch } from './dispatch';
import { holdRestoredTexts } from './held-texts';
import { currentLineId } from './lines';
import { type DuePush, dispatchPushes } from './pushing';
import { DUE } from './states';

const PARALLEL = 8;
/** So that a code does not wait for other texts. */
const PARALLEL_CODES = 4;
const PARALLEL_PUSHES = 8;
/** By then the request to send a text has ended, and the gateway lists the text if it has it. */
const LOOK_UP_AFTER_MS = 60_000;
const IDLE_MS = 5_000;
/**
 * A longer wait shows that the clock was set back, so the text is due now (docs/product/operators.md: Clock).
 */
const LONGEST_WAIT_MS = 2 * 60_000;

/** While the gateway has a larger backlog, it gets only codes. */
const AHEAD_MS = 2_000;

export type OutboxWorker = { stop(): Promise<void> };

export function startOutboxWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): OutboxWorker {
  holdRestoredTexts(app);
  currentLineId(app);
  const underway = new Map<number, DueText>();
  const pushes = new Map<number, DuePush>();
  const pace = createPace(app.sms.can.reachPeople ? app.config.broadcastPace : Infinity);
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

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

/** One push for each person at a time: they come in order, and slow push services delay nobody else. */
const duePushes = (app: App, underway: Map<number, DuePush>): DuePush[] =>
  statements(app.db).listDuePushes.all({
    now: app.now(),
    phones: JSON.stringify([...underway.values()].map(({ phone }) => phone)),
    limit: PARALLEL_PUSHES - underway.size,
  });

function untilNextDue(app: App): number {
  const now = app.now();
  return Math.min(IDLE_MS, (statements(app.db).findNextDue.get({ now })?.nextAt ?? Infinity) - now);
}

type Pace = ReturnType<typeof createPace>;

/** Uses a clock that cannot be set. A restart forgets a backlog of little more than AHEAD_MS. */
function createPace(segmentsPerSecond: number) {
  let idleAt = 0; // time at which the gateway will have sent everything that it was given
  return {
    wait: (): number => Math.max(0, idleAt - AHEAD_MS - performance.now()),
    add(segments: number): void {
      idleAt = Math.max(idleAt, performance.now()) + (segments / segmentsPerSecond) * 1000;
    },
  };
}

const statements = prepared((db) => ({
  listDue: db.$client.prepare<DueText, { now: number; underway: string; limit: number }>(`
    select id, phone, body, kind, state, attempts, error_code as errorCode, error, created_at as createdAt,
           look_up_since as lookUpSince, segments, line_id as lineId
      from outbox
     where state in (${DUE}) and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
       and id not in (select value from json_each($underway))
     order by kind <> 'code', next_at, id limit +$limit`),
  listDuePushes: db.$client.prepare<DuePush, { now: number; phones: string; limit: number }>(`
    select id, phone, kind, attempts, created_at as createdAt, push from outbox
     where id in (
       select min(id) from outbox
        where state = 'pushing' and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
          and phone not in (select value from json_each($phones)) group by phone)
     order by next_at, id limit +$limit`),
  findNextDue: db.$client.prepare<{ nextAt: number | null }, { now: number }>(`
    select min(next_at) as nextAt from outbox where state in ('pushing', ${DUE}) and next_at > $now`),
}));
