import { prepared } from '../../db/open';
import type { App } from '../app';
import { currentLineId } from '../lines';
import { type Dispatch, type DueText, dispatch } from './dispatch';
import { holdRestoredTexts } from './held-texts';
import { createPace, type Pace } from './pace';

/** Maximum number of texts, other than codes, that are sent at the same time. */
const PARALLEL = 8;
/**
 * Further texts that are sent at the same time if they are codes, so that a code does not wait for other
 * texts.
 */
const PARALLEL_CODES = 4;
/**
 * If the gateway has not answered the request to send a text, it is asked after this time whether it has the
 * text. By then the request has ended, and the gateway lists the text if it has it.
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

/** Sends the texts of the outbox when they are due, codes first and a few at a time, until it is stopped. */
export function startOutboxWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): OutboxWorker {
  holdRestoredTexts(app);
  currentLineId(app);
  const underway = new Map<number, DueText>();
  const pace = createPace(app.sms.can.reachPeople ? app.config.broadcastPace : Infinity);
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

  const loop = (async () => {
    while (running) {
      for (const { text, ended } of dispatchDue(app, dueTexts(app, underway, pace), lookUpAfter)) {
        underway.set(text.id, text);
        ended
          .catch((error) => app.faults.report(error, 'sending a text failed', { outbox: text.id }))
          .finally(() => {
            underway.delete(text.id);
            wake();
          });
      }
      await new Promise<void>((resolve) => {
        const wait = Math.min(untilNextDue(app), lookUpAfter, pace.wait() || Infinity);
        const timer = setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    while (underway.size > 0) await Bun.sleep(10);
  })();

  return {
    stop() {
      running = false;
      wake();
      return loop;
    },
  };
}

/** Starts to send texts. If this fails, for example because the disk is full, reports it and returns none. */
function dispatchDue(app: App, texts: DueText[], lookUpAfter: number): Dispatch[] {
  if (texts.length === 0) return [];
  try {
    return dispatch(app, texts, lookUpAfter);
  } catch (error) {
    app.faults.report(error, 'sending texts failed');
    return [];
  }
}

/**
 * Returns the due texts to begin sending now: codes while there is a free place, other texts while the pace
 * allows. Other texts leave PARALLEL_CODES places free.
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

/** Returns the milliseconds until a text becomes due, at most IDLE_MS. */
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
  findNextDue: db.$client.prepare<{ nextAt: number | null }, { now: number }>(
    "select min(next_at) as nextAt from outbox where state in ('queued', 'sending') and next_at > $now",
  ),
}));
