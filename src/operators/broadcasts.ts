import { and, count, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { broadcasts, outbox, type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { chargeRateLimits, EVERYBODY } from '../app/rate-limits';
import type { Broadcast } from '../contract/admin';
import { nameOrNull } from '../contract/people';
import type { Done } from '../contract/text';
import { requireBudget } from '../outbox/budget';
import { enqueue } from '../outbox/outbox';
import { UNSENT_STATES, WAITING_STATES } from '../outbox/states';
import { findUser } from '../people/users';
import { continueBroadcast, findUnfinished } from './broadcast-queue';

type BroadcastRow = typeof broadcasts.$inferSelect;

/** Such a broadcast is probably a second click, or comes from a second operator. */
const SAME_TEXT_MS = 10 * 60_000;
const WAIT_FOR_END_MS = 3_000;
const CHECK_EVERY_MS = 50;
const LIST_LENGTH = 20;

export async function sendBroadcast(app: App, operator: User, message: string): Promise<Broadcast> {
  const id = startBroadcast(app, operator, message);
  const deadline = performance.now() + WAIT_FOR_END_MS;
  while (findUnfinished(app)?.id === id && performance.now() < deadline) {
    await Bun.sleep(CHECK_EVERY_MS);
    continueBroadcast(app);
  }
  return getBroadcast(app, id);
}

/**
 * Throws CONFLICT while another broadcast is being sent, and if the same text was sent in the last ten
 * minutes.
 */
export function startBroadcast(app: App, operator: User, message: string): number {
  const now = app.now();
  const { id } = transaction(app.db, () => {
    if (findUnfinished(app))
      throw new VisibleError('broadcast_running', 'Another broadcast is on its way. Wait, or stop it.');
    const isRecent = and(gt(broadcasts.createdAt, now - SAME_TEXT_MS), lte(broadcasts.createdAt, now));
    const sameText = and(eq(broadcasts.body, message), isRecent);
    if (app.db.select({ id: broadcasts.id }).from(broadcasts).where(sameText).get())
      throw new VisibleError('broadcast_repeated', 'This very text was sent in the last ten minutes.');
    requireBudget(app);
    chargeRateLimits(app, { 'broadcast a day': EVERYBODY });
    const newest = app.db.select({ id: users.id }).from(users).orderBy(desc(users.id)).limit(1).get();
    return app.db
      .insert(broadcasts)
      .values({
        senderId: operator.id,
        body: message,
        lastUserId: newest?.id ?? 0,
        nextAt: now,
        createdAt: now,
      })
      .returning({ id: broadcasts.id })
      .get();
  });
  app.log.info({ operator: operator.id, broadcast: id }, 'operator started a broadcast');
  continueBroadcast(app);
  return id;
}

export function stopBroadcast(app: App, operator: User, id: number): Broadcast {
  return transaction(app.db, () => {
    const { state } = getBroadcast(app, id);
    if (state === 'sending') {
      app.log.info({ operator: operator.id, broadcast: id }, 'operator stopped a broadcast');
      app.db
        .update(broadcasts)
        .set({ state: 'stopped', endedAt: app.now() })
        .where(eq(broadcasts.id, id))
        .run();
      app.db
        .update(outbox)
        .set({ state: 'dropped', error: 'The broadcast was stopped.' })
        .where(and(eq(outbox.broadcastId, id), inArray(outbox.state, UNSENT_STATES)))
        .run();
    }
    return getBroadcast(app, id);
  });
}

export function sendTestBroadcast(app: App, operator: User, message: string): Done {
  chargeRateLimits(app, { 'test of a broadcast': operator.id });
  if (!enqueue(app, { to: operator.phone, body: message, kind: 'broadcast' }))
    throw new VisibleError(
      'own_number_unreachable',
      'Your own number cannot be texted. If you texted STOP, text START.',
    );
  return { success: true, message: 'Test sent to your phone' };
}

export const listBroadcasts = (app: App): Broadcast[] =>
  app.db
    .select()
    .from(broadcasts)
    .orderBy(desc(broadcasts.id))
    .limit(LIST_LENGTH)
    .all()
    .map((row) => toBroadcast(app, row));

export function getBroadcast(app: App, id: number): Broadcast {
  const row = app.db.select().from(broadcasts).where(eq(broadcasts.id, id)).get();
  if (!row) throw notFound('Broadcast');
  return toBroadcast(app, row);
}

function toBroadcast(app: App, row: BroadcastRow): Broadcast {
  const byState = app.db
    .select({ state: outbox.state, count: count() })
    .from(outbox)
    .where(eq(outbox.broadcastId, row.id))
    .groupBy(outbox.state)
    .all();
  const countTexts = (...states: (typeof byState)[number]['state'][]) =>
    byState.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  const countUsers = (...conditions: Parameters<typeof and>) =>
    app.db
      .select({ count: count() })
      .from(users)
      .where(and(...conditions))
      .get()?.count ?? 0;

  const successful = row.goneSent + countTexts('sent', 'delivered');
  const failed = row.goneFailed + countTexts('failed');
  const waiting = countTexts(...WAITING_STATES);
  const handled = countUsers(lte(users.id, row.cursorUserId));
  const notYetHandled = countUsers(gt(users.id, row.cursorUserId), lte(users.id, row.lastUserId));
  const ended = row.state !== 'sending';
  const sender = row.senderId === null ? null : findUser(app, row.senderId);
  return {
    id: row.id,
    message: row.body,
    state: row.state,
    successful,
    failed,
    // not below 0, because `handled` does not count an account that was deleted after its text was sent
    skipped: Math.max(0, handled - successful - failed - waiting) + (ended ? notYetHandled : 0),
    remaining: waiting + (ended ? 0 : notYetHandled),
    createdAt: new Date(row.createdAt).toISOString(),
    endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
    sentBy: sender ? (nameOrNull(sender) ?? sender.phone) : null,
  };
}
