import { Database } from 'bun:sqlite';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { create as createOrama, insertMultiple, search as searchOrama } from '@orama/orama';
import MiniSearch from 'minisearch';
import { transaction } from '../db/open';
import type { User } from '../db/schema';
import { type App, createApp } from '../src/app';
import { readConfig } from '../src/config';
import { create } from '../src/messages/messages';
import { search } from '../src/search/search';
import { findOrCreateUser } from '../src/users/users';
import { madeTexts, questions, RULES, type Rule } from './search-questions';
import { speed, table } from './search-speed';

/**
 * `bun run bench:search`: how well search finds a message one has in mind, beside what others use, over real
 * text messages from ../shared/data, and how fast it is. `quality` or `speed` runs one half; `--each 500` sets
 * the questions of each kind, `--seed 1` asks others, `--messages 100000` sets the size of the database for speed
 * and `--in folder` keeps it for the next run.
 */

const TOP = 10;
const DATA = new URL('../../shared/data/', import.meta.url).pathname;

type Engine = { name: string; find: (question: string) => Promise<number[]> | number[] };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '300' },
    seed: { type: 'string', default: '0' },
    messages: { type: 'string', default: '1000000' },
    in: { type: 'string' },
  },
});
const each = Number(options.each);
const [half] = positionals;
const dir = mkdtempSync(join(tmpdir(), 'tagline-bench-'));
try {
  if (half !== 'speed') await quality();
  if (half !== 'quality') await speed(options.in ?? dir, readTexts('en'), Number(options.messages));
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function quality() {
  for (const language of ['en', 'zh'] as const) {
    const texts = readTexts(language);
    const engines = await Promise.all([tagline(texts, language), ...others(texts)]);
    const rules = RULES.filter((rule) => rule.language === language);
    console.log(
      `\n${texts.length} ${language} messages, ${each} questions of each kind: success at 1 / at 5 / MRR\n`,
    );
    table([
      ['', ...engines.map(({ name }) => name)],
      ...(await Promise.all(rules.map((rule) => row(rule, texts, engines)))),
    ]);
  }
}

async function row(rule: Rule, texts: string[], engines: Engine[]): Promise<string[]> {
  const asked = questions(rule, texts, each, Number(options.seed));
  const cells: string[] = [];
  for (const { find } of engines) {
    let first = 0;
    let five = 0;
    let reciprocal = 0;
    for (const { question, id } of asked) {
      const at = (await find(question)).indexOf(id);
      if (at === 0) first++;
      if (at >= 0 && at < 5) five++;
      if (at >= 0) reciprocal += 1 / (at + 1);
      else if (process.env.MISSED && find === engines[0]!.find)
        console.error(rule.name, '|', question, '|', texts[id - 1]);
    }
    cells.push([first, five, reciprocal].map((sum) => (sum / asked.length).toFixed(2)).join(' / '));
  }
  return [`${rule.name} (${asked.length})`, ...cells];
}

function readTexts(language: 'en' | 'zh'): string[] {
  const file = join(DATA, `texts-${language}.jsonl`);
  if (!existsSync(file)) {
    console.log(
      `There are no real text messages at ../shared/data/texts-${language}.jsonl: made-up ones are used.`,
    );
    return madeTexts(language);
  }
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text.replaceAll('#', ' '));
}

async function tagline(texts: string[], name: string): Promise<Engine> {
  const { app, user } = open(name);
  for (let from = 0; from < texts.length; from += 40)
    transaction(app.db, () => {
      for (const content of texts.slice(from, from + 40))
        create(app, user, { content, source: 'sms', audience: 'nobody' });
    });
  return {
    name: 'Tagline',
    find: async (q) => (await search(app, user, { q, limit: TOP })).map(({ id }) => id),
  };
}

function open(name: string): { app: App; user: User } {
  const app = createApp(readConfig({ DATA_DIR: join(dir, name), LOG_LEVEL: 'silent' }));
  return { app, user: findOrCreateUser(app, '+12025550111').user };
}

function others(texts: string[]): (Engine | Promise<Engine>)[] {
  const db = new Database(':memory:');
  db.run('create table m (id integer primary key, content text)');
  db.run("create virtual table f using fts5(content, tokenize='unicode61 remove_diacritics 2')");
  db.run("create virtual table t using fts5(content, tokenize='trigram')");
  db.transaction(() => {
    for (const [at, content] of texts.entries())
      for (const into of ['m (id, content)', 'f (rowid, content)', 't (rowid, content)'])
        db.query(`insert into ${into} values (?, ?)`).run(at + 1, content);
  })();
  const ids = (sql: string, ...args: string[]) =>
    db
      .query<{ id: number }, string[]>(sql)
      .all(...args)
      .map(({ id }) => id);
  const like = (word: string) => `%${word.replace(/[%_\\]/g, '\\$&')}%`;
  const words = (question: string) => question.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const mini = new MiniSearch({ fields: ['content'] });
  mini.addAll(texts.map((content, at) => ({ id: at + 1, content })));
  return [
    {
      name: 'LIKE whole',
      find: (q) =>
        ids(`select id from m where content like ? escape '\\' order by id desc limit ${TOP}`, like(q)),
    },
    {
      name: 'LIKE words',
      find: (q) => {
        const each = words(q).map(like);
        return ids(
          `select id from m where ${each.map(() => "content like ? escape '\\'").join(' and ')} order by id desc limit ${TOP}`,
          ...each,
        );
      },
    },
    {
      name: 'FTS5',
      find: (q) =>
        ids(
          `select rowid as id from f where f match ? order by rank limit ${TOP}`,
          words(q)
            .map((word, at, all) => `"${word}"${at === all.length - 1 ? '*' : ''}`)
            .join(' '),
        ),
    },
    {
      name: 'trigram',
      find: (q) =>
        ids(
          `select rowid as id from t where t match ? order by rank limit ${TOP}`,
          words(q)
            .map((word) => `"${word}"`)
            .join(' '),
        ),
    },
    {
      name: 'minisearch',
      find: (q) =>
        mini
          .search(q, { fuzzy: 0.2, prefix: true })
          .slice(0, TOP)
          .map(({ id }) => id as number),
    },
    orama(texts),
  ];
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
