import { setImmediate as turn } from 'node:timers/promises';
import { relaxedTransaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { requireBoard } from '../boards/boards';
import { PAGE_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { hasCriteria, parseQuery, type SearchInput, type SearchQuery } from '../contract/search';
import { findMessages } from '../messages/lists';
import { exactExpression, exactMatcher, expand, vocabulariesOf } from './expansion';
import { indexQueued, isIndexBehind } from './index/indexing';
import { tokenFor } from './index/tokens';
import { filterIds, findIds, READ_MAX, readCandidates, sortNewestFirst } from './matching';
import { findByMeaning } from './meaning/meaning';
import { rank } from './ranking';
import { allOf, needsTextCheck, quoted, type VisibleScopes, visibleScopes } from './scopes';

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
  const question = parseQuery(input.q);
  const board = input.board === undefined ? undefined : requireBoard(app, viewer, input.board);
  if (!hasCriteria(question)) return [];
  await catchUpWithin(app, CATCH_UP_MS);
  const reach = visibleScopes(app, viewer, question, board?.id);
  const limit = input.limit ?? PAGE_MAX;
  const ids = reach ? await findAll(app, viewer, question, reach, input.before ? RANKED_MAX : limit) : [];
  await turn();
  const last = input.before ? ids.indexOf(input.before) : -1;
  if (input.before && last < 0) return []; // it is gone meanwhile: the reader begins anew
  const start = last + 1;
  return findMessages(app, viewer, ids.slice(start, start + limit));
}

/** A chore: what waits to be indexed, a little at a time. */
export const drainIndexQueue = (app: App) => catchUpWithin(app, Number.POSITIVE_INFINITY);

async function catchUpWithin(app: App, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  while (!app.stopping && isIndexBehind(app.db)) {
    relaxedTransaction(app.db, () => indexQueued(app.db, INDEXED_AT_ONCE));
    if (performance.now() > until) return;
    await turn();
  }
}

/** Words and meaning, each with its own ranks, joined by those (reciprocal rank fusion); `atLeast` so many, if there are. */
async function findAll(
  app: App,
  viewer: User,
  question: SearchQuery,
  reach: VisibleScopes,
  atLeast: number,
): Promise<number[]> {
  const [byWords, near] = await Promise.all([
    find(app, question, reach, atLeast),
    findByMeaning(app, viewer, question.freeText),
  ]);
  if (near.length === 0) return byWords;
  const allowed = reach.expression((scope) => quoted(tokenFor.all(scope)));
  const byMeaning = allowed ? filterIds(app, question, allowed, near) : [];
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

async function find(
  app: App,
  question: SearchQuery,
  reach: VisibleScopes,
  atLeast: number,
): Promise<number[]> {
  const { words } = question;
  if (words.length === 0) {
    const all = reach.expression((scope) => quoted(tokenFor.all(scope)));
    return all ? sortNewestFirst(app, await findIds(app, question, all, RANKED_MAX)) : [];
  }
  const vocabularies = await vocabulariesOf(app, reach);
  const exact = reach.expression((scope) =>
    allOf(words.map((word) => exactExpression(scope, vocabularies.get(scope)!, word))),
  );
  await turn(); // looking, ranking and telling are a few milliseconds each
  // texts that must be looked into are dear: of those no more are ranked than are read for it
  const ranked = [...words, ...question.excludedWords].some(needsTextCheck) ? READ_MAX : RANKED_MAX;
  const hits = exact ? await findIds(app, question, exact, Math.max(ranked, atLeast) + 1, words) : [];
  if (hits.length > ranked) return hits.slice(0, RANKED_MAX);
  if (hits.length < PLENTY && words.some((word) => !word.quoted))
    return expand(app, question, reach, vocabularies, hits);
  await turn();
  const wanted = words.map((word) => exactMatcher(word, vocabularies));
  const best = rank(wanted, readCandidates(app, hits)).map(({ id }) => id);
  return [...new Set([...best, ...sortNewestFirst(app, hits)])];
}
