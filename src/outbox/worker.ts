import { prepared } from '../../db/open';
import type { App } from '../app';
import { type DueText, dispatch } from './dispatch';

/** Texts that are being sent at the same time. */
const PARALLEL = 8;
/** Longer than a call to the gateway may take, and longer than the gateway takes to list a text that it was given. */
const LOOK_UP_AFTER_MS = 60_000;
/** Longest sleep while nothing wakes the worker. */
const IDLE_MS = 5_000;

export type OutboxWorker = { stop(): Promise<void> };

/** Sends the texts of the outbox when they are due, a few at a time, until it is stopped. */
export function startOutboxWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): OutboxWorker {
  const underway = new Set<number>();
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

  const loop = (async () => {
    while (running) {
      for (const text of dueTexts(app, underway)) {
        underway.add(text.id);
        dispatch(app, text, lookUpAfter)
          .catch((error) => app.log.error({ err: error, outbox: text.id }, 'sending a text failed'))
          .finally(() => {
            underway.delete(text.id);
            wake();
          });
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(IDLE_MS, lookUpAfter));
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

function dueTexts(app: App, underway: Set<number>): DueText[] {
  const limit = PARALLEL - underway.size;
  if (limit <= 0) return [];
  return statements(app.db).listDue.all({ now: app.now(), underway: JSON.stringify([...underway]), limit });
}

const statements = prepared((db) => ({
  listDue: db.$client.prepare<DueText, { now: number; underway: string; limit: number }>(`
    select id, phone, body, kind, state, attempts, error_code as errorCode, error, created_at as createdAt
      from outbox
     where state in ('queued', 'sending') and next_at <= $now
       and id not in (select value from json_each($underway))
     order by next_at, id limit $limit`),
}));
