import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import type { Person } from '../contract/boards';
import { PEOPLE_MAX } from '../contract/limits';
import { avatarUrlOf, namesOf, publicName } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { giveName, givenTo, nameColumns } from '../people/given-names';
import { findUser } from '../people/users';
import type { Board } from './boards';

export const listPeople = (app: App, user: User): Person[] =>
  statements(app.db).people.all({ user: user.id, max: PEOPLE_MAX }).map(toPerson);

/** Somebody with whom a board is shared, by the whole number or its last digits, if these are of one person. */
export function findPersonByNumber(
  app: App,
  user: User,
  typed: string,
): { id: number; phone: string } | null {
  const digits = typed.replace(/\D/g, '').replace(/^0+(?=\d{5})/, '');
  const found = statements(app.db)
    .people.all({ user: user.id, max: PEOPLE_MAX })
    .filter(({ phone }) => phone.endsWith(digits));
  return found.length === 1 ? found[0]! : null;
}

export function namePerson(app: App, user: User, personId: number, name: string | null): Done {
  const person = statements(app.db)
    .people.all({ user: user.id, max: PEOPLE_MAX })
    .find(({ id }) => id === personId);
  if (!person) throw notFound('Person');
  giveName(app, user, personId, name);
  return succeeded(
    name === null
      ? 'You see them by their own name again.'
      : `You see them as ${name} now; nobody else does.`,
  );
}

/** Who shares no board with the user is not there, as if there were no such account. */
export function phoneOfPerson(app: App, user: User, id: number): string {
  const person = statements(app.db)
    .people.all({ user: user.id, max: -1 })
    .find((row) => row.id === id);
  if (!person) throw notFound('Person');
  return person.phone;
}

/** As the viewer knows them, or somebody without a name if the account is gone. */
export const describePerson = (app: App, viewer: User, id: number): Person => {
  const row = statements(app.db).findPerson.get({ user: viewer.id, id });
  if (row) return toPerson(row);
  return { id, firstName: null, lastName: null, displayName: 'Deleted account', avatarUrl: null };
};

export const countOtherMembers = (app: App, user: User, boards: Board[]): number =>
  statements(app.db).countOthers.get({
    boards: JSON.stringify(boards.map(({ id }) => id)),
    user: user.id,
  })!.count;

export const boardOwner = (app: App, { id }: Board): User =>
  findUser(app, statements(app.db).findOwner.get({ board: id })!.id)!;

export type MemberRow = { id: number; phone: string; tag: string; smsEnabled: number };

export const membersOf = (app: App, boardId: number): MemberRow[] =>
  statements(app.db).members.all({ board: boardId });

type PersonRow = Pick<User, 'id' | 'phone' | 'firstName' | 'lastName' | 'avatarUrl'>;

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  ...namesOf(row),
  displayName: publicName(row),
  avatarUrl: avatarUrlOf(row),
});

const statements = prepared(({ $client }) => ({
  people: $client.prepare<PersonRow, { user: number; max: number }>(`
    select u.id, u.phone, ${nameColumns('u')}, u.avatar_url as avatarUrl
      from memberships mine
           cross join memberships v on v.board_id = mine.board_id
           cross join users u on u.id = v.user_id ${givenTo('+$user', 'u')}
     where mine.user_id = +$user and v.user_id <> +$user
     group by u.id order by max(v.joined_at) desc, u.id limit +$max`),
  findPerson: $client.prepare<PersonRow, { user: number; id: number }>(`
    select u.id, u.phone, ${nameColumns('u')}, u.avatar_url as avatarUrl
      from users u ${givenTo('+$user', 'u')} where u.id = $id`),
  members: $client.prepare<MemberRow, { board: number }>(`
    select u.id, u.phone, v.tag, v.sms_enabled as smsEnabled
      from memberships v join users u on u.id = v.user_id where v.board_id = $board`),
  findOwner: $client.prepare<{ id: number }, { board: number }>(
    'select owner_id as id from boards where id = $board',
  ),
  countOthers: $client.prepare<{ count: number }, { boards: string; user: number }>(`
    select count(distinct v.user_id) as count
      from json_each($boards) board cross join memberships v on v.board_id = board.value
     where v.user_id <> $user`),
}));
