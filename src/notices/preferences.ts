import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, requireSharedBoard } from '../boards/boards';
import type { AnswersPosted, NotificationPreference } from '../contract/notifications';
import type { NotificationChannel } from '../contract/push';
import { bumpUser } from '../people/versions';

export const preferences = (app: App, user: User): NotificationPreference[] =>
  statements(app.db).find.all({ user: user.id }).map(toPreference);

export function setPreference(
  app: App,
  user: User,
  boardId: number,
  smsEnabled: boolean,
): NotificationPreference {
  change(app, user, boardId, { smsEnabled });
  return preferences(app, user).find((one) => one.boardId === boardId)!;
}

export const channels = (app: App, user: User): NotificationChannel[] =>
  statements(app.db)
    .find.all({ user: user.id })
    .map(({ boardId, byPush }) => ({ boardId, channel: byPush ? 'push' : 'text' }));

export function setChannel(app: App, user: User, chosen: NotificationChannel): NotificationChannel {
  change(app, user, chosen.boardId, { byPush: chosen.channel === 'push' });
  return chosen;
}

export function setAnswersPosted(
  app: App,
  user: User,
  { boardId, answersPosted }: AnswersPosted,
): NotificationPreference {
  change(app, user, boardId, { answersPosted });
  return preferences(app, user).find((one) => one.boardId === boardId)!;
}

/** True if the person wants it on every shared one of these boards. */
export function postsAnswers(app: App, user: User, boards: Board[]): boolean {
  const all = preferences(app, user);
  return boards.every(
    ({ id, shared }) => !shared || all.some((one) => one.boardId === id && one.answersPosted),
  );
}

type Change = { smsEnabled?: boolean; byPush?: boolean; answersPosted?: boolean };

function change(app: App, user: User, boardId: number, changed: Change): void {
  const { smsEnabled, byPush, answersPosted } = changed;
  transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId).id;
    const changes = {
      smsEnabled: smsEnabled ?? null,
      byPush: byPush ?? null,
      answersPosted: answersPosted ?? null,
    };
    statements(app.db).update.run({ board, user: user.id, ...changes });
    bumpUser(app, user.id);
  });
}

type Row = { boardId: number; smsEnabled: number; byPush: number; answersPosted: number };

const toPreference = ({ boardId, smsEnabled, answersPosted }: Row): NotificationPreference => ({
  boardId,
  smsEnabled: smsEnabled ? 'true' : 'false',
  answersPosted: answersPosted === 1,
});

const statements = prepared(({ $client }) => ({
  find: $client.prepare<Row, { user: number }>(`
    select v.board_id as boardId, v.sms_enabled as smsEnabled, v.by_push as byPush, v.answers_posted as answersPosted
      from memberships v join boards b on b.id = v.board_id and b.shared
     where v.user_id = $user order by b.id desc`),
  update: $client.prepare<unknown, Record<string, number | boolean | null>>(`
    update memberships set sms_enabled = coalesce($smsEnabled, sms_enabled), by_push = coalesce($byPush, by_push),
           answers_posted = coalesce($answersPosted, answers_posted)
     where board_id = $board and user_id = $user`),
}));
