import { and, asc, eq, inArray, lte, notInArray, sql } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../app';
import { SendError } from '../outside/gateway';
import { hasStopped, type OutboxRow, setStopped } from './outbox';

const PARALLEL = 8;
const MAX_ATTEMPTS = 6;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 5 * 60_000;
/** Until then a text that we may have sent before we were killed is not to be found at the gateway. */
const LOOK_UP_AFTER_MS = 60_000;
const IDLE_MS = 5_000;
const CODE_LIFE_MS = 10 * 60_000;
const TWILIO_OPTED_OUT = 21610;

export type Worker = { stop(): Promise<void> };

/**
 * Sends what is due in the outbox until stopped, a few at a time. A row is marked `sending` before the gateway
 * hears of it; one found so later is looked up there before it is tried again, so that no text goes out twice.
 */
export function startWorker(app: App): Worker {
  const underway = new Set<number>();
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

  const loop = (async () => {
    recover(app);
    while (running) {
      for (const row of due(app, underway, PARALLEL - underway.size)) {
        underway.add(row.id);
        dispatch(app, row)
          .catch((error) => app.log.error({ err: error, outbox: row.id }, 'outbox row failed'))
          .finally(() => {
            underway.delete(row.id);
            wake();
          });
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, IDLE_MS);
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

/** Rows that were being sent when the process died become due again, after the gateway knows of them. */
function recover(app: App) {
  app.db
    .update(outbox)
    .set({ nextAt: app.now() + (app.sms.kind === 'simulator' ? 0 : LOOK_UP_AFTER_MS) })
    .where(eq(outbox.state, 'sending'))
    .run();
}

function due(app: App, underway: Set<number>, limit: number): OutboxRow[] {
  if (limit <= 0) return [];
  return app.db
    .select()
    .from(outbox)
    .where(
      and(
        inArray(outbox.state, ['queued', 'sending']),
        lte(outbox.nextAt, app.now()),
        notInArray(outbox.id, [...underway]),
      ),
    )
    .orderBy(asc(outbox.nextAt), asc(outbox.id))
    .limit(limit)
    .all();
}

async function dispatch(app: App, row: OutboxRow): Promise<void> {
  const text = { to: row.phone, body: row.body };
  try {
    if (row.state === 'sending') {
      const sid = await app.sms.find(text, row.createdAt);
      if (sid) return settle(app, row, { state: 'sent', sid });
    }
    if (!claim(app, row)) return;
    const { sid } = await app.sms.send(text);
    settle(app, row, { state: 'sent', sid });
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    fail(app, row, error);
  }
}

/** Marks the row as handed over, unless it has lost its reason: the number has stopped, or the code has expired. */
function claim(app: App, row: OutboxRow): boolean {
  return transaction(app.db, () => {
    const stale = row.kind === 'code' && app.now() - row.createdAt > CODE_LIFE_MS;
    if (stale || hasStopped(app, row.phone)) {
      settle(app, row, {
        state: 'dropped',
        error: stale ? 'The code had expired.' : 'The number has opted out.',
      });
      return false;
    }
    app.db
      .update(outbox)
      .set({ state: 'sending', attempts: sql`attempts + 1` })
      .where(eq(outbox.id, row.id))
      .run();
    return true;
  });
}

type Outcome = Partial<Pick<OutboxRow, 'state' | 'sid' | 'error' | 'errorCode' | 'nextAt'>>;

function settle(app: App, row: OutboxRow, outcome: Outcome) {
  const ended = outcome.state !== 'queued' && outcome.state !== 'sending';
  app.db
    .update(outbox)
    .set({
      ...outcome,
      ...(outcome.state === 'sent' && { sentAt: app.now() }),
      ...(ended && row.kind === 'code' && { body: '' }), // a code is at rest nowhere
    })
    .where(eq(outbox.id, row.id))
    .run();
}

function fail(app: App, row: OutboxRow, error: SendError) {
  const attempts = row.attempts + 1;
  const failure = { error: error.message, errorCode: error.code };
  app.log.warn({ outbox: row.id, kind: row.kind, attempts, code: error.code }, 'text not sent');
  if (error.code === TWILIO_OPTED_OUT) setStopped(app, row.phone, true);
  if (!error.retry || attempts >= MAX_ATTEMPTS) return settle(app, row, { state: 'failed', ...failure });
  const backOff =
    Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS) * (0.75 + Math.random() / 2);
  settle(app, row, {
    ...failure,
    state: error.uncertain ? 'sending' : 'queued',
    nextAt: app.now() + (error.uncertain ? Math.max(backOff, LOOK_UP_AFTER_MS) : backOff),
  });
}
