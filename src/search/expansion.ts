import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app';
import { numberSpellings, type QueryWord, type SearchQuery } from '../contract/search';
import { isUnspaced } from '../contract/terms';
import { allOf, anyOf, quoted, withWords } from './fts';
import { tokenFor } from './index/tokens';
import { type Vocabulary, vocabularyOf } from './index/vocabulary';
import { findIds, readCandidates } from './matching';
import { type RankedMessage, rank, type WordMatcher } from './ranking';
import type { VisibleScopes } from './scopes';

/** With this many messages that have every word in some form, typos are not tried. */
const ENOUGH = 10;
/** With fewer messages than this, messages without one of the words are added. */
const FEW = 5;
/** A word that this many messages have is not expanded: it is meant as typed. */
const COMMON = 300;
/** Messages that are ranked after an expansion: the newest. */
const RANKED_MAX = 150;
/** Messages with one word, the newest, that are looked at if they may lack the other words. */
const PER_WORD_MAX = 1_000;
/** A message that lacks a word must have this share of the best one's score. */
const PARTIAL_SCORE = 0.5;
/** If more messages have a prefix, FTS5 would take too long to merge all its words: the commonest stand for it. */
const PREFIX_MESSAGES_MAX = 3_000;
const PREFIX_WORDS_MAX = 40;

/** The vocabularies by scope. */
export type Vocabularies = Map<string, Vocabulary>;

export async function vocabulariesOf(app: App, { scopes }: VisibleScopes): Promise<Vocabularies> {
  const entries = scopes.map(async (scope) => [scope, await vocabularyOf(app.db, scope)] as const);
  return new Map(await Promise.all(entries));
}

/** Returns an FTS5 expression for a word or phrase as typed. An unfinished word also matches as a prefix. */
export function exactExpression(
  scope: string,
  vocabulary: Vocabulary,
  { terms, unfinished }: QueryWord,
): string {
  const last = terms.at(-1)!;
  if (!unfinished || last.length < 2 || isUnspaced(last)) return withWords(scope, terms);
  const { words, messages } = wordsWithPrefix(vocabulary, last);
  const prefix =
    messages > PREFIX_MESSAGES_MAX
      ? anyOf(words.slice(0, PREFIX_WORDS_MAX).map((word) => withWords(scope, [word])))
      : `${quoted(tokenFor.word(scope, last))} *`;
  return terms.length > 1 ? allOf([withWords(scope, terms.slice(0, -1)), prefix]) : prefix;
}

function wordsWithPrefix(vocabulary: Vocabulary, prefix: string) {
  const words = vocabulary.startingWith(prefix);
  return { words, messages: words.reduce((sum, word) => sum + vocabulary.count(word), 0) };
}

/** Returns a matcher for a word as typed. */
export function exactMatcher(word: QueryWord, vocabularies: Vocabularies): WordMatcher {
  const messages = word.terms.map((term, at) =>
    word.unfinished && at === word.terms.length - 1 && term.length > 1
      ? sumOver(vocabularies, (vocabulary) => wordsWithPrefix(vocabulary, term).messages)
      : messagesWith(vocabularies, term),
  );
  const all = sumOver(vocabularies, (vocabulary) => vocabulary.messages);
  return {
    word,
    numberSpellings: numberSpellings(word),
    similar: new Map(),
    nameTokens: new Set(),
    weight: Math.log(2 + all / (1 + Math.min(...messages))),
  };
}

const messagesWith = (vocabularies: Vocabularies, word: string) =>
  sumOver(vocabularies, (vocabulary) => vocabulary.count(word));

const sumOver = (vocabularies: Vocabularies, count: (vocabulary: Vocabulary) => number) =>
  vocabularies.values().reduce((sum, vocabulary) => sum + count(vocabulary), 0);

/**
 * Returns the ids of the exact matches and of messages that have the words in other forms or as names; if those are
 * few, also with typos; if those are very few, also of messages with only some of the words. Best first.
 */
export async function expand(
  app: App,
  query: SearchQuery,
  visible: VisibleScopes,
  vocabularies: Vocabularies,
  exactIds: number[],
): Promise<number[]> {
  const severalWords = query.words.length > 1;
  const found = new Set<number>();
  let words: ExpandedWord[] = [];
  for (const typos of [false, true]) {
    words = [];
    for (const word of query.words) {
      await nextTurn(); // a large vocabulary takes milliseconds for each word
      words.push(expandWord(visible, vocabularies, word, typos));
    }
    const expression = visible.expression((scope) =>
      allOf(words.map(({ expressions }) => expressions.get(scope)!)),
    );
    await nextTurn();
    const ids = expression ? await findIds(app, query, expression, RANKED_MAX) : [];
    await nextTurn();
    for (const { id, complete } of rankExpanded(app, words, [...new Set([...exactIds, ...ids])]))
      if (complete) found.add(id);
    if (found.size >= ENOUGH || (exactIds.length > 0 && severalWords)) return [...found];
  }
  if (severalWords && found.size < FEW)
    for (const id of await findPartialMatches(app, query, visible, words)) found.add(id);
  return [...found];
}

/** A word with what it may stand for: for ranking, and as an FTS5 expression for each scope. */
type ExpandedWord = { matcher: WordMatcher; expressions: Map<string, string> };

function expandWord(
  visible: VisibleScopes,
  vocabularies: Vocabularies,
  word: QueryWord,
  typos: boolean,
): ExpandedWord {
  const matcher = exactMatcher(word, vocabularies);
  const [first = ''] = word.terms;
  const isSingle = word.terms.length === 1;
  const isCommon = isSingle && messagesWith(vocabularies, first) >= COMMON;
  if (!word.quoted && (!isSingle || first.length > 1 || isUnspaced(first)))
    matcher.nameTokens = new Set(visible.tokensNamed(word.terms));

  const expressions = [...vocabularies].map(([scope, vocabulary]): [string, string] => {
    const parts = [isCommon ? withWords(scope, word.terms) : exactExpression(scope, vocabulary, word)];
    if (isSingle && !word.quoted && !isCommon)
      for (const similar of vocabulary.similarTo(first, { typos })) {
        matcher.similar.set(similar.word, similar.closeness);
        parts.push(withWords(scope, [similar.word]));
      }
    if (!isCommon) for (const { terms } of matcher.numberSpellings) parts.push(withWords(scope, terms));
    if (!isSingle && !word.quoted && typos) {
      const size = Math.min(2, word.terms.length - 1);
      for (let at = 0; at + size <= word.terms.length; at++)
        parts.push(withWords(scope, word.terms.slice(at, at + size)));
    }
    for (const token of matcher.nameTokens) if (token.startsWith(`${scope}:`)) parts.push(quoted(token));
    return [scope, anyOf(parts)];
  });
  return { matcher, expressions: new Map(expressions) };
}

/** Returns the ids of messages with some of the words, best first: those with the most and the rarest. */
async function findPartialMatches(
  app: App,
  query: SearchQuery,
  visible: VisibleScopes,
  words: ExpandedWord[],
): Promise<number[]> {
  const scores = new Map<number, number>();
  for (const { matcher, expressions } of words) {
    await nextTurn();
    const expression = visible.expression((scope) => expressions.get(scope)!);
    const ids = expression ? await findIds(app, query, expression, PER_WORD_MAX) : [];
    matcher.weight = Math.log(1 + PER_WORD_MAX / (1 + ids.length));
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + matcher.weight);
  }
  await nextTurn();
  const candidates = [...scores].sort(([a, x], [b, y]) => y - x || b - a).slice(0, RANKED_MAX);
  const ranked = rankExpanded(
    app,
    words,
    candidates.map(([id]) => id),
  );
  const least = (ranked[0]?.score ?? 0) * PARTIAL_SCORE;
  return ranked.filter(({ score }) => score >= least).map(({ id }) => id);
}

const rankExpanded = (app: App, words: ExpandedWord[], ids: number[]): RankedMessage[] =>
  rank(
    words.map(({ matcher }) => matcher),
    readCandidates(app, ids),
  );
