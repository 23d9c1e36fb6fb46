import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app';
import type { Board } from '../../boards/boards';

/** Returns how many other members a board of the user has. */
export const countOtherMembers = (app: App, user: User, { id }: Board): number =>
  statements(app.db).count.get({ board: id, user: user.id })!.count;

const statements = prepared(({ $client }) => ({
  count: $client.prepare<{ count: number }, { board: number; user: number }>(
    'select count(*) as count from memberships where board_id = $board and user_id <> $user',
  ),
}));
