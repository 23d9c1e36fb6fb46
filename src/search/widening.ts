import { setImmediate as turn } from 'node:timers/promises';
import { vocabularyOf } from '../../db/search-vocabulary';
import type { App } from '../app';
import type { Question, Word } from '../contract/search';
import { isUnspaced } from '../contract/terms';
import { rank, type Wanted } from './ranking';
import { READ_MAX, read, rows } from './rows';
import { any, every, phrase, type Reach, token } from './scopes';

/** With so many rows that have all words in some form nobody needs slips, and with these no row without one of them. */
const ENOUGH = 10;
const FEW = 5;
/** A word with so many rows is common; another tells so much more. */
const COMMON = 300;
const UNCOMMON = 3;
/** How far into a common word's newest rows we look when words are combined. */
const POSTINGS_MAX = 1_000;
/** A row without one of the words must have this part of the best one's score. */
const PARTIAL = 0.5;

/** A word or phrase as typed; what is still being typed may go on. */
export function exactly(scope: string, { terms, open }: Word): string {
  const last = terms.at(-1)!;
  return phrase(scope, terms) + (open && last.length > 1 && !isUnspaced(last) ? ' *' : '');
}

/** What a word could mean: for the ranking, and as an expression for each scope that has it. */
type Meant = { wanted: Wanted; in: Map<string, string> };

/** The rows with parts, inflections and names for the words; then, if those are few, with slips, and with some of the words. */
export async function widen(app: App, question: Question, reach: Reach, exact: number): Promise<number[]> {
  const vocabularies = await Promise.all(
    reach.scopes.map(async (scope) => ({ scope, words: await vocabularyOf(app.db.$client, scope) })),
  );
  const common = question.words.map((word) => isCommon(app, question, reach, word));
  const found = new Set<number>();
  let meant: Meant[] = [];
  for (const slips of [false, true]) {
    await turn(); // so that nobody waits for all of it
    meant = question.words.map((word, at) => meanings(reach, vocabularies, word, slips, common[at]!));
    const all = reach.within((scope) => {
      const each = meant.map(({ in: expressions }) => expressions.get(scope));
      return each.includes(undefined) ? null : every(each as string[]);
    });
    if (!all) continue;
    for (const { id } of ranking(app, meant, rows(app, question, all, READ_MAX))) found.add(id);
    if (Math.max(exact, found.size) >= ENOUGH || (exact > 0 && question.words.length > 1)) return [...found];
  }
  if (question.words.length > 1 && found.size < FEW) {
    await turn();
    for (const id of withSome(app, question, reach, meant)) found.add(id);
  }
  return [...found];
}

/** A word that is everywhere is meant as it is typed. */
function isCommon(app: App, question: Question, reach: Reach, word: Word): boolean {
  const expression = reach.within((scope) => phrase(scope, word.terms));
  return expression !== null && rows(app, question, expression, COMMON).length === COMMON;
}

type Vocabularies = { scope: string; words: Awaited<ReturnType<typeof vocabularyOf>> }[];

function meanings(
  reach: Reach,
  vocabularies: Vocabularies,
  word: Word,
  slips: boolean,
  common: boolean,
): Meant {
  const near = new Map<string, number>();
  const [first = ''] = word.terms;
  const alone = word.terms.length === 1;
  const called = alone && !word.quoted && first.length > 1 ? reach.called(first) : [];
  const expressions = vocabularies.map(({ scope, words }): [string, string] => {
    const means = [common ? phrase(scope, word.terms) : exactly(scope, word)];
    if (alone && !word.quoted && !common)
      for (const { word: other, closeness } of words.near(first, { slips })) {
        near.set(other, closeness);
        means.push(phrase(scope, [other]));
      }
    if (!alone && !word.quoted && slips) {
      const size = Math.min(2, word.terms.length - 1);
      for (let at = 0; at + size <= word.terms.length; at++)
        means.push(phrase(scope, word.terms.slice(at, at + size)));
    }
    for (const name of called) if (name.startsWith(`${scope}:`)) means.push(token(name));
    return [scope, any(means)];
  });
  return {
    wanted: { word, near, called: new Set(called), weight: common ? 1 : UNCOMMON },
    in: new Map(expressions),
  };
}

/** The rows with some of the words: of the newest with each those that have the most and the rarest. */
function withSome(app: App, question: Question, reach: Reach, meant: Meant[]): number[] {
  const scores = new Map<number, number>();
  for (const { wanted, in: expressions } of meant) {
    const expression = reach.within((scope) => expressions.get(scope) ?? null);
    const ids = expression ? rows(app, question, expression, POSTINGS_MAX) : [];
    wanted.weight = Math.log(1 + POSTINGS_MAX / (1 + ids.length));
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + wanted.weight);
  }
  const candidates = [...scores].sort(([a, x], [b, y]) => y - x || b - a).slice(0, READ_MAX);
  const ranked = ranking(
    app,
    meant,
    candidates.map(([id]) => id),
  );
  const least = (ranked[0]?.score ?? 0) * PARTIAL;
  return ranked.filter(({ score }) => score >= least).map(({ id }) => id);
}

const ranking = (app: App, meant: Meant[], ids: number[]) =>
  rank(
    meant.map(({ wanted }) => wanted),
    read(app, ids),
  );
