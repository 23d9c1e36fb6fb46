import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app/app';
import { isUnspaced } from '../contract/terms';
import { type ExactWord, exactMatcher, messagesWith } from './exact-words';
import { allOrNone, anyOf, quoted, withWords } from './fts';
import { Work } from './index/work';
import { readCandidates } from './matching';
import type { Plan } from './plan';
import { type PartialMatch, type RankedMessage, rank, type WordMatcher, type WordMatches } from './ranking';

const ENOUGH = 10;
const FEW = 5;
const COMMON = 300;
const RANKED_MAX = 150;
const PER_WORD_MAX = 1_000;
/** Units of work after which the search for similar words ends: about a tenth of a second. */
const WORK_MAX = 40_000_000;
const PARTIAL_SCORE = 0.5;

export async function expand(
  app: App,
  plan: Plan,
  typed: ExactWord[],
  exactIds: number[],
): Promise<WordMatches> {
  const severalWords = typed.length > 1;
  const names: Set<string>[] = [];
  for (const word of typed) {
    await nextTurn();
    names.push(nameTokensOf(plan, word));
  }
  const found = new Set<number>();
  let words: ExpandedWord[] = [];
  let earlier: string | null = null;
  for (const typos of [false, true]) {
    words = [];
    const work = new Work(WORK_MAX);
    for (const [at, word] of typed.entries()) {
      await nextTurn(); // searching a large vocabulary takes milliseconds for each word
      const share = work.share(typed.length - at);
      words.push(await expandWord(plan, word, { typos, work: share, nameTokens: names[at]! }));
    }
    const expression = plan.expression((scope) =>
      allOrNone(words.map(({ expressions }) => expressions.get(scope) ?? null)),
    );
    if (typos && expression === earlier) break; // no word can be a typo, so the same messages match
    earlier = expression;
    await nextTurn();
    const ids = await plan.find(expression, RANKED_MAX);
    await nextTurn();
    for (const { id, complete } of await rankExpanded(app, words, [...new Set([...exactIds, ...ids])]))
      if (complete) found.add(id);
    if (found.size >= ENOUGH || (exactIds.length > 0 && severalWords)) break;
  }
  const isPartialWanted = severalWords && exactIds.length === 0 && found.size < FEW;
  const partial = isPartialWanted ? await findPartialMatches(app, plan, words) : [];
  return { complete: [...found], partial: partial.filter(({ id }) => !found.has(id)) };
}

type ExpandedWord = { matcher: WordMatcher; expressions: Map<string, string> };

async function expandWord(
  { vocabularies }: Plan,
  word: ExactWord,
  { typos, work, nameTokens }: { typos: boolean; work: Work; nameTokens: Set<string> },
): Promise<ExpandedWord> {
  const matcher = { ...exactMatcher(word, vocabularies), nameTokens };
  const [first = ''] = word.terms;
  const isSingle = word.terms.length === 1;
  const isCommon = isSingle && messagesWith(vocabularies, first) >= COMMON;

  const expressions = new Map<string, string>();
  for (const [scope, vocabulary] of vocabularies) {
    const parts: string[] = [];
    const addWords = (words: string[]) => vocabulary.mayContain(words) && parts.push(withWords(scope, words));
    const exact = isCommon ? null : word.exact.get(scope);
    if (exact) parts.push(exact);
    else if (isCommon) addWords(word.terms);
    if (isSingle && !word.quoted && !isCommon)
      for (const similar of await vocabulary.similarTo(first, { typos, work })) {
        matcher.similar.set(similar.word, similar.closeness);
        addWords([similar.word]);
      }
    if (!isCommon) for (const { terms } of matcher.numberSpellings) addWords(terms);
    if (!isSingle && !word.quoted && typos) {
      const size = Math.min(2, word.terms.length - 1);
      for (let at = 0; at + size <= word.terms.length; at++) addWords(word.terms.slice(at, at + size));
    }
    for (const token of matcher.nameTokens) if (token.startsWith(`${scope}:`)) parts.push(quoted(token));
    if (parts.length > 0) expressions.set(scope, anyOf(parts));
  }
  return { matcher, expressions };
}

/** A single letter names nothing, except in scripts without spaces. */
function nameTokensOf(plan: Plan, { terms, quoted }: ExactWord): Set<string> {
  const [first = ''] = terms;
  const mayBeName = !quoted && (terms.length > 1 || first.length > 1 || isUnspaced(first));
  return new Set(mayBeName ? plan.tokensNamed(terms) : []);
}

async function findPartialMatches(app: App, plan: Plan, words: ExpandedWord[]): Promise<PartialMatch[]> {
  const scores = new Map<number, number>();
  for (const { matcher, expressions } of words) {
    await nextTurn();
    const expression = plan.expression((scope) => expressions.get(scope) ?? null);
    const ids = await plan.find(expression, PER_WORD_MAX);
    matcher.weight = Math.log(1 + PER_WORD_MAX / (1 + ids.length));
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + matcher.weight);
  }
  await nextTurn();
  const candidates = [...scores].sort(([a, x], [b, y]) => y - x || b - a).slice(0, RANKED_MAX);
  const ranked = await rankExpanded(
    app,
    words,
    candidates.map(([id]) => id),
  );
  const least = (ranked[0]?.score ?? 0) * PARTIAL_SCORE;
  const all = words.reduce((sum, { matcher }) => sum + matcher.weight, 0);
  return ranked.filter(({ score }) => score >= least).map(({ id, score }) => ({ id, share: score / all }));
}

const rankExpanded = async (app: App, words: ExpandedWord[], ids: number[]): Promise<RankedMessage[]> =>
  rank(
    words.map(({ matcher }) => matcher),
    await readCandidates(app, ids),
  );
