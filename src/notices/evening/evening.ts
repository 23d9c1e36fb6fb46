import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { findBoard, findBoardById } from '../../boards/boards';
import type { EveningQuestion } from '../../contract/evening';
import { DIARY_TAG, FEEDBACK_TAG } from '../../contract/limits';
import { type Done, succeeded } from '../../contract/text';
import { zoneOf } from '../../people/time-zone';
import { bumpUser } from '../../people/versions';
import { nextDigestAt, timeOf } from '../digests/digests';

export function findEvening(app: App, user: User): EveningQuestion | null {
  const row = statements(app.db).find.get({ user: user.id });
  return row && { time: timeOf(row.minute), tag: tagOf(app, user, row) ?? row.tag };
}

export function setEvening(
  app: App,
  user: User,
  { time, tag = DIARY_TAG }: { time: string; tag?: string },
): EveningQuestion {
  if (!tag || tag === FEEDBACK_TAG)
    throw new VisibleError('board_name_reserved', 'Please choose another board for your answers.');
  return transaction(app.db, () => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const minute = 60 * hours + minutes;
    const nextAt = nextEveningAt(minute, zoneOf(app, user), app.now());
    const board = findBoard(app, user, tag)?.id ?? null;
    statements(app.db).store.run({ user: user.id, minute, tag, board, nextAt });
    bumpUser(app, user.id);
    return { time, tag };
  });
}

export const endEvening = (app: App, user: User): Done =>
  transaction(app.db, () => {
    if (statements(app.db).remove.run({ user: user.id }).changes > 0) bumpUser(app, user.id);
    return succeeded('You are not asked any more.');
  });

export const nextEveningAt = (minute: number, zone: string, after: number) =>
  nextDigestAt({ boardId: null, weekday: null, minute }, zone, after);

/**
 * The board that the answers are put on. Null if somebody else has a board with this tag now: what was meant for a
 * private one must not be posted there.
 */
export function eveningTag(app: App, user: User): string | null {
  const row = statements(app.db).find.get({ user: user.id });
  return row && tagOf(app, user, row);
}

function tagOf(app: App, user: User, { boardId, tag }: Row): string | null {
  const chosen = boardId === null ? null : findBoardById(app, user, boardId);
  if (chosen) return chosen.tag;
  return findBoard(app, user, tag)?.shared ? null : tag;
}

/** From the first answer on, the board is meant and no longer its tag. */
export function rememberEveningBoard(app: App, user: User, tag: string): void {
  const board = findBoard(app, user, tag)?.id ?? null;
  statements(app.db).setBoard.run({ user: user.id, tag, board });
}

type Row = { minute: number; tag: string; boardId: number | null };

const statements = prepared(({ $client }) => ({
  find: $client.prepare<Row, { user: number }>(
    'select minute, tag, board_id as boardId from evening_questions where user_id = $user',
  ),
  store: $client.prepare<unknown, Record<string, string | number | null>>(`
    insert into evening_questions (user_id, minute, tag, board_id, next_at)
    values ($user, $minute, $tag, $board, $nextAt)
        on conflict (user_id) do update set minute = $minute, tag = $tag, board_id = $board, next_at = $nextAt`),
  setBoard: $client.prepare<unknown, { user: number; tag: string; board: number | null }>(`
    update evening_questions set tag = $tag, board_id = $board where user_id = $user`),
  remove: $client.prepare<unknown, { user: number }>('delete from evening_questions where user_id = $user'),
}));
