import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { bumpUser } from './versions';

/** SQL, after the alias of a person in `users` (docs/product/people.md: Names that others give). */
export const givenTo = (reader: string, person: string) =>
  `left join given_names g on g.user_id = ${reader} and g.person_id = ${person}.id`;
export const nameColumns = (person: string) =>
  `coalesce(g.name, ${person}.first_name) as firstName, iif(g.name is null, ${person}.last_name, null) as lastName`;

/** The same of who wrote a message: a guest stands for its sender. */
export const authorColumns = (sender: string, message: string) =>
  `coalesce('Guest ' || ${message}.guest, g.name, ${sender}.first_name) as firstName,
   iif(coalesce(${message}.guest, g.name) is null, ${sender}.last_name, null) as lastName`;

export const findGivenName = (app: App, user: User, personId: number): string | null =>
  statements(app.db).find.get({ user: user.id, person: personId })?.name ?? null;

/** The person by the name that the reader has given, if there is one. */
export function asKnownTo(app: App, reader: Pick<User, 'id'>, person: User): User {
  const { name = null } = statements(app.db).find.get({ user: reader.id, person: person.id }) ?? {};
  return name === null ? person : { ...person, firstName: name, lastName: null };
}

/** The caller checks that they share a board. Null takes the name away. */
export function giveName(app: App, user: User, personId: number, name: string | null): void {
  transaction(app.db, () => {
    const { store, remove } = statements(app.db);
    if (name === null) remove.run({ user: user.id, person: personId });
    else store.run({ user: user.id, person: personId, name });
    bumpUser(app, user.id);
  });
}

export const namesGivenTo = (app: App, { id }: User): string[] =>
  statements(app.db)
    .list.all({ person: id })
    .map(({ name }) => name);

type Pair = { user: number; person: number };

const statements = prepared(({ $client }) => ({
  find: $client.prepare<{ name: string }, Pair>(
    'select name from given_names where user_id = $user and person_id = $person',
  ),
  store: $client.prepare<unknown, Pair & { name: string }>(`
    insert into given_names (user_id, person_id, name) values ($user, $person, $name)
        on conflict do update set name = $name`),
  remove: $client.prepare<unknown, Pair>(
    'delete from given_names where user_id = $user and person_id = $person',
  ),
  list: $client.prepare<{ name: string }, { person: number }>(
    'select distinct name from given_names where person_id = $person',
  ),
}));
