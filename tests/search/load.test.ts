import { expect, test } from 'bun:test';
import { transaction } from '../../db/open';
import { RATE_LIMITS } from '../../src/app/rate-limits';
import { Vocabulary } from '../../src/search/index/vocabulary';
import { Work } from '../../src/search/index/work';
import { search } from '../../src/search/search';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { MINUTE } from '../support/clock';
import { watchStatements } from '../support/statements';
import { person, searcher, store, testSearch } from './searchers';

testSearch('a search of many unknown words lets others have their turn', async (app) => {
  transaction(app.db, () => app.store(...Array.from({ length: 25 }, (_, at) => longText(at))));
  await app.found('lamp');
  const others = countTurns();
  await app.found(Array.from({ length: 16 }, (_, at) => madeUpWord(1e6 + at)).join(' '));
  expect(others.stop()).toBeGreaterThan(100);
});

test('a search for similar words ends when its work is used up', async () => {
  const vocabulary = new Vocabulary();
  for (let at = 0; at < 50_000; at++) vocabulary.add(madeUpWord(at));
  for (const word of ['lanterns', 'zlantern']) vocabulary.add(word);
  const words = async (work: Work) =>
    (await vocabulary.similarTo('lantern', { typos: true, least: 0, work })).map(({ word }) => word);
  expect(await words(new Work())).toEqual(['lanterns', 'zlantern']);
  expect(await words(new Work(5_000))).toEqual(['lanterns']);
});

test('a search that tries typos in vain looks up each thing once', async () => {
  using statements = watchStatements();
  await using app = searcher();
  app.store('ramen for two #food', 'rome in spring');
  const countRuns = async (q: string) => {
    await app.found(q);
    statements.takeRun();
    await app.found(q);
    const run = statements.takeRun();
    const count = (part: string) => run.filter((sql) => sql.includes(part)).length;
    return { messages: count('search match'), boards: count('instr(v.tag'), people: count('instr(phone') };
  };
  // searches for the words as typed, and for their other forms
  expect(await countRuns('ramen')).toEqual({ messages: 2, boards: 1, people: 1 });
  // searches for words with typos
  expect(await countRuns('ramne')).toEqual({ messages: 1, boards: 1, people: 1 });
});

test('a person who searches too often is asked to wait, and nobody else', async () => {
  await using app = testApp();
  app.clock.freeze();
  const [me, other] = [person(app, ann), person(app, bob)];
  store(app, me, 'ramen for two');
  const { max, message } = RATE_LIMITS['search by a person'];
  for (let times = 0; times < max; times++) await search(app, me, { q: '#ramen' });
  expect(search(app, me, { q: 'ramen' })).rejects.toThrow(message);
  expect(await search(app, other, { q: 'ramen' })).toEqual([]);
  app.clock.advance(MINUTE);
  expect(await search(app, me, { q: 'ramen' })).toHaveLength(1);
});

testSearch('many searches of one person at once are all answered if they are quick', async (app) => {
  app.store('ramen for two');
  const answers = await Promise.all(Array.from({ length: 20 }, () => search(app, app.me, { q: 'ramen' })));
  expect(answers.map(({ length }) => length)).toEqual(Array(20).fill(1));
});

testSearch('on a full disk a search finds what has been indexed', async (app) => {
  app.store('the ramen place');
  expect(await app.found('ramen')).toHaveLength(1);
  transaction(app.db, () => app.store(...Array.from({ length: 30 }, (_, at) => longText(at)), 'kettle'));
  const { $client } = app.db;
  const { page_count } = $client.query<{ page_count: number }, []>('pragma page_count').get()!;
  $client.run(`pragma max_page_count = ${page_count}`);
  expect(() => app.store(longText(1))).toThrow('full');
  expect(await search(app, app.me, { q: 'ramen' })).toHaveLength(1);

  $client.run('pragma max_page_count = 1000000');
  expect(await app.found('kettle')).toEqual(['kettle']);
});

const longText = (number: number) =>
  Array.from({ length: 1_000 }, (_, at) => madeUpWord(number * 1_000 + at)).join(' ');

/** Many other such words differ from it by only a few letters. */
const madeUpWord = (number: number) =>
  [...Bun.hash(String(number)).toString(3)]
    .slice(-9)
    .map((digit) => 'abc'[Number(digit)])
    .join('');

function countTurns() {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  return {
    stop() {
      clearImmediate(next);
      return turns;
    },
  };
}
