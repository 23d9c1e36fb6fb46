import { expect } from 'bun:test';
import { transaction } from '../../db/open';
import { countFound, drainIndexQueue } from '../../src/search/search';
import { share, store, testSearch } from './searchers';

testSearch('a search says how many messages it finds, also beyond those it lists', async (app) => {
  transaction(app.db, () => {
    for (let at = 0; at < 1_100; at++) app.store(`ramen number ${at}`);
    app.store('ramne with a typo', 'soup');
  });
  await drainIndexQueue(app);
  const count = async (q: string) => (await countFound(app, app.me, { q })).count;
  expect(await count('ramen')).toBe(1_100);
  expect(await app.pages('ramen')).toHaveLength(1_000);
  expect(await count('from:me')).toBe(1_102);
  expect([await count('suop'), await app.found('suop')]).toEqual([0, ['soup']]);
  expect(await count('"number 10"')).toBe((await app.pages('"number 10"')).length);
  for (const q of ['"ramen number"', 'soup', 'nothing of this', '', 'number -ramen'])
    expect({ q, count: Math.min(await count(q), 1_000) }).toEqual({
      q,
      count: (await app.pages(q)).length,
    });
});

testSearch('messages that the searcher does not see are not counted', async (app) => {
  share(app, app.other, 'house', app.me);
  store(app, app.other, 'a lamp #house', 'a lamp #diary');
  app.store('a lamp #mine');
  expect(await countFound(app, app.me, { q: 'lamp' })).toEqual({ count: 2 });
  expect(await countFound(app, app.me, { q: 'lamp', board: 'house' })).toEqual({ count: 1 });
});
