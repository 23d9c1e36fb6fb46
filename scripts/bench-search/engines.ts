import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { create as createOrama, insertMultiple, search as searchOrama } from '@orama/orama';
import MiniSearch from 'minisearch';
import { transaction } from '../../db/open';
import type { App } from '../../src/app/app';
import { create } from '../../src/messages/messages';
import { findOrCreateUser } from '../../src/people/users';
import { embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { drainIndexQueue, searchUncharged } from '../../src/search/search';
import { ME, openApp } from './databases';

/** Largest number of results that an engine returns. */
const TOP = 10;
const PROGRESS_MS = 20_000;

/** A search engine. `find` returns the ids of texts, best first. The first text has the id 1. */
export type Engine = { name: string; find: (query: string) => Promise<number[]> | number[] };

/** Returns Tagline and the engines that it is compared with, all filled with the same texts. */
export const openEngines = (dir: string, name: string, texts: string[]): Promise<Engine[]> =>
  Promise.all([tagline(join(dir, name), texts), ...sqlite(texts), miniSearch(texts), orama(texts)]);

async function tagline(dataDir: string, texts: string[]): Promise<Engine> {
  const app = openApp(dataDir);
  const me = findOrCreateUser(app, ME).user;
  for (let from = 0; from < texts.length; from += 40)
    transaction(app.db, () => {
      for (const content of texts.slice(from, from + 40))
        create(app, me, { content, source: 'sms', audience: 'nobody' });
    });
  await drainIndexQueue(app);
  await embedEverything(app);
  return {
    name: 'Tagline',
    find: async (q) => (await searchUncharged(app, me, { q, limit: TOP })).map(({ id }) => id),
  };
}

/** Embeds all messages, as fast as this machine can, and prints its progress. */
async function embedEverything(app: App): Promise<void> {
  for (const embedder of app.embedders) Object.assign(embedder, { local: false });
  const timer = setInterval(() => {
    const { embedded, leftToWords, waiting } = embeddingProgress(app);
    console.error(`${embedded + leftToWords} messages embedded, ${waiting} to come`);
  }, PROGRESS_MS);
  // calls it twice, because the first call can end before all messages are embedded
  for (let times = 0; times < 2; times++) await embedQueued(app);
  clearInterval(timer);
  const { embedded, leftToWords, problem } = embeddingProgress(app);
  console.log(`${embedded} messages embedded, ${leftToWords} in other languages. ${problem ?? ''}`);
}

/**
 * Returns four searches of SQLite: LIKE with the whole query, LIKE with each of its words, FTS5, and FTS5
 * with trigrams.
 */
function sqlite(texts: string[]): Engine[] {
  const db = new Database(':memory:');
  db.run('create table m (id integer primary key, content text)');
  db.run("create virtual table f using fts5(content, tokenize='unicode61 remove_diacritics 2')");
  db.run("create virtual table t using fts5(content, tokenize='trigram')");
  db.transaction(() => {
    for (const [at, content] of texts.entries())
      for (const into of ['m (id, content)', 'f (rowid, content)', 't (rowid, content)'])
        db.query(`insert into ${into} values (?, ?)`).run(at + 1, content);
  })();
  const ids = (sql: string, ...values: string[]) =>
    db
      .query<{ id: number }, string[]>(sql)
      .all(...values)
      .map(({ id }) => id);
  const like = (text: string) => `%${text.replace(/[%_\\]/g, '\\$&')}%`;
  const wordsOf = (query: string) => query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [
    {
      name: 'LIKE whole',
      find: (query) =>
        ids(`select id from m where content like ? escape '\\' order by id desc limit ${TOP}`, like(query)),
    },
    {
      name: 'LIKE words',
      find: (query) => {
        const patterns = wordsOf(query).map(like);
        const all = patterns.map(() => "content like ? escape '\\'").join(' and ');
        return ids(`select id from m where ${all} order by id desc limit ${TOP}`, ...patterns);
      },
    },
    {
      name: 'FTS5',
      find: (query) =>
        ids(
          `select rowid as id from f where f match ? order by rank limit ${TOP}`,
          wordsOf(query)
            .map((word, at, all) => `"${word}"${at === all.length - 1 ? '*' : ''}`)
            .join(' '),
        ),
    },
    {
      name: 'trigram',
      find: (query) =>
        ids(
          `select rowid as id from t where t match ? order by rank limit ${TOP}`,
          wordsOf(query)
            .map((word) => `"${word}"`)
            .join(' '),
        ),
    },
  ];
}

function miniSearch(texts: string[]): Engine {
  const index = new MiniSearch({ fields: ['content'] });
  index.addAll(texts.map((content, at) => ({ id: at + 1, content })));
  return {
    name: 'minisearch',
    find: (query) =>
      index
        .search(query, { fuzzy: 0.2, prefix: true })
        .slice(0, TOP)
        .map(({ id }) => id as number),
  };
}

async function orama(texts: string[]): Promise<Engine> {
  const db = createOrama({ schema: { content: 'string' } as const });
  await insertMultiple(
    db,
    texts.map((content, at) => ({ id: String(at + 1), content })),
    2_000,
  );
  return {
    name: 'orama',
    find: async (term) => {
      const { hits } = await searchOrama(db, { term, tolerance: 1, limit: TOP });
      return hits.map(({ id }) => Number(id));
    },
  };
}
