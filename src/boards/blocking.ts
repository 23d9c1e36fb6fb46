import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import type { BlockedPerson } from '../contract/boards';
import { avatarUrlOf, publicName } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { givenTo, nameColumns } from '../people/given-names';
import { findUser } from '../people/users';
import { removeMember } from './leaving';

const ADDED_WITHIN_MS = 30 * 86_400_000;

type Id = Pick<User, 'id'>;
export type LeftBoard = { boardId: number; tag: string };

/** Whoever is blocked can neither add nor invite that user (docs/product/members.md: Blocking a person). */
export const hasBlocked = (app: App, user: Id, other: Id): boolean =>
  statements(app.db).find.get({ user: user.id, other: other.id }) !== null;

export function blockPerson(app: App, user: User, id: number): { person: User; left: LeftBoard[] } {
  const { isKnown, insert, listBoards } = statements(app.db);
  return transaction(app.db, () => {
    const person = findUser(app, id);
    if (!person || !isKnown.get({ user: user.id, other: id })) throw notFound('Person');
    insert.run({ user: user.id, other: id, now: app.now() });
    const left = listBoards.all({ user: user.id, owner: id });
    for (const { boardId } of left) removeMember(app, user, boardId, user.id);
    return { person, left };
  });
}

export function unblockPerson(app: App, user: Id, id: number): Done {
  const { changes } = statements(app.db).remove.run({ user: user.id, other: id });
  if (changes === 0) throw notFound('Person');
  return succeeded('They can add and invite you again.');
}

export const listBlockedPeople = (app: App, user: User): BlockedPerson[] =>
  statements(app.db)
    .list.all({ user: user.id })
    .map((row) => ({
      id: row.id,
      displayName: publicName(row),
      avatarUrl: avatarUrlOf(row),
      blockedAt: new Date(row.blockedAt).toISOString(),
    }));

export const recordAddition = (app: App, user: Id, by: Id) =>
  statements(app.db).recordAddition.run({ user: user.id, by: by.id, now: app.now() });

/** Who has added the user to a board last, in the last 30 days. */
export const findLastAdder = (app: App, user: Id): User | null => {
  const last = statements(app.db).findAddition.get({ user: user.id, since: app.now() - ADDED_WITHIN_MS });
  return last && findUser(app, last.by);
};

type Pair = { user: number; other: number };
type PersonRow = Pick<User, 'id' | 'phone' | 'firstName' | 'lastName' | 'avatarUrl'> & { blockedAt: number };

const statements = prepared(({ $client }) => ({
  find: $client.prepare<unknown, Pair>(
    'select 1 from blocked_people where user_id = $user and blocked_id = $other',
  ),
  isKnown: $client.prepare<unknown, Pair>(`
    select 1 from memberships mine join memberships v on v.board_id = mine.board_id and v.user_id = $other
     where mine.user_id = $user and $user <> $other
    union all select 1 from last_additions where user_id = $user and added_by = $other limit 1`),
  insert: $client.prepare<unknown, Pair & { now: number }>(
    'insert or ignore into blocked_people (user_id, blocked_id, blocked_at) values ($user, $other, $now)',
  ),
  remove: $client.prepare<unknown, Pair>(
    'delete from blocked_people where user_id = $user and blocked_id = $other',
  ),
  listBoards: $client.prepare<LeftBoard, { user: number; owner: number }>(`
    select v.board_id as boardId, v.tag from memberships v
      join boards b on b.id = v.board_id and b.owner_id = $owner
     where v.user_id = $user and v.role = 'member' order by v.joined_at desc, v.board_id desc`),
  list: $client.prepare<PersonRow, { user: number }>(`
    select u.id, u.phone, ${nameColumns('u')}, u.avatar_url as avatarUrl, p.blocked_at as blockedAt
      from blocked_people p join users u on u.id = p.blocked_id ${givenTo('$user', 'u')}
     where p.user_id = $user order by p.blocked_at desc, u.id desc`),
  recordAddition: $client.prepare<unknown, { user: number; by: number; now: number }>(`
    insert or replace into last_additions (user_id, added_by, added_at) values ($user, $by, $now)`),
  findAddition: $client.prepare<{ by: number }, { user: number; since: number }>(
    'select added_by as by from last_additions where user_id = $user and added_at > $since',
  ),
}));
