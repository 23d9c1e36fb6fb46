import { setImmediate as turn } from 'node:timers/promises';
import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import { catchUp, mark } from '../../db/search-index';
import { vocabularyOf } from '../../db/search-vocabulary';
import type { App } from '../app';
import { boardOf } from '../boards/boards';
import { PAGE_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { asks, type Question, readQuestion, type SearchInput, type Word } from '../contract/search';
import { isUnspaced } from '../contract/terms';
import { messagesOf } from '../messages/lists';
import { alike } from './meaning';
import { type Candidate, rank, type Wanted } from './ranking';
import { any, every, phrase, type Reach, reachOf, token } from './scopes';

/** Above so many rows that have every word, the newest come first: ranking them would tell nobody anything. */
const RANKED_MAX = 1_000;
/** Of those, so many short ones are looked at closely. */
const READ_MAX = 150;
/** With so many rows that have the very words, nobody needs parts of words; with so many complete ones, no slips. */
const PLENTY = 50;
const ENOUGH = 10;
const FEW = 5;
/** A word with so many rows is common; another tells so much more. */
const COMMON = 300;
const UNCOMMON = 3;
/** How far into a common word's newest rows we look when words are combined. */
const POSTINGS_MAX = 1_000;
/** A row without one of the words must have this part of the best one's score. */
const PARTIAL = 0.5;
/** The usual constant; with this weight what only means the same follows the first words. */
const FUSION_RANK = 60;
const MEANING_WEIGHT = 0.7;
/** Nobody waits longer for what a great change has left to index. */
const CATCH_UP_MS = 1_000;
const INDEXED_AT_ONCE = 20;

/**
 * The messages that a question finds among those the searcher sees, best first: with the very words, then with
 * parts, inflections and names, then with slips, then with some of the words (design 10).
 */
export async function search(app: App, viewer: User, input: SearchInput): Promise<Message[]> {
  const question = readQuestion(input.q);
  const board = input.board === undefined ? undefined : boardOf(app, viewer, input.board);
  if (!asks(question)) return [];
  await catchUpWithin(app, CATCH_UP_MS);
  const reach = reachOf(app, viewer, question, board?.id);
  const ids = reach ? await findAll(app, viewer, question, reach) : [];
  const start = input.before ? ids.indexOf(input.before) + 1 : 0;
  return messagesOf(app, viewer, ids.slice(start, start + (input.limit ?? PAGE_MAX)));
}

/** A chore: what a great change has left to index, a little at a time. */
export const indexWaiting = (app: App) => catchUpWithin(app, Number.POSITIVE_INFINITY);

async function catchUpWithin(app: App, milliseconds: number): Promise<void> {
  const { $client } = app.db;
  const until = performance.now() + milliseconds;
  while (!app.stopping && $client.query('select 1 from search_queue limit 1').get()) {
    transaction(app.db, () => catchUp($client, INDEXED_AT_ONCE));
    if (performance.now() > until) return;
    await turn();
  }
}

/** Words and meaning, each with its own ranks, joined by those (reciprocal rank fusion). */
async function findAll(app: App, viewer: User, question: Question, reach: Reach): Promise<number[]> {
  const [byWords, near] = await Promise.all([find(app, question, reach), alike(app, viewer, question.said)]);
  if (near.length === 0) return byWords;
  const allowed = reach.within((scope) => token(mark.all(scope)));
  const byMeaning = allowed ? among(app, question, allowed, near) : [];
  const scores = new Map<number, number>();
  const add = (ids: number[], weight: number) => {
    for (const [at, id] of ids.entries())
      scores.set(id, (scores.get(id) ?? 0) + weight / (FUSION_RANK + at + 1));
  };
  add(byWords, 1);
  add(byMeaning, MEANING_WEIGHT);
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

async function find(app: App, question: Question, reach: Reach): Promise<number[]> {
  const { words } = question;
  const exact = reach.within((scope) =>
    words.length === 0 ? token(mark.all(scope)) : every(words.map((word) => exactly(scope, word))),
  );
  const hits = exact ? rows(app, question, exact, RANKED_MAX + 1) : [];
  if (hits.length > RANKED_MAX || words.length === 0) return hits.slice(0, RANKED_MAX);
  const wanted = words.map((word): Wanted => ({ word, near: new Map(), called: new Set(), weight: 1 }));
  const ranked = rank(wanted, read(app, hits)).map(({ id }) => id);
  if (hits.length >= PLENTY || words.every((word) => word.quoted)) return [...new Set([...ranked, ...hits])];
  const wide = await widen(app, question, reach, hits.length);
  return [...new Set([...ranked, ...wide])];
}

/** A word or phrase as typed; what is still being typed may go on. */
function exactly(scope: string, { terms, open }: Word): string {
  const last = terms.at(-1)!;
  return phrase(scope, terms) + (open && last.length > 1 && !isUnspaced(last) ? ' *' : '');
}

/** What a word could mean: for the ranking, and as an expression for each scope that has it. */
type Meant = { wanted: Wanted; in: Map<string, string> };

/** The rows with parts, inflections and names for the words; then, if those are few, with slips, and with some of the words. */
async function widen(app: App, question: Question, reach: Reach, exact: number): Promise<number[]> {
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
    if (Math.max(exact, found.size) >= ENOUGH) return [...found];
  }
  if (question.words.length > 1 && Math.max(exact, found.size) < FEW) {
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

const matching = prepared((db) =>
  db.$client.prepare<{ id: number }, [string, number]>(
    'select rowid as id from search where search match ? order by rowid desc limit ?',
  ),
);

const matchingBetween = prepared((db) =>
  db.$client.prepare<{ id: number }, [string, number, number, number]>(
    `select s.rowid as id from search s join messages m on m.id = s.rowid
      where s.search match ? and m.created_at >= ? and m.created_at < ? order by s.rowid desc limit ?`,
  ),
);

function rows(app: App, { after, before }: Question, expression: string, most: number): number[] {
  const found =
    after === null && before === null
      ? matching(app.db).all(expression, most)
      : matchingBetween(app.db).all(expression, after ?? 0, before ?? Number.MAX_SAFE_INTEGER, most);
  return found.map(({ id }) => id);
}

/** Those of these messages that an expression holds for, in their order. */
function among(app: App, question: Question, expression: string, ids: number[]): number[] {
  const { after, before } = question;
  const held = app.db.$client
    .query<{ id: number }, [string, string, number, number]>(
      `select s.rowid as id from search s join messages m on m.id = s.rowid
        where s.search match ? and s.rowid in (select value from json_each(?))
          and m.created_at >= ? and m.created_at < ?`,
    )
    .all(expression, JSON.stringify(ids), after ?? 0, before ?? Number.MAX_SAFE_INTEGER);
  const those = new Set(held.map(({ id }) => id));
  return ids.filter((id) => those.has(id));
}

const texts = prepared((db) =>
  db.$client.prepare<Candidate, [string, number]>(
    `select m.id, m.content, r.marks, r.extra
       from json_each(?) hit join messages m on m.id = hit.value join search_rows r on r.message_id = m.id
      order by length(m.content), m.id desc limit ?`,
  ),
);

const read = (app: App, ids: number[]): Candidate[] => texts(app.db).all(JSON.stringify(ids), READ_MAX);
