import { expect, test } from 'bun:test';
import { transaction } from '../../db/open';
import { countFound, drainIndexQueue } from '../../src/search/search';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { allPages, person, share, store } from './searchers';

test('a search says how many messages it finds, also beyond those it lists', async () => {
  await using app = testApp();
  const me = person(app, ann);
  transaction(app.db, () => {
    for (let at = 0; at < 1_100; at++) store(app, me, `ramen number ${at}`);
    store(app, me, 'ramne with a typo', 'soup');
  });
  await drainIndexQueue(app);
  const count = async (q: string) => (await countFound(app, me, { q })).count;
  expect(await count('ramen')).toBe(1_100);
  expect(await allPages(app, me, 'ramen')).toHaveLength(1_000);
  expect(await count('from:me')).toBe(1_102);
  expect(await count('"number 10"')).toBe((await allPages(app, me, '"number 10"')).length);
  for (const q of ['"ramen number"', 'soup', 'suop', 'nothing of this', '', 'number -ramen'])
    expect({ q, count: Math.min(await count(q), 1_000) }).toEqual({
      q,
      count: (await allPages(app, me, q)).length,
    });
});

test('messages that the searcher does not see are not counted', async () => {
  await using app = testApp();
  const [me, other] = [person(app, ann), person(app, bob)];
  share(app, other, 'house', me);
  store(app, other, 'a lamp #house', 'a lamp #diary');
  store(app, me, 'a lamp #mine');
  expect(await countFound(app, me, { q: 'lamp' })).toEqual({ count: 2 });
  expect(await countFound(app, me, { q: 'lamp', board: 'house' })).toEqual({ count: 1 });
});
