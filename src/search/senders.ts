import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { termsIn } from '../contract/terms';
import { publicName } from '../users/users';
import { tokensBetween } from './index/stored-tokens';

/** Somebody who can be searched for by name. */
export type Sender = { id: number; name: string };

/** A second name of the searcher. It matches only as a whole word, so `from:me` does not find Melanie. */
const ME = 'me';

/**
 * Returns the searcher and everybody who has messages in these scopes, also people who have left the board.
 */
export function sendersIn(app: App, searcher: User, scopes: string[]): Sender[] {
  const ids = new Set([searcher.id]);
  for (const scope of scopes)
    for (const token of tokensBetween(app.db, `${scope}:@`, `${scope}:A`))
      ids.add(Number.parseInt(token.slice(scope.length + 2), 36));
  return statements(app.db)
    .findUsers.all({ ids: JSON.stringify([...ids]) })
    .map((user) => ({
      id: user.id,
      name: user.id === searcher.id ? `${ME} ${publicName(user)}` : publicName(user),
    }));
}

/**
 * Returns whether a sender matches one of these names. Each word of the searched name must be the beginning
 * of a word in the sender's name; `me` must be a whole word.
 */
export function hasAnyName(sender: Sender, names: string[]): boolean {
  const own = wordsOf(sender.name);
  return names.some((name) => {
    const words = wordsOf(name);
    return (
      words.length > 0 &&
      words.every((word) => (word === ME ? own.includes(ME) : own.some((one) => one.startsWith(word))))
    );
  });
}

const wordsOf = (name: string) => termsIn(name).map(({ word }) => word);

type NamedUser = { id: number; firstName: string | null; lastName: string | null; phone: string };

const statements = prepared((db) => ({
  findUsers: db.$client.prepare<NamedUser, { ids: string }>(
    `select id, first_name as firstName, last_name as lastName, phone from users
      where id in (select value from json_each($ids))`,
  ),
}));
