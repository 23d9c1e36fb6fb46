import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../app';
import { SendError } from '../outside/gateway';
import { hasStopped, type OutboxRow } from './outbox';
import { missed } from './reports';

const PARALLEL = 8;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;
/** How long a text is tried: what comes later is no news any more. */
const LIFE_MS = 12 * 3_600_000;
/** Longer than a call to the gateway may take, and than it needs to list what it was given. */
const LOOK_UP_AFTER_MS = 60_000;
/** Clocks differ. */
const LOOK_BACK_MS = 5 * 60_000;
const IDLE_MS = 5_000;
const CODE_LIFE_MS = 10 * 60_000;

export type Worker = { stop(): Promise<void> };

/**
 * Sends what is due in the outbox until stopped, a few at a time. A row is marked `sending` before the gateway
 * hears of it, and due again later: one found so has lost its answer, or the process that sent it, and is
 * looked up at the gateway before it is tried again, so that no text goes out twice and none is lost.
 */
export function startWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): Worker {
  const underway = new Set<number>();
  let running = true;
  let wake = () => {};
  app.wakeOutbox = () => wake();

  const loop = (async () => {
    while (running) {
      for (const row of due(app, underway, PARALLEL - underway.size)) {
        underway.add(row.id);
        dispatch(app, row, lookUpAfter)
          .catch((error) => app.log.error({ err: error, outbox: row.id }, 'outbox row failed'))
          .finally(() => {
            underway.delete(row.id);
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

async function dispatch(app: App, row: OutboxRow, lookUpAfter: number): Promise<void> {
  let handed = row.state === 'sending';
  try {
    if (handed) {
      const sid = await lookUp(app, row);
      if (sid) return settle(app, row, { state: 'sent', sid });
    }
    if (!claim(app, row, lookUpAfter)) return;
    handed = false;
    const { sid } = await app.sms.send({ id: row.id, to: row.phone, body: row.body });
    settle(app, row, { state: 'sent', sid });
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    fail(app, row, error, { handed: handed || error.uncertain, lookUpAfter });
  }
}

/** The gateway's id of a text that it has after all, unless that is the id of another, equal one. */
async function lookUp(app: App, row: OutboxRow): Promise<string | undefined> {
  const text = { id: row.id, to: row.phone, body: row.body };
  const found = await app.sms.find(text, row.createdAt - LOOK_BACK_MS);
  const others = app.db.select({ sid: outbox.sid }).from(outbox).where(inArray(outbox.sid, found)).all();
  return found.find((sid) => !others.some((other) => other.sid === sid));
}

/**
 * Marks the row as handed over, unless it has lost its reason (the number has stopped, the text is too old) or
 * somebody else was faster: another process, or a report about it.
 */
function claim(app: App, row: OutboxRow, lookUpAfter: number): boolean {
  return transaction(app.db, () => {
    const life = row.kind === 'code' ? CODE_LIFE_MS : LIFE_MS;
    const stale = app.now() - row.createdAt > life;
    if (stale || hasStopped(app, row.phone)) {
      settle(app, row, {
        state: stale && row.error ? 'failed' : 'dropped',
        error: row.error ?? (stale ? 'It was too late to send it.' : 'The number has opted out.'),
      });
      return false;
    }
    const { changes } = app.db.$client
      .prepare(
        `update outbox set state = 'sending', attempts = attempts + 1, next_at = ?
          where id = ? and state = ? and attempts = ?`,
      )
      .run(app.now() + lookUpAfter, row.id, row.state, row.attempts);
    return changes > 0;
  });
}

type Outcome = Partial<Pick<OutboxRow, 'state' | 'sid' | 'error' | 'errorCode' | 'nextAt'>>;

function settle(app: App, row: OutboxRow, outcome: Outcome) {
  const ended = outcome.state !== 'queued' && outcome.state !== 'sending';
  app.db
    .update(outbox)
    .set({
      ...outcome,
      ...(outcome.state === 'sent' && { sentAt: app.now(), error: null, errorCode: null }),
      ...(ended && row.kind === 'code' && { body: '' }), // a code is at rest nowhere
    })
    // a report may have come before our own call was answered, and knows more
    .where(and(eq(outbox.id, row.id), inArray(outbox.state, ['queued', 'sending'])))
    .run();
}

/** `handed`: the gateway may have it, so it is looked up before the next try. */
function fail(
  app: App,
  row: OutboxRow,
  error: SendError,
  { handed, lookUpAfter }: { handed: boolean; lookUpAfter: number },
) {
  const failure = { error: error.message, errorCode: error.code };
  app.log.warn({ outbox: row.id, kind: row.kind, attempts: row.attempts, code: error.code }, 'text not sent');
  if (!error.retry && !handed) {
    missed(app, row.phone, error.code);
    return settle(app, row, { state: 'failed', ...failure });
  }
  const backOff =
    Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.attempts, 10), LONGEST_RETRY_MS) * (0.75 + Math.random() / 2);
  settle(app, row, {
    ...failure,
    state: handed ? 'sending' : 'queued',
    nextAt: app.now() + Math.round(handed ? lookUpAfter : backOff),
  });
}
