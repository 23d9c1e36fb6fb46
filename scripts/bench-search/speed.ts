import { join } from 'node:path';
import type { App } from '../../src/app/app';
import { findOrCreateUser } from '../../src/people/users';
import { searchUncharged } from '../../src/search/search';
import { fillDatabase, ME, openApp, openPlainFts, printSizes } from './databases';
import { cpuMs, printTable, quantiles, time, timeSync, watchEventLoop } from './measuring';
import { makeQueries, RULES } from './queries';
import { createRandom } from './random';
import { wordsOf } from './texts';
import { measureVectors } from './vectors';

const COMMON_WORDS = 40;

/**
 * Prints how many milliseconds of CPU time the searches of one person take. About a tenth of the messages in
 * the large database are by this person. Also prints for how many milliseconds searches block the event loop,
 * and the size of the index. Then measures searches among vectors.
 */
export async function measureSpeed(dir: string, texts: string[], count: number) {
  const random = createRandom(4711);
  const app = openApp(join(dir, 'speed'));
  const messages = fillDatabase(app, texts, count, random);
  console.log(`\nWords: ${messages.length} messages of one person among ${count}; the first 50\n`);
  await measureWords(app, messages, openPlainFts(dir, app));
  printSizes(app, dir);
  await measureVectors(app, findOrCreateUser(app, ME).user.id, messages.length, random);
  app.close();
}

async function measureWords(app: App, messages: string[], plainFts: (query: string) => unknown[]) {
  const me = findOrCreateUser(app, ME).user;
  const kinds = kindsOfQueries(messages);
  // warms up: the first search reads the vocabulary, and later ones run compiled code
  for (const { queries } of kinds)
    for (const q of queries.slice(-12)) await searchUncharged(app, me, { q, limit: 50 });

  const loop = watchEventLoop(cpuMs, () => performance.now());
  let longestBlock = 0;
  const all: number[] = [];
  const rows = [['', 'median', '99th', 'most', 'loop held', 'plain FTS5 median', '99th']];
  for (const { name, queries } of kinds) {
    const ours: number[] = [];
    loop.longest(); // starts a new count for the event loop
    for (const q of queries) ours.push(await time(() => searchUncharged(app, me, { q, limit: 50 })));
    const block = loop.longest();
    longestBlock = Math.max(longestBlock, block);
    const theirs = queries.map((q) => timeSync(() => plainFts(q)));
    all.push(...ours);
    rows.push([name, ...quantiles(ours, 0.5, 0.99, 1), block.toFixed(2), ...quantiles(theirs, 0.5, 0.99)]);
  }
  rows.push(['all', ...quantiles(all, 0.5, 0.99, 1)]);
  loop.stop();
  printTable(rows);
  console.log(`\nEvent loop held at most ${longestBlock.toFixed(1)} ms by words`);
}

function kindsOfQueries(messages: string[]): { name: string; queries: string[] }[] {
  const rules = RULES.filter(({ language, name }) => language === 'en' && !name.includes('part'));
  const common = commonestWords(messages);
  return [
    ...rules.map((rule) => ({
      name: rule.name,
      queries: makeQueries(rule, messages.slice(0, 20_000), 150).map(({ query }) => query),
    })),
    { name: 'one of the commonest words', queries: common },
    {
      name: 'two of the commonest words',
      queries: common.map((word, at) => `${word} ${common[at - 1] ?? 'to'}`),
    },
    {
      name: 'the first letters of a word',
      queries: common.flatMap((word) => [word.slice(0, 2), word.slice(0, 3)]),
    },
    { name: 'one of them in the first year', queries: common.map((word) => `${word} before:2022`) },
    {
      name: 'two words that stand together',
      queries: messages.slice(0, 100).map((text) => `"${wordsOf(text).slice(1, 3).join(' ')}"`),
    },
  ];
}

function commonestWords(messages: string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of messages.slice(0, 20_000))
    for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COMMON_WORDS)
    .map(([word]) => word);
}
