import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepared } from '../../db/open';
import type { App } from '../app/app';
import type { Term } from '../contract/terms';
import { type MessageText, termsOf } from './index/message-tokens';
import { Work } from './index/work';
import type { TextCheck } from './text-check';

/** Maximum number of messages that are ranked, because ranking reads their text. */
export const CANDIDATES_MAX = 200;
const YIELD_EVERY = 250;
const TERM = 100;
const MAX_STEP = 16_000;

export type Times = { after: number | null; before: number | null };

export async function findIds(
  app: App,
  times: Times,
  check: TextCheck | null,
  expression: string,
  limit: number,
): Promise<number[]> {
  if (!check) return findNewest(app, times, expression, Number.MAX_SAFE_INTEGER, limit);
  const found: number[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  // each query of FTS5 begins at the newest message again, so the steps grow
  for (let step = YIELD_EVERY; ; step = Math.min(step * 4, MAX_STEP)) {
    const ids = findNewest(app, times, expression, below, step);
    for (let at = 0; at < ids.length; at += YIELD_EVERY) {
      for (const text of readTexts(app, ids.slice(at, at + YIELD_EVERY)))
        if (check(text)) found.push(text.id);
      if (found.length >= limit) return found.slice(0, limit);
      await nextTurn();
    }
    if (ids.length < step) return found;
    below = ids.at(-1)!;
  }
}

function findNewest(app: App, times: Times, expression: string, below: number, limit: number): number[] {
  const { findMatches, findMatchesBetween } = statements(app.db);
  const found = isTimed(times)
    ? findMatchesBetween.all({ expression, below, limit, ...timeRange(times) })
    : findMatches.all({ expression, below, limit });
  return found.map(({ id }) => id);
}

export const isTimed = ({ after, before }: Times) => after !== null || before !== null;

const timeRange = ({ after, before }: Times) => ({
  after: after ?? 0,
  before: before ?? Number.MAX_SAFE_INTEGER,
});

export function filterIds(
  app: App,
  times: Times,
  check: TextCheck | null,
  expression: string,
  ids: number[],
): number[] {
  const matching = statements(app.db)
    .filterMatches.all({ expression, ids: JSON.stringify(ids), ...timeRange(times) })
    .map(({ id }) => id);
  if (!check) return matching;
  return readTexts(app, matching).flatMap((text) => (check(text) ? text.id : []));
}

/** The ids alone do not tell the order: an imported message has a new id but may have an old time. */
export const sortNewestFirst = (app: App, ids: number[]): number[] =>
  statements(app.db)
    .sortByTime.all({ ids: JSON.stringify(ids) })
    .map(({ id }) => id);

export type Candidate = IndexedText & { terms: Term[]; words: string[] };

export async function readCandidates(app: App, ids: number[]): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const work = new Work();
  for (const text of statements(app.db).readShortest.all({
    ids: JSON.stringify(ids),
    limit: CANDIDATES_MAX,
  })) {
    const terms = termsOf(text);
    candidates.push({ ...text, terms, words: terms.map(({ word }) => word) });
    if (work.spend(terms.length * TERM)) await nextTurn();
  }
  return candidates;
}

const readTexts = (app: App, ids: number[]): FoundText[] =>
  statements(app.db).readTexts.all({ ids: JSON.stringify(ids) });

type FoundText = Id & MessageText;
type IndexedText = FoundText & { tokens: string; createdAt: number };
type Id = { id: number };
type TimeRange = { after: number; before: number };

const statements = prepared((db) => ({
  findMatches: db.$client.prepare<Id, { expression: string; below: number; limit: number }>(
    'select rowid as id from search where search match $expression and rowid < $below order by rowid desc limit +$limit',
  ),
  findMatchesBetween: db.$client.prepare<
    Id,
    { expression: string; below: number; limit: number } & TimeRange
  >(
    `select s.rowid as id from search s join messages m on m.id = s.rowid
      where s.search match $expression and s.rowid < $below and m.created_at >= $after and m.created_at < $before
      order by s.rowid desc limit +$limit`,
  ),
  filterMatches: db.$client.prepare<Id, { expression: string; ids: string } & TimeRange>(
    `select s.rowid as id from search s join messages m on m.id = s.rowid
      where s.search match $expression and s.rowid in (select value from json_each($ids))
        and m.created_at >= $after and m.created_at < $before`,
  ),
  sortByTime: db.$client.prepare<Id, { ids: string }>(
    `select id from messages where id in (select value from json_each($ids))
      order by created_at desc, id desc`,
  ),
  // `cross join` keeps the order of the ids
  readTexts: db.$client.prepare<FoundText, { ids: string }>(
    `select m.id, m.content, r.attached_text as attachedText
       from json_each($ids) hit cross join messages m on m.id = hit.value
       join search_rows r on r.message_id = m.id`,
  ),
  readShortest: db.$client.prepare<IndexedText, { ids: string; limit: number }>(
    `select m.id, m.content, m.created_at as createdAt, r.tokens, r.attached_text as attachedText
       from json_each($ids) hit join messages m on m.id = hit.value
       join search_rows r on r.message_id = m.id
      order by length(m.content), m.id desc limit +$limit`,
  ),
}));
