import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../app';
import { numberSpellings, type QueryWord, type SearchQuery } from '../contract/search';
import { isUnspaced } from '../contract/terms';
import { tokenFor } from './index/tokens';
import { type Vocabulary, vocabularyOf } from './index/vocabulary';
import { findIds, readCandidates } from './matching';
import { type RankedMessage, rank, type WordMatcher } from './ranking';
import { allOf, anyOf, phraseExpression, quoted, type VisibleScopes } from './scopes';

/** With so many rows that have all words in some form nobody needs slips, and with these no row without one of them. */
const ENOUGH = 10;
const FEW = 5;
/** A word with so many rows is common: it is meant as it is typed. */
const COMMON = 300;
/** So many of the newest rows that have all words in some form are looked at. */
const LOOKED_AT = 150;
/** How far into a common word's newest rows we look when words are combined. */
const POSTINGS_MAX = 1_000;
/** A row without one of the words must have this part of the best one's score. */
const PARTIAL = 0.5;
/** Beginnings of words with more rows than this are too dear to have all of: then the commonest of those words do. */
const BEGUN_ROWS = 3_000;
const BEGUN_WORDS = 40;

/** The words of each scope. */
export type Vocabularies = Map<string, Vocabulary>;

export async function vocabulariesOf(app: App, { scopes }: VisibleScopes): Promise<Vocabularies> {
  const each = scopes.map(async (scope) => [scope, await vocabularyOf(app.db, scope)] as const);
  return new Map(await Promise.all(each));
}

/** A word or phrase as typed; what is still being typed may go on. */
export function exactExpression(
  scope: string,
  vocabulary: Vocabulary,
  { terms, unfinished: open }: QueryWord,
): string {
  const last = terms.at(-1)!;
  if (!open || last.length < 2 || isUnspaced(last)) return phraseExpression(scope, terms);
  const { words, rows } = beginningWith(vocabulary, last);
  const goesOn =
    rows > BEGUN_ROWS
      ? anyOf(words.slice(0, BEGUN_WORDS).map((word) => phraseExpression(scope, [word])))
      : `${quoted(tokenFor.word(scope, last))} *`;
  return terms.length > 1 ? allOf([phraseExpression(scope, terms.slice(0, -1)), goesOn]) : goesOn;
}

function beginningWith(vocabulary: Vocabulary, prefix: string) {
  const words = vocabulary.startingWith(prefix);
  return { words, rows: words.reduce((sum, word) => sum + vocabulary.count(word), 0) };
}

/** A word that is meant as it is typed. */
export function exactMatcher(word: QueryWord, vocabularies: Vocabularies): WordMatcher {
  const having = Math.min(
    ...word.terms.map((term, at) =>
      word.unfinished && at === word.terms.length - 1 && term.length > 1
        ? vocabularies.values().reduce((sum, vocabulary) => sum + beginningWith(vocabulary, term).rows, 0)
        : rowsWith(vocabularies, term),
    ),
  );
  return {
    word,
    grouped: numberSpellings(word),
    near: new Map(),
    called: new Set(),
    weight: weight(vocabularies, having),
  };
}

const rowsWith = (vocabularies: Vocabularies, word: string) =>
  vocabularies.values().reduce((sum, vocabulary) => sum + vocabulary.count(word), 0);

/** How much a word tells that so many rows have. */
function weight(vocabularies: Vocabularies, having: number): number {
  const all = vocabularies.values().reduce((sum, { messages }) => sum + messages, 0);
  return Math.log(2 + all / (1 + having));
}

/** What a word could mean: for the ranking, and as an expression for each scope that has it. */
type Meant = { wanted: WordMatcher; in: Map<string, string> };

/**
 * The rows with parts, inflections and names for the words, and `hits`, which have the very words; then, if those
 * are few, with slips, and with some of the words.
 */
export async function expand(
  app: App,
  question: SearchQuery,
  reach: VisibleScopes,
  vocabularies: Vocabularies,
  hits: number[],
): Promise<number[]> {
  const several = question.words.length > 1;
  const found = new Set<number>();
  let meant: Meant[] = [];
  for (const slips of [false, true]) {
    meant = [];
    for (const word of question.words) {
      await turn(); // so that nobody waits for all of it
      meant.push(meanings(reach, vocabularies, word, slips));
    }
    const all = reach.expression((scope) =>
      allOf(meant.map(({ in: expressions }) => expressions.get(scope)!)),
    );
    await turn();
    const ids = all ? await findIds(app, question, all, LOOKED_AT) : [];
    await turn();
    for (const { id, whole } of ranking(app, meant, [...new Set([...hits, ...ids])]))
      if (whole) found.add(id);
    if (found.size >= ENOUGH || (hits.length > 0 && several)) return [...found];
  }
  if (several && found.size < FEW)
    for (const id of await withSome(app, question, reach, meant)) found.add(id);
  return [...found];
}

function meanings(reach: VisibleScopes, vocabularies: Vocabularies, word: QueryWord, slips: boolean): Meant {
  const wanted = exactMatcher(word, vocabularies);
  const { near, grouped } = wanted;
  const [first = ''] = word.terms;
  const alone = word.terms.length === 1;
  const common = alone && rowsWith(vocabularies, first) >= COMMON;
  if (!word.quoted && (!alone || first.length > 1 || isUnspaced(first)))
    wanted.called = new Set(reach.filterTokensNamed(word.terms));
  const expressions = [...vocabularies].map(([scope, vocabulary]): [string, string] => {
    const means = [common ? phraseExpression(scope, word.terms) : exactExpression(scope, vocabulary, word)];
    if (alone && !word.quoted && !common)
      for (const { word: other, closeness } of vocabulary.similarTo(first, { typos: slips })) {
        near.set(other, closeness);
        means.push(phraseExpression(scope, [other]));
      }
    if (!common) for (const { terms } of grouped) means.push(phraseExpression(scope, terms));
    if (!alone && !word.quoted && slips) {
      const size = Math.min(2, word.terms.length - 1);
      for (let at = 0; at + size <= word.terms.length; at++)
        means.push(phraseExpression(scope, word.terms.slice(at, at + size)));
    }
    for (const name of wanted.called) if (name.startsWith(`${scope}:`)) means.push(quoted(name));
    return [scope, anyOf(means)];
  });
  return { wanted, in: new Map(expressions) };
}

/** The rows with some of the words: of the newest with each those that have the most and the rarest. */
async function withSome(
  app: App,
  question: SearchQuery,
  reach: VisibleScopes,
  meant: Meant[],
): Promise<number[]> {
  const scores = new Map<number, number>();
  for (const { wanted, in: expressions } of meant) {
    await turn();
    const expression = reach.expression((scope) => expressions.get(scope)!);
    const ids = expression ? await findIds(app, question, expression, POSTINGS_MAX) : [];
    wanted.weight = Math.log(1 + POSTINGS_MAX / (1 + ids.length));
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + wanted.weight);
  }
  await turn();
  const candidates = [...scores].sort(([a, x], [b, y]) => y - x || b - a).slice(0, LOOKED_AT);
  const ranked = ranking(
    app,
    meant,
    candidates.map(([id]) => id),
  );
  const least = (ranked[0]?.score ?? 0) * PARTIAL;
  return ranked.filter(({ score }) => score >= least).map(({ id }) => id);
}

const ranking = (app: App, meant: Meant[], ids: number[]): RankedMessage[] =>
  rank(
    meant.map(({ wanted }) => wanted),
    readCandidates(app, ids),
  );
