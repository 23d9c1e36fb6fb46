import { prepared } from '../../db/open';
import type { App } from '../app/app';
import { type Dispatch, type DueText, dispatch, isOnlyLook } from './dispatch';
import { holdRestoredTexts, takeOver } from './held-texts';
import { currentLineId } from './lines';
import { createPace, type Pace } from './pace';
import { createPlaces, type Places } from './places';
import { type DuePush, dispatchPushes } from './pushing';
import { DUE, IS_WAITING } from './states';
import { ANSWERS, CODES, reachTurn, resumeTurns } from './turns';

/** So that no transaction takes long. */
const BATCH = 32;
const PARALLEL_PUSHES = 8;
/** By then the request to send a text has ended, and the gateway lists the text if it has it. */
const LOOK_UP_AFTER_MS = 60_000;
const IDLE_MS = 5_000;
/**
 * A longer wait shows that the clock was set back, so the text is due now (docs/product/operators.md: Clock).
 */
const LONGEST_WAIT_MS = 2 * 60_000;

export type OutboxWorker = { stop(): Promise<void> };

export function startOutboxWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): OutboxWorker {
  holdRestoredTexts(app);
  takeOver(app);
  currentLineId(app);
  resumeTurns(app);
  const places = createPlaces(app.config.broadcastPace);
  const pushes = new Map<number, DuePush>();
  const pace = createPace(app.sms.can.reachPeople ? app.config.broadcastPace : Infinity);
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

  function track<Row extends { id: number }>(begun: Dispatch<Row>[] | null, giveBack: (id: number) => void) {
    for (const { row, ended } of begun ?? [])
      ended
        .catch((error) => app.faults.report(error, 'sending a text failed', { outbox: row.id }))
        .finally(() => {
          giveBack(row.id);
          wake();
        });
  }

  const loop = (async () => {
    while (running) {
      const texts = dueTexts(app, { places, pace, lookUpAfter });
      const sending = begin(app, dispatch, texts, lookUpAfter);
      const sent = new Set(sending?.map(({ row }) => row.id));
      for (const { id } of texts) if (!sent.has(id)) places.giveBack(id);
      track(sending, places.giveBack);
      const pushing = begin(app, dispatchPushes, duePushes(app, pushes), lookUpAfter);
      for (const { row } of pushing ?? []) pushes.set(row.id, row);
      track(pushing, (id) => pushes.delete(id));
      const more = texts.length > 0 && sending !== null;
      await new Promise<void>((resolve) => {
        const wait = more ? 0 : Math.min(untilNextDue(app), lookUpAfter, pace.wait(), places.wait());
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    while (places.listIds().length + pushes.size > 0) await Bun.sleep(10);
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
): Dispatch<Row>[] | null {
  if (rows.length === 0) return [];
  try {
    return dispatch(app, rows, lookUpAfter);
  } catch (error) {
    app.faults.report(error, 'sending texts failed');
    return null;
  }
}

function dueTexts(
  app: App,
  { places, pace, lookUpAfter }: { places: Places; pace: Pace; lookUpAfter: number },
): DueText[] {
  if (!places.hasRoom(CODES) && !places.hasRoom(ANSWERS)) return [];
  const due = statements(app.db).listDue.all({
    now: app.now(),
    underway: JSON.stringify(places.listIds()),
    full: JSON.stringify(places.listFullPhones()),
    limit: BATCH,
  });
  return due.filter((text) => {
    const looks = isOnlyLook(app, text, lookUpAfter);
    if (!(looks || pace.allows(text.lane)) || !places.take(text)) return false;
    if (!looks) pace.add(text.segments);
    reachTurn(app, text);
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

const statements = prepared((db) => ({
  listDue: db.$client.prepare<DueText, { now: number; underway: string; full: string; limit: number }>(`
    select id, phone, body, kind, state, attempts, error_code as errorCode, error, created_at as createdAt,
           look_up_since as lookUpSince, segments, line_id as lineId, media, lane, turn
      from outbox indexed by outbox_turn
     where state in (${DUE}) and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
       and id not in (select value from json_each($underway))
       and (lane = ${CODES} or phone not in (select value from json_each($full)))
     order by lane, turn, id limit +$limit`),
  listDuePushes: db.$client.prepare<DuePush, { now: number; phones: string; limit: number }>(`
    select id, phone, kind, attempts, created_at as createdAt, push from outbox
     where id in (
       select min(id) from outbox
        where ${IS_WAITING} and state = 'pushing' and (next_at <= $now or next_at > $now + ${LONGEST_WAIT_MS})
          and phone not in (select value from json_each($phones)) group by phone)
     order by next_at, id limit +$limit`),
  findNextDue: db.$client.prepare<{ nextAt: number | null }, { now: number }>(`
    select min(next_at) as nextAt from outbox
     where ${IS_WAITING} and state in ('pushing', ${DUE}) and next_at > $now`),
}));
