import { join } from 'node:path';
import { relaxedTransaction, transaction } from '../db/open';
import type { App } from '../src/app';
import { create } from '../src/messages/messages';
import { indexQueued } from '../src/search/index/indexing';
import { nearestMessages, syncVectorIndex } from '../src/search/meaning/neighbours';
import { search } from '../src/search/search';
import { findOrCreateUser } from '../src/users/users';
import { type Chance, chances, questions, RULES, wordsOf } from './search-questions';
import { bareIndex, filled, openApp, sizes } from './search-stores';

/**
 * How long search takes for somebody with a tenth of a large database's messages, what the index costs, and
 * how long it ever holds up the event loop. Times are milliseconds.
 */

const DIMENSIONS = 384;
const COMMON = 40;

export async function speed(dir: string, source: string[], all: number) {
  indexing(dir, source); // first: what a large heap costs the collector is not the index's
  const chance = chances(4711);
  const app = openApp(join(dir, 'speed'));
  const texts = filled(app, source, all, chance);
  const user = findOrCreateUser(app, '+12025550111').user;
  const bare = bareIndex(dir, app);

  console.log(`\nWords: ${texts.length} messages of one person among ${all}; the first 50\n`);
  const kinds = [
    ...RULES.filter(({ language, name }) => language === 'en' && !name.includes('part')).map((rule) => ({
      name: rule.name,
      asked: questions(rule, texts.slice(0, 20_000), 150).map(({ question }) => question),
    })),
    { name: 'one of the commonest words', asked: commonest(texts) },
    {
      name: 'two of the commonest words',
      asked: commonest(texts).map((word, at, words) => `${word} ${words[at - 1] ?? 'to'}`),
    },
    {
      name: 'the first letters of a word',
      asked: commonest(texts).flatMap((word) => [word.slice(0, 2), word.slice(0, 3)]),
    },
    { name: 'one of them in the first year', asked: commonest(texts).map((word) => `${word} before:2022`) },
    {
      name: 'two words that stand together',
      asked: texts.slice(0, 100).map((text) => `"${wordsOf(text).slice(1, 3).join(' ')}"`),
    },
  ];
  // the first search that needs it reads the vocabulary, and a hundred more have the code compiled
  for (const { asked } of kinds) for (const q of asked.slice(-12)) await search(app, user, { q, limit: 50 });
  const held = watchLoop(now, () => performance.now());
  let longest = 0;
  const every: number[] = [];
  const rows = [['', 'median', '99th', 'most', 'loop held', 'bare FTS5 median', '99th']];
  for (const { name, asked } of kinds) {
    const ours: number[] = [];
    held(); // what others have held meanwhile does not count
    for (const q of asked) ours.push(await timed(() => search(app, user, { q, limit: 50 })));
    const heldUp = held();
    longest = Math.max(longest, heldUp);
    const theirs = asked.map((q) => timedNow(() => bare(q)));
    every.push(...ours);
    rows.push([name, ...figures(ours, 0.5, 0.99, 1), heldUp.toFixed(2), ...figures(theirs, 0.5, 0.99)]);
  }
  rows.push(['all', ...figures(every, 0.5, 0.99, 1)]);
  table(rows);
  held.stop();
  console.log(`\nEvent loop held at most ${longest.toFixed(1)} ms by words`);
  sizes(app, dir);
  await meaning(app, user.id, texts.length, chance);
  app.close();
}

function commonest(texts: string[]): string[] {
  const spread = new Map<string, number>();
  for (const text of texts.slice(0, 20_000))
    for (const word of new Set(wordsOf(text))) spread.set(word, (spread.get(word) ?? 0) + 1);
  return [...spread]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COMMON)
    .map(([word]) => word);
}

async function meaning(app: App, userId: number, count: number, chance: Chance) {
  const { $client } = app.db;
  const ids = $client
    .query<{ id: number; sender: number }, [number, number]>(
      'select id, sender_id as sender from messages where sender_id = ? limit ?',
    )
    .all(userId, count);
  const others = $client
    .query<{ id: number; sender: number }, [number, number]>(
      'select id, sender_id as sender from messages where sender_id <> ? limit ?',
    )
    .all(userId, Math.floor(count / 2));
  const keep = $client.query('insert into embeddings values (?, ?, ?)');
  transaction(app.db, () => {
    if (!$client.query('select 1 from embeddings limit 1').get())
      for (const { id, sender } of [...ids, ...others])
        keep.run(id, sender, new Uint8Array(direction(chance).buffer));
  });
  const source = { model: 'random', dimensions: DIMENSIONS };
  const began = performance.now();
  await syncVectorIndex(app, source);
  console.log(
    `\n${ids.length} own vectors of ${ids.length + others.length} indexed in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  const held = watchLoop(() => performance.now());
  const times: number[] = [];
  for (let at = 0; at < 40; at++)
    times.push(
      await timed(() =>
        nearestMessages(app, source, { userId, boardIds: [], vector: direction(chance), limit: 40 }),
      ),
    );
  const longest = held() - 1; // its own pause
  held.stop();
  const [median, most] = figures(times, 0.5, 1);
  console.log(
    `Nearest of ${ids.length}: median ${median} ms, most ${most} ms; event loop held at most ${longest.toFixed(1)} ms`,
  );
}

function direction(chance: Chance): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => chance(2_000) / 1_000 - 1);
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

/**
 * Storing a message in a transaction of its own, with the index and without, by turns; what waits to be indexed is
 * taken in as it is in a server.
 */
function indexing(dir: string, source: string[]) {
  const ROUNDS = 16;
  const MESSAGES = 1_000;
  const TOGETHER = 20;
  const chance = chances(3);
  const text = () => source[chance(source.length)] ?? '';
  const open = (name: string) => {
    const app = openApp(join(dir, name));
    return { app, user: findOrCreateUser(app, '+12025550111').user };
  };
  const plain = open('plain');
  const triggers = plain.app.db.$client.query<{ name: string }, []>(
    "select name from sqlite_schema where type = 'trigger' and name glob 'search_*'",
  );
  for (const { name } of triggers.all()) plain.app.db.$client.run(`drop trigger ${name}`);
  const indexed = open('indexed');

  const store = ({ app, user }: typeof plain, contents: string[]) =>
    timedNow(() => {
      for (const [at, content] of contents.entries()) {
        create(app, user, { content, source: 'sms', audience: 'nobody' });
        if (app === indexed.app && at % TOGETHER === TOGETHER - 1)
          relaxedTransaction(app.db, () => indexQueued(app.db, TOGETHER));
      }
    }) / MESSAGES;
  const rounds = Array.from({ length: ROUNDS }, () => {
    const contents = Array.from({ length: MESSAGES }, () => `${text()} ${text()} #notes`);
    return [store(plain, contents), store(indexed, contents)] as const;
  }).slice(2); // compiled by then
  const [without, withIndex] = [0, 1].map((which) =>
    figures(
      rounds.map((round) => round[which] ?? 0),
      0.5,
    ),
  );
  const ratios = rounds.map(([without, withIndex]) => (withIndex / without - 1) * 100);
  const [least, adds, most] = figures(ratios, 0, 0.5, 1).map((percent) => Math.round(Number(percent)));
  for (const { app } of [plain, indexed]) app.close();
  console.log(
    `\nStoring a message: ${without} ms without the index, ${withIndex} ms with it; in ${rounds.length} rounds by turns the index adds ${adds} % (${least} to ${most})`,
  );
}

/**
 * The longest that anything else has had to wait for its turn since it was asked last, by the clock that says least:
 * one counts what neighbours on the machine did meanwhile, the other what the compiler and the collector did beside us.
 */
function watchLoop(...clocks: (() => number)[]) {
  let last = clocks.map((clock) => clock());
  let most = 0;
  const look = () => {
    const at = clocks.map((clock) => clock());
    most = Math.max(most, Math.min(...at.map((time, n) => time - (last[n] ?? time))));
    last = at;
  };
  const timer = setInterval(look, 1);
  const held = () => {
    look();
    const longest = most;
    most = 0;
    return longest;
  };
  return Object.assign(held, { stop: () => clearInterval(timer) });
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = now();
  await act();
  const took = now() - began;
  await Bun.sleep(1); // the watch of the loop gets its turn
  return took;
}

function timedNow(act: () => unknown): number {
  const began = now();
  act();
  return now() - began;
}

/** CPU time of this process in milliseconds: on a shared machine the clock measures the neighbours. */
function now(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function figures(times: number[], ...parts: number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return parts.map((part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(2),
  );
}

export function table(rows: string[][]) {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
}
