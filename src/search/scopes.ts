import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { longestRun } from '../contract/matches';
import type { SearchQuery } from '../contract/query';
import { termsIn } from '../contract/terms';
import { allOf, anyOf, needsTextCheck, quoted, withWords } from './fts';
import { tokensBetween } from './index/stored-tokens';
import { monthNumber, scopeOf, tokenFor } from './index/tokens';
import { hasAnyName, type Sender, sendersIn } from './senders';

/**
 * The part of the index that a search covers (docs/product.md: Search scope). It has one scope for the
 * private boards of the searcher, and one for each shared board that the searcher is on. If the search is
 * limited to boards, this part has only the scope of the first board. Every search determines the scopes
 * anew, so that the index need not change when somebody joins or leaves a board.
 */
export type VisibleScopes = {
  scopes: string[];
  /**
   * Joins the FTS5 expressions that `inScope` returns for each scope, and adds the query's filters. Returns
   * null if nothing can match.
   */
  expression(inScope: (scope: string) => string | null): string | null;
  /**
   * Returns the filter tokens of the boards and the other people whose name contains these words, one after
   * the other. The last word may be only the beginning of a word in the name.
   */
  tokensNamed(words: string[]): string[];
};

/**
 * Returns the scopes of a search. Returns null if nothing can match, for example because the searcher has no
 * board with a tag of the query. `boardId` limits the search to one board.
 */
export function visibleScopes(
  app: App,
  searcher: User,
  query: SearchQuery,
  boardId?: number,
): VisibleScopes | null {
  const boards = statements(app.db).findBoards.all({ searcher: searcher.id });
  const wanted = query.tags.map((tag) => boards.find((board) => board.tag === tag));
  if (boardId !== undefined) wanted.push(boards.find(({ id }) => id === boardId));
  if (wanted.includes(undefined)) return null;
  const required = wanted as SearcherBoard[];
  const excluded = boards.filter(({ tag }) => query.excludedTags.includes(tag));

  const own = scopeOf({ id: 0, shared: 0, ownerId: searcher.id });
  const scopes = required[0]
    ? [scopeOf(required[0])]
    : [own, ...boards.filter(({ shared }) => shared).map((board) => scopeOf(board))];

  let known: Sender[] | null = null;
  const senders = () => {
    known ??= sendersIn(app, searcher, scopes);
    return known;
  };
  const idsOf = (names: string[]) =>
    names.length === 0 ? [] : senders().flatMap((sender) => (hasAnyName(sender, names) ? sender.id : []));
  const from = query.from.length > 0 ? idsOf(query.from) : null;
  const excludedFrom = idsOf(query.excludedFrom);
  if (from?.length === 0) return null;

  function filtered(scope: string, found: string | null): string | null {
    if (found === null) return null;
    const all = [found];
    const none = query.excludedHas.map((what) => tokenFor.has(scope, what)).map(quoted);
    // in the scope of the private boards, messages of their owner have no sender token
    if (scope === own) {
      if ((from && !from.includes(searcher.id)) || excludedFrom.includes(searcher.id)) return null;
    } else {
      if (from) all.push(anyOf(from.map((id) => quoted(tokenFor.sender(scope, id)))));
      none.push(...excludedFrom.map((id) => quoted(tokenFor.sender(scope, id))));
    }
    for (const what of query.has) all.push(quoted(tokenFor.has(scope, what)));
    if (query.after !== null || query.before !== null) {
      const months = monthTokens(app, scope, query);
      if (months.length === 0) return null;
      all.push(anyOf(months.map(quoted)));
    }
    for (const word of query.excludedWords)
      if (!needsTextCheck(word)) none.push(withWords(scope, word.terms));
    return none.length > 0 ? `((${allOf(all)}) NOT ${anyOf(none)})` : allOf(all);
  }

  return {
    scopes,
    expression(inScope) {
      const found = scopes.flatMap((scope) => filtered(scope, inScope(scope)) ?? []);
      if (found.length === 0) return null;
      const all = allOf([anyOf(found), ...required.map((board) => quoted(boardToken(board)))]);
      return excluded.length > 0
        ? `(${all}) NOT ${anyOf(excluded.map((board) => quoted(boardToken(board))))}`
        : all;
    },
    tokensNamed(words) {
      const matches = (name: string) => hasRun(name, words);
      const others = senders().filter(({ id, name }) => id !== searcher.id && matches(name));
      return [
        ...boards.filter(({ tag }) => matches(tag)).map(boardToken),
        ...others.flatMap(({ id }) =>
          scopes.filter((scope) => scope !== own).map((scope) => tokenFor.sender(scope, id)),
        ),
      ];
    },
  };
}

/**
 * Returns the filter token of a board. A shared board is a whole scope, so its token is the `all` token of
 * that scope.
 */
function boardToken(board: SearcherBoard): string {
  const scope = scopeOf(board);
  return board.shared ? tokenFor.all(scope) : tokenFor.board(scope, board.id);
}

/**
 * Returns whether a name contains these words one after the other. The last word may be only the beginning of
 * a word in the name.
 */
function hasRun(name: string, words: string[]): boolean {
  const own = termsIn(name).map(({ word }) => word);
  const phrase = { terms: words, quoted: true, unfinished: true };
  return own.some((_, at) => longestRun(phrase, own, at) === words.length);
}

/** Returns the month tokens of a scope for the months that are at least partly in the query's time range. */
function monthTokens(app: App, scope: string, { after, before }: SearchQuery): string[] {
  const first = after === null ? 0 : monthNumber(after);
  const last = before === null ? Number.POSITIVE_INFINITY : monthNumber(before - 1);
  return tokensBetween(app.db, `${scope}:=`, `${scope}:>`).filter((token) => {
    const month = Number.parseInt(token.slice(scope.length + 2), 36);
    return month >= first && month <= last;
  });
}

/** A board that the searcher is on. `tag` is the searcher's own tag for it. */
type SearcherBoard = { id: number; shared: 0 | 1; ownerId: number; tag: string };

const statements = prepared((db) => ({
  findBoards: db.$client.prepare<SearcherBoard, { searcher: number }>(
    `select b.id, b.shared, b.owner_id as ownerId, v.tag
       from memberships v join boards b on b.id = v.board_id where v.user_id = $searcher`,
  ),
}));
