import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { publicName } from '../contract/people';
import { termsIn } from '../contract/terms';
import { givenTo, nameColumns } from '../people/given-names';
import type { Vocabularies } from './index/vocabularies';

type Sender = { id: number; name: string };

/** A second name of the searcher. It matches only as a whole word, so `from:me` does not find Melanie. */
const ME = 'me';

/** If `word` is given, people whose name lacks this word may be left out. */
export function sendersIn(app: App, searcher: User, vocabularies: Vocabularies, word = ''): Sender[] {
  const ids = new Set([searcher.id]);
  for (const vocabulary of vocabularies.values()) for (const id of vocabulary.filterValues('@')) ids.add(id);
  return statements(app.db)
    .findUsers.all({ ids: JSON.stringify([...ids]), word, searcher: searcher.id })
    .map((user) => ({
      id: user.id,
      name: user.id === searcher.id ? `${ME} ${publicName(user)}` : publicName(user),
    }));
}

export function sendersNamed(
  app: App,
  searcher: User,
  vocabularies: Vocabularies,
  { from, excludedFrom }: { from: string[]; excludedFrom: string[] },
) {
  const senders = from.length + excludedFrom.length > 0 ? sendersIn(app, searcher, vocabularies) : [];
  const idsOf = (names: string[]) =>
    senders.flatMap((sender) => (hasAnyName(sender, names) ? sender.id : []));
  return { from: idsOf(from), excludedFrom: idsOf(excludedFrom) };
}

function hasAnyName(sender: Sender, names: string[]): boolean {
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

const NAME = "coalesce(g.name, coalesce(first_name, '') || ' ' || coalesce(last_name, ''))";

const statements = prepared((db) => ({
  // A name with other characters than those of the pattern may match once its accents are removed, so all
  // such names are read. People without a name are shown by digits of the phone number, so the number is
  // searched as well.
  findUsers: db.$client.prepare<NamedUser, { ids: string; word: string; searcher: number }>(
    `select u.id, ${nameColumns('u')}, phone
       from json_each($ids) wanted cross join users u on u.id = wanted.value ${givenTo('$searcher', 'u')}
      where instr(lower(${NAME}), $word) or ${NAME} glob '*[^-A-Za-z0-9 .]*' or instr(phone, $word)`,
  ),
}));
