import { setImmediate as turn } from 'node:timers/promises';
import { prepared } from '../../db/open';
import type { App } from '../app';
import { longestRun, type QueryWord, type SearchQuery } from '../contract/search';
import { type Term, termsIn, termsOfMessage } from '../contract/terms';
import { needsTextCheck } from './scopes';

/** Rows of the index, as ids of messages. */

/** Of the rows that a question looks at, so many short ones are read to be ranked. */
export const READ_MAX = 200;
/** So many texts are looked into before others get their turn. */
const LOOKED_INTO = 250;
const LONGEST_STEP = 16_000;

type Bounds = [expression: string, below: number, after: number, before: number, most: number];

const matching = prepared((db) =>
  db.$client.prepare<{ id: number }, [string, number, number]>(
    'select rowid as id from search where search match ? and rowid < ? order by rowid desc limit ?',
  ),
);

const matchingBetween = prepared((db) =>
  db.$client.prepare<{ id: number }, Bounds>(
    `select s.rowid as id from search s join messages m on m.id = s.rowid
      where s.search match ? and s.rowid < ? and m.created_at >= ? and m.created_at < ?
      order by s.rowid desc limit ?`,
  ),
);

/**
 * The newest rows that an expression holds for, between the question's dates, with its phrases and without those
 * it excludes; and with these words as they were typed, where those are several.
 */
export async function findIds(
  app: App,
  question: SearchQuery,
  expression: string,
  most: number,
  typed: QueryWord[] = [],
): Promise<number[]> {
  const holds = test(question, typed);
  if (!holds) return newest(app, question, expression, Number.MAX_SAFE_INTEGER, most);
  const found: number[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  // every look at the index begins at its end again: the further one must go, the longer the steps
  for (let step = LOOKED_INTO; ; step = Math.min(step * 4, LONGEST_STEP)) {
    const ids = newest(app, question, expression, below, step);
    for (let at = 0; at < ids.length; at += LOOKED_INTO) {
      for (const row of said(app, ids.slice(at, at + LOOKED_INTO))) if (holds(row)) found.push(row.id);
      if (found.length >= most) return found.slice(0, most);
      await turn();
    }
    if (ids.length < step) return found;
    below = ids.at(-1)!;
  }
}

function newest(
  app: App,
  { after, before }: SearchQuery,
  expression: string,
  below: number,
  most: number,
): number[] {
  const found =
    after === null && before === null
      ? matching(app.db).all(expression, below, most)
      : matchingBetween(app.db).all(expression, below, after ?? 0, before ?? Number.MAX_SAFE_INTEGER, most);
  return found.map(({ id }) => id);
}

/** What the index cannot tell of a row; null when it can tell everything. */
function test(question: SearchQuery, typed: QueryWord[]): ((row: Said) => boolean) | null {
  const together = [...typed, ...question.words.filter(({ quoted }) => quoted)]
    .filter(needsTextCheck)
    .map(inText);
  const apart = question.excludedWords.filter(needsTextCheck).map(inText);
  if (together.length + apart.length === 0) return null;
  return (row) => together.every((stands) => stands(row)) && !apart.some((stands) => stands(row));
}

/** Whether words stand together in a text. Most texts are plain, and a look at the letters rules most of those out. */
function inText(word: QueryWord): (row: Said) => boolean {
  const letters = word.terms.map((term) => [...term].join("'?"));
  const maybe = new RegExp(letters.join('[^a-z0-9]+'), 'i');
  return (row) => {
    if (!row.linkText && !maybe.test(row.content) && PLAIN.test(row.content)) return false;
    const words = termsOf(row).map(({ word }) => word);
    return words.some((_, at) => longestRun(word, words, at) === word.terms.length);
  };
}

/** Without letters that are folded, hashtags and addresses. */
const PLAIN = /^(?:[^\x80-\uffff#:]|:(?!\/\/))*$/;

/** Those of these messages that an expression holds for, in their order. */
export function filterIds(app: App, question: SearchQuery, expression: string, ids: number[]): number[] {
  const { after, before } = question;
  const held = app.db.$client
    .query<{ id: number }, [string, string, number, number]>(
      `select s.rowid as id from search s join messages m on m.id = s.rowid
        where s.search match ? and s.rowid in (select value from json_each(?))
          and m.created_at >= ? and m.created_at < ?`,
    )
    .all(expression, JSON.stringify(ids), after ?? 0, before ?? Number.MAX_SAFE_INTEGER);
  const those = new Set(held.map(({ id }) => id));
  const holds = test(question, []);
  if (holds) for (const row of said(app, [...those])) if (!holds(row)) those.delete(row.id);
  return ids.filter((id) => those.has(id));
}

/** By when they were sent: imported ones have come later than that. */
export const sortNewestFirst = (app: App, ids: number[]): number[] =>
  inTime(app.db)
    .all(JSON.stringify(ids))
    .map(({ id }) => id);

const inTime = prepared((db) =>
  db.$client.prepare<{ id: number }, [string]>(
    'select id from messages where id in (select value from json_each(?)) order by created_at desc, id desc',
  ),
);

/** A message with what its links are about. */
type Said = { id: number; content: string; linkText: string | null };
type Row = Said & { tokens: string; createdAt: number };

/** A row with its words in the order they stand: what ranking needs to know. */
export type Candidate = Row & { terms: Term[]; words: string[] };

const saying = prepared((db) =>
  db.$client.prepare<Said, [string]>(
    `select m.id, m.content, r.link_text as linkText
       from json_each(?) hit cross join messages m on m.id = hit.value join search_rows r on r.message_id = m.id`,
  ),
);

/** What these say, in their order. */
const said = (app: App, ids: number[]): Said[] => saying(app.db).all(JSON.stringify(ids));

const texts = prepared((db) =>
  db.$client.prepare<Row, [string, number]>(
    `select m.id, m.content, m.created_at as createdAt, r.tokens, r.link_text as linkText
       from json_each(?) hit join messages m on m.id = hit.value join search_rows r on r.message_id = m.id
      order by length(m.content), m.id desc limit ?`,
  ),
);

/** The shortest of these, with their words. */
export const readCandidates = (app: App, ids: number[]): Candidate[] =>
  texts(app.db).all(JSON.stringify(ids), READ_MAX).map(withWords);

function withWords(row: Row): Candidate {
  const terms = termsOf(row);
  return { ...row, terms, words: terms.map(({ word }) => word) };
}

const termsOf = ({ content, linkText }: Said): Term[] => [
  ...termsOfMessage(content),
  ...termsIn(linkText ?? ''),
];
