import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import * as boardCards from '../../src/messages/board-cards';

export const privateBoardCards = (app: App, user: User) => boardCards.privateBoardCards(app, user).toJSON();

export const sharedBoardCards = (app: App, user: User) => boardCards.sharedBoardCards(app, user).toJSON();

export const wronglyKept = (app: App): unknown[] => [
  ...app.db.$client
    .query(`
      select b.*, c.* from boards b left join board_cards c on c.board_id = b.id
       where (b.newest_id, b.latest_id, b.latest_at, b.latest_sender_id, b.latest)
             is not (c.newest_id, c.latest_id, c.latest_at, c.latest_sender_id, c.latest)
          or b.message_count <> (select count(*) from placements where board_id = b.id)
          or b.member_count <> (select count(*) from memberships where board_id = b.id)`)
    .all(),
  ...app.db.$client
    .query(`
      select v.* from memberships v
       where v.unread <> (select count(*) from placements
                           where board_id = v.board_id and message_id > v.seen_id and known_to is not v.user_id)`)
    .all(),
];
