import type { User } from '../../db/schema';
import { REACTION_NAMES_MAX } from '../contract/limits';
import type { Reaction } from '../contract/messages';
import { type NamedUser, publicName } from '../contract/people';
import { givenTo } from '../people/given-names';

/** SQL: a reaction shows on the boards that its person is on (docs/product/messages.md: Reactions). */
export const REACTIONS_JSON = `
  (select json_group_array(json_object(
            'emoji', x.emoji, 'userId', x.user_id, 'at', x.created_at,
            'firstName', coalesce(g.name, xu.first_name), 'lastName', iif(g.name is null, xu.last_name, null),
            'phone', xu.phone))
     from reactions x cross join memberships xv on xv.board_id = v.board_id and xv.user_id = x.user_id
          cross join users xu on xu.id = x.user_id ${givenTo('v.reader_id', 'xu')}
    where x.message_id = m.id)`;

type Row = NamedUser & { emoji: string; userId: number; at: number };

const NONE = '[]';

/** Takes one list for each board of the message that the viewer is on. */
export function toReactions(boards: { reactions: string }[], viewer: User): Reaction[] {
  const lists = new Set(boards.map(({ reactions }) => reactions).filter((list) => list !== NONE));
  const rows = [...lists].flatMap((list): Row[] => JSON.parse(list));
  const byPerson = new Map(rows.map((row) => [`${row.userId} ${row.emoji}`, row]));
  const first = [...byPerson.values()].sort((one, other) => one.at - other.at || one.userId - other.userId);
  return [...Map.groupBy(first, ({ emoji }) => emoji)].map(([emoji, people]) => ({
    emoji,
    count: people.length,
    mine: people.some(({ userId }) => userId === viewer.id),
    people: people.slice(0, REACTION_NAMES_MAX).map(publicName),
  }));
}
