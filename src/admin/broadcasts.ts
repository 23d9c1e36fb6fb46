import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { bound, prepared, transaction } from '../../db/open';
import { broadcasts, outbox, phones, type User, users } from '../../db/schema';
import type { App } from '../app';
import type { Audience, Broadcast } from '../contract/admin';
import { countSegments } from '../contract/segments';
import { notFound, VisibleError } from '../errors';
import { enqueue, UNREACHABLE_AFTER } from '../outbox/outbox';
import { chargeRateLimits, EVERYBODY } from '../rate-limits';
import { findUser } from '../users/users';
import { givenName } from './users';

type Row = typeof broadcasts.$inferSelect;

/** The same words again within this time are a second click, or a second operator. */
const AGAIN_MS = 10 * 60_000;
/** A broadcast is written to the outbox this far ahead of its pace: stopping it leaves little that still goes out. */
const AHEAD_MS = 1_000;
/** And no further while so many of its texts wait for the gateway. */
const WAITING_MAX = 50;
/** How long whoever pressed the button waits for the outcome, looked for so often. */
const ANSWER_WITHIN_MS = 3_000;
const LOOK_MS = 50;
/** People that one step looks at, so that it never takes long. */
const STEPS_MAX = 500;
const PRICES_OF_MS = 30 * 86_400_000;
const SHOWN = 20;

/**
 * Begins a text to everybody who has an account now and may be texted (spec 2, design 8). 409 while another is
 * on its way, and for the same words again within ten minutes: of ten clicks one counts.
 */
export function start(app: App, operator: User, message: string): number {
  const now = app.now();
  const row = transaction(app.db, () => {
    if (underway(app))
      throw new VisibleError('CONFLICT', 'Another broadcast is on its way. Wait, or stop it.');
    const same = and(eq(broadcasts.body, message), gt(broadcasts.createdAt, now - AGAIN_MS));
    if (app.db.select({ id: broadcasts.id }).from(broadcasts).where(same).get())
      throw new VisibleError('CONFLICT', 'This very text was sent in the last ten minutes.');
    chargeRateLimits(app, { 'broadcast a day': EVERYBODY });
    const last = app.db.select({ id: users.id }).from(users).orderBy(desc(users.id)).limit(1).get();
    return app.db
      .insert(broadcasts)
      .values({ senderId: operator.id, body: message, lastId: last?.id ?? 0, nextAt: now, createdAt: now })
      .returning()
      .get();
  });
  app.log.info({ operator: operator.id, broadcast: row.id }, 'operator began a broadcast');
  continueBroadcast(app);
  return row.id;
}

/** Begins one, and answers with how far it has come: at its end, if that is soon. */
export async function send(app: App, operator: User, message: string): Promise<Broadcast> {
  const id = start(app, operator, message);
  const deadline = performance.now() + ANSWER_WITHIN_MS;
  while (underway(app)?.id === id && performance.now() < deadline) {
    await Bun.sleep(LOOK_MS);
    continueBroadcast(app);
  }
  return progress(app, id);
}

/**
 * Writes the next texts of the broadcast that is under way, as many as its pace allows by now. Each text and the
 * place in the list of people are one transaction, so that a process that dies goes on where it was.
 */
export function continueBroadcast(app: App): void {
  transaction(app.db, () => {
    const row = underway(app);
    if (!row) return;
    const now = app.now();
    let { reachedId } = row;
    let nextAt = Math.max(row.nextAt, now);
    let room = WAITING_MAX - waiting(app, row);
    for (let steps = 0; room > 0 && steps < STEPS_MAX && nextAt <= now + AHEAD_MS; steps++) {
      const next = nextPerson(app.db).get({ reachedId, lastId: row.lastId });
      reachedId = next?.id ?? row.lastId;
      if (!next) break;
      const dedupeKey = `broadcast:${row.id}:${next.phone}`;
      const text = {
        to: next.phone,
        body: row.body,
        kind: 'broadcast',
        dedupeKey,
        broadcastId: row.id,
      } as const;
      if (!enqueue(app, text)) continue;
      nextAt += (countSegments(row.body) / app.config.broadcastPace) * 1000;
      room -= 1;
    }
    const done = reachedId >= row.lastId && waiting(app, row) === 0;
    advanced(app.db).run({
      id: row.id,
      reachedId,
      nextAt: Math.round(nextAt),
      state: done ? 'done' : 'sending',
      endedAt: done ? now : null,
    });
  });
}

const underway = (app: App): Row | undefined => sending(app.db).get();

/** The state stands in it as a word, so that SQLite finds the index of such rows alone. */
const sending = prepared((db) => db.select().from(broadcasts).where(sql`state = 'sending'`).prepare());
const advanced = prepared((db) =>
  db.$client.prepare<unknown, Pick<Row, 'id' | 'reachedId' | 'nextAt' | 'state' | 'endedAt'>>(`
    update broadcasts set reached_id = $reachedId, next_at = $nextAt, state = $state, ended_at = $endedAt
     where id = $id`),
);

const optedOut = isNotNull(phones.stoppedAt);
const unreachable = and(isNull(phones.stoppedAt), gte(phones.failures, UNREACHABLE_AFTER));
/** `enqueue` has the last word; this saves asking it about thousands. */
const mayBeTexted = and(
  isNull(phones.stoppedAt),
  sql`coalesce(${phones.failures}, 0) < ${UNREACHABLE_AFTER}`,
);

const nextPerson = prepared((db) =>
  db
    .select({ id: users.id, phone: users.phone })
    .from(users)
    .leftJoin(phones, eq(phones.phone, users.phone))
    .where(and(gt(users.id, bound('reachedId')), lte(users.id, bound('lastId')), mayBeTexted))
    .orderBy(asc(users.id))
    .limit(1)
    .prepare(),
);

const waiting = (app: App, { id }: Row): number => unsent(app.db).get({ id })?.texts ?? 0;

const unsent = prepared((db) =>
  db.$client.prepare<{ texts: number }, { id: number }>(
    "select count(*) as texts from outbox where broadcast_id = $id and state in ('queued', 'sending')",
  ),
);

/** Ends a broadcast: nobody further is texted, and what the gateway has not been given yet never will be. 404 without it. */
export function stop(app: App, operator: User, id: number): Broadcast {
  return transaction(app.db, () => {
    const row = app.db.select().from(broadcasts).where(eq(broadcasts.id, id)).get();
    if (!row) throw notFound('Broadcast');
    if (row.state === 'sending') {
      app.log.info({ operator: operator.id, broadcast: id }, 'operator stopped a broadcast');
      app.db
        .update(broadcasts)
        .set({ state: 'stopped', endedAt: app.now() })
        .where(eq(broadcasts.id, id))
        .run();
      app.db
        .update(outbox)
        .set({ state: 'dropped', error: 'The broadcast was stopped.' })
        .where(and(eq(outbox.broadcastId, id), eq(outbox.state, 'queued')))
        .run();
    }
    return progress(app, id);
  });
}

/** Texts the operator alone, to see how it looks on a phone. */
export function sendTest(app: App, operator: User, message: string): void {
  chargeRateLimits(app, { 'test of a broadcast': operator.id });
  if (!enqueue(app, { to: operator.phone, body: message, kind: 'broadcast' }))
    throw new VisibleError('CONFLICT', 'Your own number cannot be texted. If you texted STOP, text START.');
}

/** The latest broadcasts, newest first, with how far they have come. */
export const list = (app: App): Broadcast[] =>
  app.db
    .select()
    .from(broadcasts)
    .orderBy(desc(broadcasts.id))
    .limit(SHOWN)
    .all()
    .map((row) => toBroadcast(app, row));

/** How far one has come. 404 without it. */
export function progress(app: App, id: number): Broadcast {
  const row = app.db.select().from(broadcasts).where(eq(broadcasts.id, id)).get();
  if (!row) throw notFound('Broadcast');
  return toBroadcast(app, row);
}

/** Whom a broadcast would reach now, and what a segment of it costs. */
export function audience(app: App): Audience {
  const people = (...of: Parameters<typeof and>) =>
    app.db
      .select({ count: count() })
      .from(users)
      .leftJoin(phones, eq(phones.phone, users.phone))
      .where(and(...of))
      .get()?.count ?? 0;
  return {
    people: people(mayBeTexted),
    optedOut: people(optedOut),
    unreachable: people(unreachable),
    pace: app.config.broadcastPace,
    price: recentPrice(app),
  };
}

/** The gateway writes prices as `-0.00790 USD`. */
function recentPrice(app: App): Audience['price'] {
  const [amount, currency] = [
    sql<number>`sum(abs(cast(price as real))) / sum(segments)`,
    sql<string>`substr(price, instr(price, ' ') + 1)`,
  ];
  const row = app.db
    .select({ amount, currency })
    .from(outbox)
    .where(and(isNotNull(outbox.price), gt(outbox.createdAt, app.now() - PRICES_OF_MS)))
    .groupBy(currency)
    .orderBy(desc(count()))
    .limit(1)
    .get();
  return row && row.amount > 0 ? row : null;
}

function toBroadcast(app: App, row: Row): Broadcast {
  const states = app.db
    .select({ state: outbox.state, count: count() })
    .from(outbox)
    .where(eq(outbox.broadcastId, row.id))
    .groupBy(outbox.state)
    .all();
  const texts = (...of: (typeof states)[number]['state'][]) =>
    states.filter(({ state }) => of.includes(state)).reduce((sum, { count }) => sum + count, 0);
  const people = (...of: Parameters<typeof and>) =>
    app.db
      .select({ count: count() })
      .from(users)
      .where(and(...of))
      .get()?.count ?? 0;

  const successful = texts('sent', 'delivered');
  const failed = texts('failed');
  const waiting = texts('queued', 'sending');
  const untold = people(gt(users.id, row.reachedId), lte(users.id, row.lastId));
  const seen = people(lte(users.id, row.reachedId));
  const ended = row.state !== 'sending';
  const sender = row.senderId === null ? null : findUser(app, row.senderId);
  return {
    id: row.id,
    message: row.body,
    state: row.state,
    successful,
    failed,
    skipped: Math.max(0, seen - successful - failed - waiting) + (ended ? untold : 0),
    remaining: waiting + (ended ? 0 : untold),
    createdAt: new Date(row.createdAt).toISOString(),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
    sentBy: sender ? (givenName(sender) ?? sender.phone) : null,
  };
}
