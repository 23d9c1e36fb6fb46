import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { requireSharedBoard } from '../../boards/boards';
import type { Digest } from '../../contract/digest-times';
import { type Done, succeeded } from '../../contract/text';
import { zoneOf } from '../../people/time-zone';
import { bumpUser } from '../../people/versions';
import { nextTime } from '../reminders/schedule';

export type DigestRow = { boardId: number | null; weekday: number | null; minute: number };

export const listDigests = (app: App, user: User): Digest[] =>
  statements(app.db).list.all({ user: user.id }).map(toDigest);

export const findDigest = (app: App, user: User, boardId: number | null): Digest | null =>
  listDigests(app, user).find((digest) => digest.boardId === boardId) ?? null;

export function setDigest(
  app: App,
  user: User,
  { boardId = null, weekday = null, time }: Partial<Digest> & Pick<Digest, 'time'>,
): Digest {
  return transaction(app.db, () => {
    if (boardId !== null) requireSharedBoard(app, user, boardId);
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const minute = 60 * hours + minutes;
    const row = { boardId, weekday, minute };
    const nextAt = nextDigestAt(row, zoneOf(app, user), app.now());
    statements(app.db).remove.run({ user: user.id, board: boardId });
    statements(app.db).insert.run({ user: user.id, board: boardId, weekday, minute, nextAt });
    markPending(app, user);
    return toDigest(row);
  });
}

export function endDigest(app: App, user: User, boardId: number | null = null): Done {
  transaction(app.db, () => {
    if (boardId !== null) requireSharedBoard(app, user, boardId);
    const { changes } = statements(app.db).remove.run({ user: user.id, board: boardId });
    if (changes > 0) markPending(app, user);
  });
  return succeeded('The digest is off.');
}

export function endAllDigests(app: App, user: User): void {
  transaction(app.db, () => {
    statements(app.db).removeAll.run({ user: user.id });
    markPending(app, user);
  });
}

function markPending(app: App, user: User): void {
  statements(app.db).markPending.run({ user: user.id });
  bumpUser(app, user.id);
}

/** A Sunday, from which the times of all digests are counted. */
const SUNDAY = '2023-01-01';

export function nextDigestAt({ weekday, minute }: DigestRow, zone: string, after: number): number {
  const day = SUNDAY.slice(0, -1) + (1 + (weekday ?? 0));
  const starts = `${day}T${timeOf(minute)}`;
  return nextTime({ starts, rule: weekday === null ? 'FREQ=DAILY' : 'FREQ=WEEKLY', zone }, after);
}

const toDigest = ({ boardId, weekday, minute }: DigestRow): Digest => ({
  boardId,
  weekday,
  time: timeOf(minute),
});

export const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

type OfBoard = { user: number; board: number | null };

const statements = prepared(({ $client }) => ({
  list: $client.prepare<DigestRow, { user: number }>(`
    select board_id as boardId, weekday, minute from digests where user_id = $user
     order by coalesce(board_id, 0)`),
  remove: $client.prepare<unknown, OfBoard>(`
    delete from digests where user_id = $user and coalesce(board_id, 0) = coalesce($board, 0)`),
  removeAll: $client.prepare<unknown, { user: number }>('delete from digests where user_id = $user'),
  insert: $client.prepare<unknown, OfBoard & { weekday: number | null; minute: number; nextAt: number }>(`
    insert into digests (user_id, board_id, weekday, minute, next_at)
    values ($user, $board, $weekday, $minute, $nextAt)`),
  markPending: $client.prepare<unknown, { user: number }>(`
    update pending_notifications set for_digest = exists (
      select 1 from digests d
       where d.user_id = pending_notifications.user_id
         and (d.board_id is null or d.board_id = pending_notifications.board_id))
     where user_id = $user`),
}));
