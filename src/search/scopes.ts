import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import { mark, monthOf, scopeOf } from '../../db/search-index';
import { termsBetween } from '../../db/search-vocabulary';
import type { App } from '../app';
import { longestRun, type Question, type Word } from '../contract/search';
import { isPair, termsIn } from '../contract/terms';
import { publicName } from '../users/users';

/**
 * What a searcher may see, as the index knows it: their own private boards are one scope, each shared board
 * they are on is another. Asked at every search, so joining or leaving needs no change of the index.
 */
export type Reach = {
  scopes: string[];
  /** An FTS5 expression for rows that `inner` finds in a scope, within all that the question's operators ask. */
  within(inner: (scope: string) => string | null): string | null;
  /** Marks of the searcher's boards and acquaintances that go by such a name, the last of its words as far as typed. */
  called(terms: string[]): string[];
};

type Held = { id: number; shared: 0 | 1; ownerId: number; tag: string };

const heldBy = prepared((db) =>
  db.$client.prepare<Held, { viewer: number }>(
    `select b.id, b.shared, b.owner_id as ownerId, v.tag
       from memberships v join boards b on b.id = v.board_id where v.user_id = $viewer`,
  ),
);

/** Null when nothing can match: an operator names what the searcher does not have. `boardId` is one board to stay on. */
export function reachOf(app: App, viewer: User, question: Question, boardId?: number): Reach | null {
  const held = heldBy(app.db).all({ viewer: viewer.id });
  const markOf = (board: Held) => {
    const scope = scopeOf(board);
    return board.shared ? mark.all(scope) : mark.board(scope, board.id);
  };
  const wanted = question.tags.map((tag) => held.find((board) => board.tag === tag));
  if (boardId) wanted.push(held.find((board) => board.id === boardId));
  if (wanted.includes(undefined)) return null;

  const own = scopeOf({ id: 0, shared: 0, ownerId: viewer.id });
  const [narrowest] = wanted;
  const scopes = narrowest
    ? [scopeOf(narrowest)]
    : [own, ...held.filter((board) => board.shared).map((board) => scopeOf(board))];

  const people = () => acquaintances(app, viewer, scopes);
  const peopleAmong = (names: string[]) =>
    names.length > 0 ? people().filter((person) => isAmong(person, names)) : null;
  const from = peopleAmong(question.from);
  const withoutFrom = peopleAmong(question.withoutFrom) ?? [];
  if (from?.length === 0) return null;

  const required = wanted.map((board) => token(markOf(board!)));
  const excluded = held.filter((board) => question.withoutTags.includes(board.tag)).map(markOf);

  function inScope(scope: string, inner: (scope: string) => string | null): string | null {
    const found = inner(scope);
    if (found === null) return null;
    const all = [found];
    if (from && !(scope === own && from.some(({ id }) => id === viewer.id))) {
      if (scope === own) return null;
      all.push(any(from.map(({ id }) => token(mark.sender(scope, id)))));
    }
    for (const what of question.has) all.push(token(mark.has(scope, what)));
    if (question.after !== null || question.before !== null) {
      const months = monthsBetween(app, scope, question);
      if (months.length === 0) return null;
      all.push(any(months.map(token)));
    }
    if (scope === own && withoutFrom.some(({ id }) => id === viewer.id)) return null;
    const none = question.without.filter((word) => !isLoose(word)).map((word) => phrase(scope, word.terms));
    if (scope !== own) none.push(...withoutFrom.map(({ id }) => token(mark.sender(scope, id))));
    none.push(...question.withoutHas.map((what) => token(mark.has(scope, what))));
    return none.length > 0 ? `((${every(all)}) NOT ${any(none)})` : every(all);
  }

  let known: Person[] | null = null;
  return {
    scopes,
    within(inner) {
      const found = scopes.flatMap((scope) => inScope(scope, inner) ?? []);
      if (found.length === 0) return null;
      const all = every([any(found), ...required]);
      return excluded.length > 0 ? `(${all}) NOT ${any(excluded.map(token))}` : all;
    },
    called(terms) {
      known ??= people();
      const goesBy = (name: string) => {
        const words = termsIn(name).map(({ word }) => word);
        return words.some(
          (_, at) => longestRun({ terms, quoted: true, open: true }, words, at) === terms.length,
        );
      };
      const theirs = known.filter(({ id, name }) => id !== viewer.id && goesBy(name));
      return [
        ...held.filter((board) => goesBy(board.tag)).map(markOf),
        ...theirs.flatMap(({ id }) =>
          scopes.filter((scope) => scope !== own).map((scope) => mark.sender(scope, id)),
        ),
      ];
    },
  };
}

export const token = (token: string) => `"${token}"`;
export const any = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`);
export const every = (parts: string[]) => parts.join(' AND ');

/** Rows with all of these words, of which each pair that the index has stands together. */
export const phrase = (scope: string, terms: string[]) =>
  every(inIndex(terms).map((term) => token(mark.word(scope, term))));

/** Whether only the text tells if the words stand together. */
export const isLoose = ({ terms }: Word) => inIndex(terms).length > 1;

const inIndex = (terms: string[]) =>
  terms.flatMap((term, at) => {
    const next = terms[at + 1];
    if (isPair(term, next)) return [term + next];
    return at > 0 && isPair(terms[at - 1]!, term) ? [] : [term];
  });

/** The marks of the months with messages that reach into the time a question asks about. */
function monthsBetween(app: App, scope: string, { after, before }: Question): string[] {
  const first = after === null ? 0 : monthOf(after);
  const last = before === null ? Number.POSITIVE_INFINITY : monthOf(before - 1);
  return termsBetween(app.db.$client, `${scope}:=`, `${scope}:>`).filter((term) => {
    const month = Number.parseInt(term.slice(scope.length + 2), 36);
    return month >= first && month <= last;
  });
}

type Person = { id: number; name: string };

/** How one speaks of oneself: whole, as Melanie is not meant. */
const ME = 'me';

/** Who has messages in these scopes, whether or not they are still on the board, and the viewer. */
function acquaintances(app: App, viewer: User, scopes: string[]): Person[] {
  const { $client } = app.db;
  const ids = new Set([viewer.id]);
  for (const scope of scopes)
    for (const term of termsBetween($client, `${scope}:@`, `${scope}:A`))
      ids.add(Number.parseInt(term.slice(scope.length + 2), 36));
  const named = $client.query<
    { id: number; firstName: string | null; lastName: string | null; phone: string },
    [string]
  >(
    `select id, first_name as firstName, last_name as lastName, phone from users
      where id in (select value from json_each(?))`,
  );
  return named.all(JSON.stringify([...ids])).map((user) => ({
    id: user.id,
    name: user.id === viewer.id ? `${ME} ${publicName(user)}` : publicName(user),
  }));
}

/** Whether every word of one of these begins a word of the name. */
const isAmong = ({ name }: Person, wanted: string[]) => {
  const has = termsIn(name).map(({ word }) => word);
  return wanted.some((who) => {
    const words = termsIn(who).map(({ word }) => word);
    const isIn = (word: string) => has.some((one) => (word === ME ? one === ME : one.startsWith(word)));
    return words.length > 0 && words.every(isIn);
  });
};
