import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../app/app';
import { detailKinds, otherSpellings } from '../contract/details';
import { CLOSENESS, isShort, isUnspaced, MATCH_LEAST } from '../contract/terms';
import { type ExactWord, exactMatcher, messagesWith } from './exact-words';
import { allOrNone, anyOf, quoted, withWords } from './fts';
import { tokenFor } from './index/tokens';
import { Work } from './index/work';
import { readCandidates } from './matching';
import type { Plan } from './plan';
import {
  type RankedMessage,
  rank,
  type SimilarMatch,
  type SimilarMatches,
  type WordMatcher,
  type WordMatches,
} from './ranking';

/** With fewer matches, similar messages are wanted as well. */
const FEW_MATCHES = 3;
const FEW = 5;
const COMMON = 300;
const RANKED_MAX = 150;
const PER_WORD_MAX = 1_000;
/** Units of work after which the search for similar words ends: about a tenth of a second. */
const WORK_MAX = 40_000_000;
const PARTIAL_SCORE = 0.5;

/** How far a word of a message may be from a searched word. */
type Reach = { least: number; allowsTypo: (word: string) => boolean };
const FORMS: Reach = { least: MATCH_LEAST, allowsTypo: () => false };
const SIMILAR: Reach = { least: 0, allowsTypo: (word) => !isShort(word) };
const TYPOS_OF_SHORT_WORDS: Reach = { least: 0, allowsTypo: () => true };

export const noneSimilar = (): SimilarMatches => ({ complete: [], partial: [], lastResort: [] });

export async function expand(
  app: App,
  plan: Plan,
  typed: ExactWord[],
  exactIds: number[],
  { withSimilar }: { withSimilar: boolean },
): Promise<WordMatches> {
  const severalWords = typed.length > 1;
  const asTyped = exactIds.length;
  const names: Set<string>[] = [];
  for (const word of typed) {
    await nextTurn();
    names.push(nameTokensOf(plan, word));
  }
  let earlier: string | null = null;
  const find = async (reach: Reach) => {
    const words: ExpandedWord[] = [];
    const work = new Work(WORK_MAX);
    for (const [at, word] of typed.entries()) {
      await nextTurn(); // searching a large vocabulary takes milliseconds for each word
      const share = work.share(typed.length - at);
      words.push(await expandWord(plan, word, { reach, work: share, nameTokens: names[at]! }));
    }
    const expression = plan.expression((scope) =>
      allOrNone(words.map(({ expressions }) => expressions.get(scope) ?? null)),
    );
    if (expression === earlier) return { words, ranked: null }; // no word is close, so the same messages match
    earlier = expression;
    await nextTurn();
    const ids = await plan.find(expression, RANKED_MAX);
    await nextTurn();
    const ranked = await rankExpanded(app, words, [...new Set([...exactIds, ...ids])]);
    return { words, ranked };
  };

  const forms = await find(FORMS);
  const matches = (forms.ranked ?? []).flatMap(({ id, least }) => (least >= MATCH_LEAST ? id : []));
  if (!withSimilar || !isSimilarWanted(matches.length, severalWords))
    return { matches, asTyped, similar: noneSimilar() };
  const similarIn = (ranked: RankedMessage[] | null) =>
    (ranked ?? []).flatMap(({ id, least, words }) =>
      least > 0 && !matches.includes(id) ? { id, share: 1, words } : [],
    );
  const wider = await find(SIMILAR);
  let complete = similarIn(wider.ranked ?? forms.ranked);
  let lastResort: SimilarMatch[] = [];
  if (matches.length + complete.length === 0) {
    complete = similarIn((await find(TYPOS_OF_SHORT_WORDS)).ranked);
    if (!severalWords) {
      const [searched = ''] = typed[0]!.terms;
      const { swapped = [], other = [] } = Object.groupBy(complete, ({ words }) =>
        words.some((word) => haveSameLetters(word, searched)) ? 'swapped' : 'other',
      );
      [complete, lastResort] = [swapped, other];
    }
  }
  const known = new Set([...matches, ...complete.map(({ id }) => id)]);
  const partial = severalWords && known.size < FEW ? await findPartialMatches(app, plan, wider.words) : [];
  return {
    matches,
    asTyped,
    similar: { complete, partial: partial.filter(({ id }) => !known.has(id)), lastResort },
  };
}

/** Several words that a message has were hardly mistyped. */
export const isSimilarWanted = (found: number, severalWords: boolean) =>
  found < (severalWords ? 1 : FEW_MATCHES);

const haveSameLetters = (a: string, b: string) => [...a].sort().join('') === [...b].sort().join('');

type ExpandedWord = { matcher: WordMatcher; expressions: Map<string, string> };

async function expandWord(
  { vocabularies }: Plan,
  word: ExactWord,
  { reach, work, nameTokens }: { reach: Reach; work: Work; nameTokens: Set<string> },
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
    if (isSingle && !word.quoted && !isCommon) {
      const { least } = reach;
      const typos = reach.allowsTypo(first);
      const spellings = otherSpellings(first).map((word) => ({ word, closeness: CLOSENESS.inflection }));
      for (const similar of [...(await vocabulary.similarTo(first, { typos, least, work })), ...spellings]) {
        matcher.similar.set(similar.word, similar.closeness);
        addWords([similar.word]);
      }
    }
    if (!isCommon) for (const { terms } of matcher.numberSpellings) addWords(terms);
    if (!isSingle && !word.quoted && reach !== FORMS) {
      const size = Math.min(2, word.terms.length - 1);
      for (let at = 0; at + size <= word.terms.length; at++) addWords(word.terms.slice(at, at + size));
    }
    for (const token of matcher.nameTokens) if (token.startsWith(`${scope}:`)) parts.push(quoted(token));
    if (parts.length > 0) expressions.set(scope, anyOf(parts));
  }
  return { matcher, expressions };
}

/** A single letter names nothing, except in scripts without spaces. */
function nameTokensOf(plan: Plan, word: ExactWord): Set<string> {
  const { terms, quoted } = word;
  const [first = ''] = terms;
  const mayBeName = !quoted && (terms.length > 1 || first.length > 1 || isUnspaced(first));
  const details = detailKinds(word, plan.words).flatMap((kind) =>
    [...plan.vocabularies.keys()].map((scope) => tokenFor.has(scope, kind)),
  );
  return new Set([...details, ...(mayBeName ? plan.tokensNamed(terms) : [])]);
}

async function findPartialMatches(app: App, plan: Plan, words: ExpandedWord[]): Promise<SimilarMatch[]> {
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
  return ranked
    .filter(({ score }) => score >= least)
    .map(({ id, score, words }) => ({ id, share: score / all, words }));
}

const rankExpanded = async (app: App, words: ExpandedWord[], ids: number[]): Promise<RankedMessage[]> =>
  rank(
    words.map(({ matcher }) => matcher),
    await readCandidates(app, ids),
  );
