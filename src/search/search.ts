import { setImmediate as turn } from 'node:timers/promises';
import { relaxedTransaction } from '../../db/open';
import type { User } from '../../db/schema';
import { catchUp, mark } from '../../db/search-index';
import type { App } from '../app';
import { requireBoard } from '../boards/boards';
import { PAGE_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { asks, type Question, readQuestion, type SearchInput } from '../contract/search';
import { findMessages } from '../messages/lists';
import { alike } from './meaning';
import { rank } from './ranking';
import { among, newestFirst, READ_MAX, read, rows } from './rows';
import { every, isLoose, type Reach, reachOf, token } from './scopes';
import { exactly, typed, vocabulariesOf, widen } from './widening';

/** Above so many rows that have every word, the newest come first: ranking them would tell nobody anything. */
const RANKED_MAX = 1_000;
/** With so many rows that have the very words, nobody needs parts of words. */
const PLENTY = 50;
/** The usual constant; with this weight what only means the same follows the first words. */
const FUSION_RANK = 60;
const MEANING_WEIGHT = 0.7;
/** Nobody waits longer for what others have left to index. */
const CATCH_UP_MS = 1_000;
const INDEXED_AT_ONCE = 20;

/**
 * The messages that a question finds among those the searcher sees, best first: with the very words, then with
 * parts, inflections and names, then with slips, then with some of the words (design 10).
 */
export async function search(app: App, viewer: User, input: SearchInput): Promise<Message[]> {
  const question = readQuestion(input.q);
  const board = input.board === undefined ? undefined : requireBoard(app, viewer, input.board);
  if (!asks(question)) return [];
  await catchUpWithin(app, CATCH_UP_MS);
  const reach = reachOf(app, viewer, question, board?.id);
  const limit = input.limit ?? PAGE_MAX;
  const ids = reach ? await findAll(app, viewer, question, reach, input.before ? RANKED_MAX : limit) : [];
  await turn();
  const last = input.before ? ids.indexOf(input.before) : -1;
  if (input.before && last < 0) return []; // it is gone meanwhile: the reader begins anew
  const start = last + 1;
  return findMessages(app, viewer, ids.slice(start, start + limit));
}

/** A chore: what waits to be indexed, a little at a time. */
export const indexWaiting = (app: App) => catchUpWithin(app, Number.POSITIVE_INFINITY);

async function catchUpWithin(app: App, milliseconds: number): Promise<void> {
  const { $client } = app.db;
  const until = performance.now() + milliseconds;
  while (!app.stopping && $client.query('select 1 from search_queue limit 1').get()) {
    relaxedTransaction(app.db, () => catchUp($client, INDEXED_AT_ONCE));
    if (performance.now() > until) return;
    await turn();
  }
}

/** Words and meaning, each with its own ranks, joined by those (reciprocal rank fusion); `atLeast` so many, if there are. */
async function findAll(
  app: App,
  viewer: User,
  question: Question,
  reach: Reach,
  atLeast: number,
): Promise<number[]> {
  const [byWords, near] = await Promise.all([
    find(app, question, reach, atLeast),
    alike(app, viewer, question.said),
  ]);
  if (near.length === 0) return byWords;
  const allowed = reach.within((scope) => token(mark.all(scope)));
  const byMeaning = allowed ? among(app, question, allowed, near) : [];
  const scores = new Map<number, number>();
  const add = (ids: number[], weight: number) => {
    for (const [at, id] of ids.entries())
      scores.set(id, (scores.get(id) ?? 0) + weight / (FUSION_RANK + at + 1));
  };
  add(byWords.slice(0, READ_MAX), 1); // the first page may not know of more, and must agree with the next
  add(byMeaning, MEANING_WEIGHT);
  const joined = [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
  return [...new Set([...joined, ...byWords])];
}

async function find(app: App, question: Question, reach: Reach, atLeast: number): Promise<number[]> {
  const { words } = question;
  if (words.length === 0) {
    const all = reach.within((scope) => token(mark.all(scope)));
    return all ? newestFirst(app, await rows(app, question, all, RANKED_MAX)) : [];
  }
  const vocabularies = await vocabulariesOf(app, reach);
  const exact = reach.within((scope) =>
    every(words.map((word) => exactly(scope, vocabularies.get(scope)!, word))),
  );
  await turn(); // looking, ranking and telling are a few milliseconds each
  // texts that must be looked into are dear: of those no more are ranked than are read for it
  const ranked = [...words, ...question.without].some(isLoose) ? READ_MAX : RANKED_MAX;
  const hits = exact ? await rows(app, question, exact, Math.max(ranked, atLeast) + 1, words) : [];
  if (hits.length > ranked) return hits.slice(0, RANKED_MAX);
  if (hits.length < PLENTY && words.some((word) => !word.quoted))
    return widen(app, question, reach, vocabularies, hits);
  await turn();
  const wanted = words.map((word) => typed(word, vocabularies));
  const best = rank(wanted, read(app, hits)).map(({ id }) => id);
  return [...new Set([...best, ...newestFirst(app, hits)])];
}
