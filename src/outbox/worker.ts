import { and, asc, inArray, lte, sql } from 'drizzle-orm';
import { prepared, transaction } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../app';
import { SendError } from '../outside/gateway';
import { hasStopped, type OutboxRow } from './outbox';
import { recordFailure } from './reports';

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

export type OutboxWorker = { stop(): Promise<void> };

/**
 * Sends what is due in the outbox until stopped, a few at a time. A row is marked `sending` before the gateway
 * hears of it, and due again later: one found so has lost its answer, or the process that sent it, and is
 * looked up at the gateway before it is tried again, so that no text goes out twice and none is lost.
 */
export function startOutboxWorker(app: App, { lookUpAfter = LOOK_UP_AFTER_MS } = {}): OutboxWorker {
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
  return dueBut(app.db).all({ now: app.now(), underway: JSON.stringify([...underway]), limit });
}

const dueBut = prepared((db) =>
  db
    .select()
    .from(outbox)
    .where(
      and(
        inArray(outbox.state, ['queued', 'sending']),
        lte(outbox.nextAt, sql.placeholder('now')),
        sql`${outbox.id} not in (select value from json_each(${sql.placeholder('underway')}))`,
      ),
    )
    .orderBy(asc(outbox.nextAt), asc(outbox.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

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
  const found = await app.sms.findSent(text, row.createdAt - LOOK_BACK_MS);
  return found.find((sid) => !isTaken(app.db).get({ sid }));
}

const isTaken = prepared((db) =>
  db.$client.prepare<unknown, { sid: string }>('select 1 from outbox where sid = $sid'),
);

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
        errorCode: row.errorCode,
      });
      return false;
    }
    const { id, state, attempts } = row;
    return claimed(app.db).run({ id, state, attempts, nextAt: app.now() + lookUpAfter }).changes > 0;
  });
}

const claimed = prepared((db) =>
  db.$client.prepare<unknown, Pick<OutboxRow, 'id' | 'state' | 'attempts' | 'nextAt'>>(`
    update outbox set state = 'sending', attempts = attempts + 1, next_at = $nextAt
     where id = $id and state = $state and attempts = $attempts`),
);

type Outcome = Pick<OutboxRow, 'state'> & Partial<Pick<OutboxRow, 'sid' | 'error' | 'errorCode' | 'nextAt'>>;

function settle(
  app: App,
  { id }: OutboxRow,
  { state, sid = null, error = null, errorCode = null, nextAt }: Outcome,
) {
  const sentAt = state === 'sent' ? app.now() : null;
  settled(app.db).run({ id, state, sid, error, errorCode, nextAt: nextAt ?? null, sentAt });
}

/** A code is at rest nowhere. A report may have come before our own call was answered, and knows more. */
const settled = prepared((db) =>
  db.$client.prepare<unknown, Record<string, string | number | null>>(`
    update outbox set state = $state, sid = coalesce($sid, sid), error = $error, error_code = $errorCode,
           next_at = coalesce($nextAt, next_at), sent_at = coalesce($sentAt, sent_at),
           body = case when kind = 'code' and $state not in ('queued', 'sending') then '' else body end
     where id = $id and state in ('queued', 'sending')`),
);

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
    recordFailure(app, row.phone, error.code);
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
