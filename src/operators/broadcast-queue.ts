import { prepared, transaction } from '../../db/open';
import type { broadcasts } from '../../db/schema';
import type { App } from '../app/app';
import { isAhead } from '../app/clock';
import { countSegments } from '../contract/segments';
import { isBudgetSpent } from '../outbox/budget';
import { causedAt, heldBefore } from '../outbox/held-texts';
import { enqueue, UNREACHABLE_AFTER } from '../outbox/outbox';
import { DUE } from '../outbox/states';

type BroadcastRow = typeof broadcasts.$inferSelect;
type Progress = Pick<BroadcastRow, 'id' | 'cursorUserId' | 'nextAt' | 'state' | 'endedAt'>;
type Unfinished = Pick<BroadcastRow, 'id' | 'body' | 'cursorUserId' | 'lastUserId' | 'nextAt' | 'createdAt'>;

/** The value is small, so that few texts are still sent after a broadcast is stopped. */
const AHEAD_MS = 1_000;
/** More texts are added when the gateway has accepted some. */
const WAITING_MAX = 50;
/** If `nextAt` is later still, the clock was set back, and the broadcast continues at once. */
const LONGEST_DELAY_MS = 3_600_000;
/** Maximum number of users handled in one transaction, so that no transaction takes long. */
const USERS_MAX = 500;

/**
 * Writes the texts and the position in the list of users in one transaction, so that a restarted process
 * continues without texting anybody twice.
 */
export function continueBroadcast(app: App): void {
  transaction(app.db, () => {
    const broadcast = findUnfinished(app);
    if (!broadcast || broadcast.createdAt < heldBefore(app) || isBudgetSpent(app)) return;
    const { id, body, lastUserId, createdAt } = broadcast;
    const { findNextUser, countWaiting, updateProgress } = statements(app.db);
    const now = app.now();
    const waiting = () => countWaiting.get({ id })?.texts ?? 0;
    let { cursorUserId } = broadcast;
    let nextAt = isAhead(app, broadcast.nextAt, LONGEST_DELAY_MS) ? broadcast.nextAt : now;
    let room = WAITING_MAX - waiting();
    for (let n = 0; room > 0 && n < USERS_MAX && nextAt <= now + AHEAD_MS; n++) {
      const user = findNextUser.get({ cursorUserId, lastUserId });
      cursorUserId = user?.id ?? lastUserId;
      if (!user) break;
      const dedupeKey = `broadcast:${id}:${user.phone}`;
      const text = { to: user.phone, kind: 'broadcast', cause: 'broadcast', body, dedupeKey } as const;
      if (!causedAt(app, createdAt, () => enqueue(app, { ...text, broadcastId: id }))) continue;
      nextAt += (countSegments(body) / app.config.broadcastPace) * 1000;
      room -= 1;
    }
    const done = cursorUserId >= lastUserId && waiting() === 0;
    updateProgress.run({
      id,
      cursorUserId,
      nextAt: Math.round(nextAt),
      state: done ? 'done' : 'sending',
      endedAt: done ? now : null,
    });
  });
}

export const findUnfinished = (app: App): Unfinished | null => statements(app.db).findUnfinished.get();

const statements = prepared((db) => ({
  // the state is a literal, because with a parameter SQLite could not use the partial index
  findUnfinished: db.$client.prepare<Unfinished, []>(`
    select id, body, cursor_user_id as cursorUserId, last_user_id as lastUserId, next_at as nextAt,
           created_at as createdAt
      from broadcasts where state = 'sending'`),
  // `enqueue` decides who is texted. The conditions on phones only save thousands of calls of `enqueue`. The
  // plus signs keep SQLite from planning the statement again for each value
  findNextUser: db.$client.prepare<
    { id: number; phone: string },
    Pick<BroadcastRow, 'cursorUserId' | 'lastUserId'>
  >(`
    select u.id, u.phone from users u left join phones p on p.phone = u.phone
     where u.id > +$cursorUserId and u.id <= +$lastUserId
       and p.stopped_at is null and coalesce(p.failures, 0) < ${UNREACHABLE_AFTER}
     order by u.id limit 1`),
  countWaiting: db.$client.prepare<{ texts: number }, { id: number }>(
    `select count(*) as texts from outbox where broadcast_id = $id and state in ('limited', ${DUE})`,
  ),
  updateProgress: db.$client.prepare<unknown, Progress>(`
    update broadcasts set cursor_user_id = $cursorUserId, next_at = $nextAt, state = $state, ended_at = $endedAt
     where id = $id`),
}));
