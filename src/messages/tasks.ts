import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import type { Item, Message } from '../contract/messages';
import { findMessages } from './find';
import { allIds } from './lists';

const MESSAGES_MAX = 200;
const TICKED_FOR_MS = 30 * 86_400_000;

/** What is open on the person's lists, and what was ticked there in the last month. */
export function listTasks(app: App, user: User): { message: Message; item: Item }[] {
  const since = app.now() - TICKED_FOR_MS;
  const ticked = statements(app.db).listTicked.all({ user: user.id, since, limit: MESSAGES_MAX });
  const open = allIds(app, user, { only: 'open', limit: MESSAGES_MAX });
  const ids = new Set([...open, ...ticked.map(({ id }) => id)]);
  return findMessages(app, user, [...ids]).flatMap((message) =>
    (message.items ?? [])
      .filter(({ doneAt }) => doneAt === null || Date.parse(doneAt) >= since)
      .map((item) => ({ message, item })),
  );
}

const statements = prepared(({ $client }) => ({
  listTicked: $client.prepare<{ id: number }, { user: number; since: number; limit: number }>(`
    select t.message_id as id
      from memberships v cross join placements p on p.board_id = v.board_id
           cross join ticks t on t.message_id = p.message_id
     where v.user_id = +$user and t.ticked_at >= +$since
     group by t.message_id order by max(t.ticked_at) desc limit +$limit`),
}));
