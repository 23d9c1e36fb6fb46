import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { requireSharedBoard } from '../boards/boards';
import type { NotificationPreference } from '../contract/notifications';
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
  return toPreference({ boardId, smsEnabled });
}

export const channels = (app: App, user: User): NotificationChannel[] =>
  statements(app.db)
    .find.all({ user: user.id })
    .map(({ boardId, byPush }) => ({ boardId, channel: byPush ? 'push' : 'text' }));

export function setChannel(app: App, user: User, chosen: NotificationChannel): NotificationChannel {
  change(app, user, chosen.boardId, { byPush: chosen.channel === 'push' });
  return chosen;
}

type Change = { smsEnabled?: boolean; byPush?: boolean };

function change(app: App, user: User, boardId: number, { smsEnabled, byPush }: Change): void {
  transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId).id;
    const changes = { smsEnabled: smsEnabled ?? null, byPush: byPush ?? null };
    statements(app.db).update.run({ board, user: user.id, ...changes });
    bumpUser(app, user.id);
  });
}

const toPreference = (row: { boardId: number; smsEnabled: number | boolean }): NotificationPreference => ({
  boardId: row.boardId,
  smsEnabled: row.smsEnabled ? 'true' : 'false',
});

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ boardId: number; smsEnabled: number; byPush: number }, { user: number }>(`
    select v.board_id as boardId, v.sms_enabled as smsEnabled, v.by_push as byPush
      from memberships v join boards b on b.id = v.board_id and b.shared
     where v.user_id = $user order by b.id desc`),
  update: $client.prepare<unknown, Record<string, number | boolean | null>>(`
    update memberships set sms_enabled = coalesce($smsEnabled, sms_enabled), by_push = coalesce($byPush, by_push)
     where board_id = $board and user_id = $user`),
}));
