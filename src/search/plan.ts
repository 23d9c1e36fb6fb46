import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { type Board, boardIdsOfToken, findBoard, sharedBoardIds } from '../boards/boards';
import { longestRun } from '../contract/matches';
import type { QueryWord, SearchQuery } from '../contract/query';
import { termsIn } from '../contract/terms';
import { isForToken, tokenOf } from '../people/auth/token-boards';
import { allOf, anyOf, needsTextCheck, quoted, withWords } from './fts';
import { monthNumber, scopeOf, tokenFor } from './index/tokens';
import { readVocabularies, type Vocabularies } from './index/vocabularies';
import type { Vocabulary } from './index/vocabulary';
import { filterIds, findIds, isTimed } from './matching';
import { sendersIn, sendersNamed } from './senders';
import { textCheck } from './text-check';

export type Plan = {
  words: QueryWord[];
  freeText: string;
  /** The vocabularies of the scopes; empty if the query has neither words nor names nor dates. */
  vocabularies: Vocabularies;
  /**
   * True if the search may leave out a message although it has the words: because of a filter of the query,
   * or because the search is limited to some of the private boards, which all have the same scope.
   */
  isFiltered: boolean;
  hasPhrases: boolean;
  expression(inScope: (scope: string) => string | null): string | null;
  /** The last word may be only the beginning of a word in the name. */
  tokensNamed(words: string[]): string[];
  /** If `asTyped`, the words that are phrases must also be in the text as typed. */
  find(expression: string | null, limit: number, options?: { asTyped: boolean }): Promise<number[]>;
  findAny(limit: number): Promise<number[]>;
  keep<T extends { id: number }>(found: T[]): T[];
};

export async function planSearch(
  app: App,
  searcher: User,
  query: SearchQuery,
  board?: Board,
): Promise<Plan | null> {
  const ofTags = (tags: string[]) => tags.map((tag) => findBoard(app, searcher, tag));
  const wanted = ofTags(query.tags);
  if (wanted.includes(null)) return null;
  const required = (board ? [...wanted, board] : wanted) as Board[];
  const excluded = ofTags(query.excludedTags).filter((board) => board !== null);

  const scopeOfBoard = ({ id, shared }: { id: number; shared: unknown }) =>
    scopeOf({ id, shared, ownerId: searcher.id });
  /** The filter token of a shared board is the `all` token of its scope. */
  const boardToken = (board: { id: number; shared: unknown }) =>
    board.shared ? tokenFor.all(scopeOfBoard(board)) : tokenFor.board(own, board.id);
  const own = scopeOfBoard({ id: 0, shared: false });
  const ofToken = searcher.byToken ? boardIdsOfToken(app, searcher) : null;
  const scopes = required[0]
    ? [scopeOfBoard(required[0])]
    : [own, ...sharedBoardIds(app, searcher).map((id) => scopeOfBoard({ id, shared: true }))];
  const vocabularies = needsVocabularies(query) ? await readVocabularies(app.db, scopes) : new Map();

  const months = new Map(
    isTimed(query)
      ? [...vocabularies].map(
          ([scope, vocabulary]) => [scope, monthTokens(scope, vocabulary, query)] as const,
        )
      : [],
  );
  const { from, excludedFrom } = sendersNamed(app, searcher, vocabularies, query);
  if (query.from.length > 0 && from.length === 0) return null;

  function tokensNamed(words: string[]): string[] {
    const matches = (name: string) => hasRun(name, words);
    const [word = ''] = words;
    const boards = statements(app.db).findBoards.all({
      searcher: searcher.id,
      token: tokenOf(searcher),
      word,
    });
    const others = sendersIn(app, searcher, vocabularies, word).filter(
      ({ id, name }) => id !== searcher.id && matches(name),
    );
    return [
      ...boards.filter(({ tag }) => matches(tag)).map(boardToken),
      ...others.flatMap(({ id }) =>
        scopes.filter((scope) => scope !== own).map((scope) => tokenFor.sender(scope, id)),
      ),
    ];
  }

  function filtered(scope: string, found: string | null): string | null {
    if (found === null) return null;
    const all = [found];
    const none = query.excludedHas.map((what) => tokenFor.has(scope, what)).map(quoted);
    // in the scope of the private boards, messages of their owner have no sender token
    if (scope === own) {
      if (ofToken?.length === 0) return null;
      if (ofToken) all.push(anyOf(ofToken.map((id) => quoted(tokenFor.board(own, id)))));
      if ((from.length > 0 && !from.includes(searcher.id)) || excludedFrom.includes(searcher.id)) return null;
    } else {
      if (from.length > 0) all.push(anyOf(from.map((id) => quoted(tokenFor.sender(scope, id)))));
      none.push(...excludedFrom.map((id) => quoted(tokenFor.sender(scope, id))));
    }
    for (const what of query.has) all.push(quoted(tokenFor.has(scope, what)));
    if (isTimed(query)) {
      const tokens = months.get(scope)!.map(quoted);
      if (tokens.length === 0) return null;
      all.push(anyOf(tokens));
    }
    for (const word of query.excludedWords)
      if (!needsTextCheck(word)) none.push(withWords(scope, word.terms));
    return none.length > 0 ? `((${allOf(all)}) NOT ${anyOf(none)})` : allOf(all);
  }

  function expression(inScope: (scope: string) => string | null): string | null {
    const found = scopes.flatMap((scope) => filtered(scope, inScope(scope)) ?? []);
    if (found.length === 0) return null;
    const all = allOf([anyOf(found), ...required.map((board) => quoted(boardToken(board)))]);
    return excluded.length > 0
      ? `(${all}) NOT ${anyOf(excluded.map((board) => quoted(boardToken(board))))}`
      : all;
  }

  const everything = () => expression((scope) => quoted(tokenFor.all(scope)));
  const check = textCheck(query, []);
  const checkAsTyped = textCheck(query, query.words);
  const find = async (expression: string | null, limit: number, { asTyped } = { asTyped: false }) =>
    expression ? findIds(app, query, asTyped ? checkAsTyped : check, expression, limit) : [];
  return {
    words: query.words,
    freeText: query.freeText,
    vocabularies,
    isFiltered:
      query.filters.some(({ kind }) => kind !== 'phrase') ||
      required.some(({ shared }) => !shared) ||
      ofToken !== null,
    hasPhrases: [...query.words, ...query.excludedWords].some(needsTextCheck),
    expression,
    find,
    findAny: (limit) => find(everything(), limit),
    keep(found) {
      const expression = everything();
      const ids = found.map(({ id }) => id);
      const kept = new Set(expression ? filterIds(app, query, check, expression, ids) : []);
      return found.filter(({ id }) => kept.has(id));
    },
    tokensNamed,
  };
}

const needsVocabularies = ({ words, from, excludedFrom, after, before }: SearchQuery) =>
  words.length + from.length + excludedFrom.length > 0 || isTimed({ after, before });

function hasRun(name: string, words: string[]): boolean {
  const own = termsIn(name).map(({ word }) => word);
  const phrase = { terms: words, quoted: true, unfinished: true };
  return own.some((_, at) => longestRun(phrase, own, at) === words.length);
}

function monthTokens(scope: string, vocabulary: Vocabulary, { after, before }: SearchQuery): string[] {
  const first = after === null ? 0 : monthNumber(after);
  const last = before === null ? Number.POSITIVE_INFINITY : monthNumber(before - 1);
  return vocabulary
    .filterValues('=')
    .filter((month) => month >= first && month <= last)
    .map((month) => tokenFor.month(scope, month));
}

const statements = prepared((db) => ({
  // a tag with letters outside ASCII may match once its accents are removed, so all such tags are read
  findBoards: db.$client.prepare<
    { id: number; shared: 0 | 1; tag: string },
    { searcher: number; token: number | null; word: string }
  >(
    `select b.id, b.shared, v.tag from memberships v cross join boards b on b.id = v.board_id
      where v.user_id = +$searcher and ${isForToken('b.id')}
        and (instr(v.tag, $word) or octet_length(v.tag) > length(v.tag))`,
  ),
}));
