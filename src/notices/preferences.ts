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
  return transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId);
    statements(app.db).update.run({ board: board.id, user: user.id, smsEnabled });
    bumpUser(app, user.id);
    return toPreference({ boardId, smsEnabled });
  });
}

export const channels = (app: App, user: User): NotificationChannel[] =>
  statements(app.db).findChannels.all({ user: user.id });

export function setChannel(
  app: App,
  user: User,
  { boardId, channel }: NotificationChannel,
): NotificationChannel {
  return transaction(app.db, () => {
    const board = requireSharedBoard(app, user, boardId);
    statements(app.db).setByPush.run({ board: board.id, user: user.id, byPush: channel === 'push' });
    bumpUser(app, user.id);
    return { boardId, channel };
  });
}

const toPreference = (row: { boardId: number; smsEnabled: number | boolean }): NotificationPreference => ({
  boardId: row.boardId,
  smsEnabled: row.smsEnabled ? 'true' : 'false',
});

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ boardId: number; smsEnabled: number }, { user: number }>(`
    select v.board_id as boardId, v.sms_enabled as smsEnabled
      from memberships v join boards b on b.id = v.board_id and b.shared
     where v.user_id = $user order by b.id desc`),
  update: $client.prepare<unknown, { board: number; user: number; smsEnabled: boolean }>(
    'update memberships set sms_enabled = $smsEnabled where board_id = $board and user_id = $user',
  ),
  findChannels: $client.prepare<NotificationChannel, { user: number }>(`
    select v.board_id as boardId, iif(v.by_push, 'push', 'text') as channel
      from memberships v join boards b on b.id = v.board_id and b.shared
     where v.user_id = $user order by b.id desc`),
  setByPush: $client.prepare<unknown, { board: number; user: number; byPush: boolean }>(
    'update memberships set by_push = $byPush where board_id = $board and user_id = $user',
  ),
}));
