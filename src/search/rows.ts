import { prepared } from '../../db/open';
import type { App } from '../app';
import type { Question } from '../contract/search';
import type { Candidate } from './ranking';

/** Rows of the index, as ids of messages. */

/** Of the rows that a question looks at, so many short ones are read to be ranked. */
export const READ_MAX = 150;

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

/** The newest rows that an expression holds for, between the question's dates. */
export function rows(app: App, { after, before }: Question, expression: string, most: number): number[] {
  const found =
    after === null && before === null
      ? matching(app.db).all(expression, most)
      : matchingBetween(app.db).all(expression, after ?? 0, before ?? Number.MAX_SAFE_INTEGER, most);
  return found.map(({ id }) => id);
}

/** Those of these messages that an expression holds for, in their order. */
export function among(app: App, question: Question, expression: string, ids: number[]): number[] {
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

/** What ranking needs to know of rows. */
export const read = (app: App, ids: number[]): Candidate[] =>
  texts(app.db).all(JSON.stringify(ids), READ_MAX);
