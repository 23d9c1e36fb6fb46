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
import { CLOSENESS, isUnspaced } from '../contract/terms';
import { messagesOf } from '../messages/lists';
import { alike } from './meaning';
import { type Candidate, rank, type Wanted } from './ranking';
import { any, every, phrase, type Reach, reachOf, token } from './scopes';

/** Above so many rows that have every word, the newest come first: ranking them would tell nobody anything. */
const RANKED_MAX = 1_000;
/** Of those, so many short ones are looked at closely. */
const READ_MAX = 300;
/** With so many rows that have the very words, nobody needs parts of words; with so many complete ones, no slips. */
const PLENTY = 50;
const ENOUGH = 10;
/** How far into a common word's newest rows we look when words are combined. */
const POSTINGS_MAX = 2_000;
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

/** The rows that have something near to the words, by score. */
async function widen(app: App, question: Question, reach: Reach, exact: number): Promise<number[]> {
  const vocabularies = await Promise.all(
    reach.scopes.map(async (scope) => ({ scope, words: await vocabularyOf(app.db.$client, scope) })),
  );
  const found: number[] = [];
  for (const slips of [false, true]) {
    const all = question.words.map((word) => alternatives(app, question, reach, vocabularies, word, slips));
    const scores = new Map<number, { score: number; words: number }>();
    for (const { ids, wanted } of all)
      for (const [id, closeness] of ids) {
        const known = scores.get(id) ?? { score: 0, words: 0 };
        scores.set(id, { score: known.score + closeness * wanted.weight, words: known.words + 1 });
      }
    const candidates = [...scores]
      .sort(([a, x], [b, y]) => y.words * y.score - x.words * x.score || b - a)
      .slice(0, READ_MAX);
    const ranked = rank(
      all.map(({ wanted }) => wanted),
      read(
        app,
        candidates.map(([id]) => id),
      ),
    );
    const best = ranked[0]?.score ?? 0;
    for (const { id, score } of ranked)
      if (scores.get(id)!.words === all.length || (slips && score >= best * PARTIAL)) found.push(id);
    if (Math.max(exact, found.length) >= ENOUGH) break;
  }
  return found;
}

type Vocabularies = { scope: string; words: Awaited<ReturnType<typeof vocabularyOf>> }[];

/** All that a word could mean, and the newest rows that have it, each with the closest. */
function alternatives(
  app: App,
  question: Question,
  reach: Reach,
  vocabularies: Vocabularies,
  word: Word,
  slips: boolean,
): { wanted: Wanted; ids: Map<number, number> } {
  const near = new Map<string, number>();
  const groups = new Map<number, Map<string, string[]>>(); // closeness, scope, expressions
  const put = (closeness: number, scope: string, expression: string) => {
    const group = groups.get(closeness) ?? new Map<string, string[]>();
    groups.set(closeness, group.set(scope, [...(group.get(scope) ?? []), expression]));
  };
  const [first = ''] = word.terms;
  const called = word.terms.length === 1 && !word.quoted && first.length > 1 ? reach.called(first) : [];
  for (const { scope, words } of vocabularies) {
    put(CLOSENESS.same, scope, exactly(scope, word));
    if (word.quoted) continue;
    if (word.terms.length === 1)
      for (const { word: other, closeness } of words.near(first, { slips })) {
        near.set(other, Math.max(closeness, near.get(other) ?? 0));
        put(closeness, scope, phrase(scope, [other]));
      }
    else if (slips) {
      const size = word.terms.length === 2 ? 1 : 2;
      for (let at = 0; at + size <= word.terms.length; at++)
        put(0.3, scope, phrase(scope, word.terms.slice(at, at + size)));
    }
    for (const name of called) if (name.startsWith(`${scope}:`)) put(0.7, scope, token(name));
  }
  const ids = new Map<number, number>();
  for (const closeness of [...groups.keys()].sort((a, b) => b - a)) {
    const group = groups.get(closeness)!;
    const expression = reach.within((scope) => {
      const expressions = group.get(scope);
      return expressions ? any(expressions) : null;
    });
    if (!expression) continue;
    for (const id of rows(app, question, expression, POSTINGS_MAX)) if (!ids.has(id)) ids.set(id, closeness);
  }
  const weight = Math.log(1 + 100_000 / (1 + ids.size));
  return { wanted: { word, near, called: new Set(called), weight }, ids };
}

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
