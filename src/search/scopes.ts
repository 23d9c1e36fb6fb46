import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { longestRun, type QueryWord, type SearchQuery } from '../contract/search';
import { isPair, termsIn } from '../contract/terms';
import { publicName } from '../users/users';
import { tokensBetween } from './index/stored-tokens';
import { monthNumber, scopeOf, tokenFor } from './index/tokens';

/**
 * What a searcher may see, as the index knows it: their own private boards are one scope, each shared board
 * they are on is another. Asked at every search, so joining or leaving needs no change of the index.
 */
export type VisibleScopes = {
  scopes: string[];
  /** An FTS5 expression for rows that `inner` finds in a scope, within all that the question's operators ask. */
  expression(inner: (scope: string) => string | null): string | null;
  /** Marks of the searcher's boards and acquaintances that go by such a name, the last of its words as far as typed. */
  filterTokensNamed(terms: string[]): string[];
};

type Held = { id: number; shared: 0 | 1; ownerId: number; tag: string };

const heldBy = prepared((db) =>
  db.$client.prepare<Held, { viewer: number }>(
    `select b.id, b.shared, b.owner_id as ownerId, v.tag
       from memberships v join boards b on b.id = v.board_id where v.user_id = $viewer`,
  ),
);

/** Null when nothing can match: an operator names what the searcher does not have. `boardId` is one board to stay on. */
export function visibleScopes(
  app: App,
  viewer: User,
  question: SearchQuery,
  boardId?: number,
): VisibleScopes | null {
  const held = heldBy(app.db).all({ viewer: viewer.id });
  const markOf = (board: Held) => {
    const scope = scopeOf(board);
    return board.shared ? tokenFor.all(scope) : tokenFor.board(scope, board.id);
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
  const withoutFrom = peopleAmong(question.excludedFrom) ?? [];
  if (from?.length === 0) return null;

  const required = wanted.map((board) => quoted(markOf(board!)));
  const excluded = held.filter((board) => question.excludedTags.includes(board.tag)).map(markOf);

  function inScope(scope: string, inner: (scope: string) => string | null): string | null {
    const found = inner(scope);
    if (found === null) return null;
    const all = [found];
    if (from && !(scope === own && from.some(({ id }) => id === viewer.id))) {
      if (scope === own) return null;
      all.push(anyOf(from.map(({ id }) => quoted(tokenFor.sender(scope, id)))));
    }
    for (const what of question.has) all.push(quoted(tokenFor.has(scope, what)));
    if (question.after !== null || question.before !== null) {
      const months = monthsBetween(app, scope, question);
      if (months.length === 0) return null;
      all.push(anyOf(months.map(quoted)));
    }
    if (scope === own && withoutFrom.some(({ id }) => id === viewer.id)) return null;
    const none = question.excludedWords
      .filter((word) => !needsTextCheck(word))
      .map((word) => phraseExpression(scope, word.terms));
    if (scope !== own) none.push(...withoutFrom.map(({ id }) => quoted(tokenFor.sender(scope, id))));
    none.push(...question.excludedHas.map((what) => quoted(tokenFor.has(scope, what))));
    return none.length > 0 ? `((${allOf(all)}) NOT ${anyOf(none)})` : allOf(all);
  }

  let known: Person[] | null = null;
  return {
    scopes,
    expression(inner) {
      const found = scopes.flatMap((scope) => inScope(scope, inner) ?? []);
      if (found.length === 0) return null;
      const all = allOf([anyOf(found), ...required]);
      return excluded.length > 0 ? `(${all}) NOT ${anyOf(excluded.map(quoted))}` : all;
    },
    filterTokensNamed(terms) {
      known ??= people();
      const goesBy = (name: string) => {
        const words = termsIn(name).map(({ word }) => word);
        return words.some(
          (_, at) => longestRun({ terms, quoted: true, unfinished: true }, words, at) === terms.length,
        );
      };
      const theirs = known.filter(({ id, name }) => id !== viewer.id && goesBy(name));
      return [
        ...held.filter((board) => goesBy(board.tag)).map(markOf),
        ...theirs.flatMap(({ id }) =>
          scopes.filter((scope) => scope !== own).map((scope) => tokenFor.sender(scope, id)),
        ),
      ];
    },
  };
}

export const quoted = (token: string) => `"${token}"`;
export const anyOf = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`);
export const allOf = (parts: string[]) => parts.join(' AND ');

/** Rows with all of these words, of which each pair that the index has stands together. */
export const phraseExpression = (scope: string, terms: string[]) =>
  allOf(inIndex(terms).map((term) => quoted(tokenFor.word(scope, term))));

/** Whether only the text tells if the words stand together. */
export const needsTextCheck = ({ terms }: QueryWord) => inIndex(terms).length > 1;

const inIndex = (terms: string[]) =>
  terms.flatMap((term, at) => {
    const next = terms[at + 1];
    if (isPair(term, next)) return [term + next];
    return at > 0 && isPair(terms[at - 1]!, term) ? [] : [term];
  });

/** The marks of the months with messages that reach into the time a question asks about. */
function monthsBetween(app: App, scope: string, { after, before }: SearchQuery): string[] {
  const first = after === null ? 0 : monthNumber(after);
  const last = before === null ? Number.POSITIVE_INFINITY : monthNumber(before - 1);
  return tokensBetween(app.db, `${scope}:=`, `${scope}:>`).filter((term) => {
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
    for (const term of tokensBetween(app.db, `${scope}:@`, `${scope}:A`))
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
