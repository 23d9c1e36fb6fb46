import { expect, test } from 'bun:test';
import { transaction } from '../../db/open';
import { links, movies, previews } from '../../db/schema';
import { PAGE_MAX } from '../../src/contract/limits';
import { create, remove } from '../../src/messages/messages';
import { tokensAfter } from '../../src/search/index/stored-tokens';
import { drainIndexQueue, search } from '../../src/search/search';
import { DAY } from '../support/clock';
import { searcher, testSearch } from './searchers';

const FOUND: [promise: string, texts: string[], ...[query: string, found: string[]][]][] = [
  [
    'words are found in any order, the last one as a prefix',
    ['Try the ramen place downtown', 'Buy milk', 'The ramen recipe'],
    ['downtown ramen', ['Try the ramen place downtown']],
    ['ramen pla', ['Try the ramen place downtown']],
    ['CAFÉ', []],
  ],
  [
    'exact words come first, then parts of words, then typos',
    ['a lantern', 'magiclantern', 'lanten', 'lunch'],
    ['lantern', ['a lantern', 'magiclantern', 'lanten']],
  ],
  [
    'a long part of a word comes before other forms of the searched word',
    ['it is enabled', 'able to work'],
    ['abled', ['it is enabled', 'able to work']],
  ],
  [
    'one typo is forgiven in short words, two in long ones',
    ['The restaurant on Main Street', 'soup for dinner'],
    ['restuarnt', ['The restaurant on Main Street']],
    ['suop', ['soup for dinner']],
    ['siip', []],
  ],
  [
    'parts of words and codes are found',
    ['Booking XK4471B confirmed', 'Gate B-12 at 9.45', 'unrelated'],
    ['4471', ['Booking XK4471B confirmed']],
    ['b-12', ['Gate B-12 at 9.45']],
    ['9.45', ['Gate B-12 at 9.45']],
  ],
];

test.each(FOUND)('%s', async (_, texts, ...cases) => {
  await using app = searcher();
  app.store(...texts);
  for (const [q, expected] of cases) expect({ q, found: await app.found(q) }).toEqual({ q, found: expected });
});

testSearch('a prefix of very many words finds messages, also with another word', async (app) => {
  app.store('a thermos of ramen');
  transaction(app.db, () => {
    for (let at = 0; at < 3_200; at++) app.store(`the${at % 50} note ${at}`);
  });
  await drainIndexQueue(app);
  expect(await app.found('th')).toHaveLength(PAGE_MAX);
  expect(await app.found('ramen th')).toEqual(['a thermos of ramen']);
});

testSearch('the newest of equally good messages comes first', async (app) => {
  app.store('ramen one', 'ramen two', 'ramen six');
  expect(await app.found('ramen ')).toEqual(['ramen six', 'ramen two', 'ramen one']);

  // this message is older than the others, but was stored last
  create(app, app.me, { content: 'ramen old', source: 'api', at: app.now() - 300 * DAY });
  for (const q of ['ramen ', 'ram', 'from:me'])
    expect({ q, last: (await app.found(q)).at(-1) }).toEqual({ q, last: 'ramen old' });
});

testSearch('a number also finds its spellings with separators, after itself', async (app) => {
  app.store('Rent is 1200', 'Rent is 1,200', 'Rent is 12,000', '200 of 1', 'Sold for 1.234.567 euros');
  app.store('Call (555) 010-9999', 'Call 555-010-9999', 'Fax +1 555 010 9999', 'Call 555-010-9998');
  expect(await app.found('1200')).toEqual(['Rent is 1200', 'Rent is 1,200']);
  expect(await app.found('rent 1200 ')).toEqual(['Rent is 1200', 'Rent is 1,200']);
  expect(await app.found('"1200"')).toEqual(['Rent is 1200']);
  expect(await app.found('1234567')).toEqual(['Sold for 1.234.567 euros']);
  const numbers = ['Call (555) 010-9999', 'Call 555-010-9999', 'Fax +1 555 010 9999'];
  expect((await app.found('5550109999')).sort()).toEqual(numbers);
  expect(await app.found('15550109999')).toEqual(numbers.slice(2));
  expect((await app.found('0109999')).sort()).toEqual(numbers);
});

testSearch('the exact word comes before longer words, however long its message is', async (app) => {
  const long = 'a pot of broth and whatever else there may be in this long message about the kitchen';
  app.store(long, 'brother brother', 'my brother');
  expect((await app.found('broth'))[0]).toBe(long);
});

testSearch('one character of Chinese, Japanese, Korean or Thai is enough to search', async (app) => {
  const texts = ['今晚看房方便嘛', 'ラーメンを食べたい', '오늘 저녁에 만나요', 'ไปกินข้าวกัน', 'hello'];
  app.store(...texts);
  for (const [q, at] of [
    ['房', 0],
    ['看房', 0],
    ['今晚 方便', 0],
    ['メ', 1],
    ['食べ', 1],
    ['저', 2],
    ['저녁', 2],
    ['ข้าว', 3],
    ['ก', 3],
  ] as const)
    expect({ q, found: await app.found(q) }).toEqual({ q, found: [texts[at]!] });
});

testSearch('a message is found by the titles and descriptions of its links', async (app) => {
  const [id = 0] = app.store('look at this https://shop.example/x1');
  const url = 'https://shop.example/x1';
  app.db.insert(links).values({ messageId: id, url }).onConflictDoNothing().run();
  app.db
    .insert(previews)
    .values({
      url,
      state: 'shown',
      finalUrl: url,
      title: 'Walnut Armchair',
      description: 'Warm',
      expiresAt: 0,
    })
    .run();
  expect(await app.found('armchair')).toHaveLength(1);
  expect(await app.found('armchiar this')).toHaveLength(1);
  app.db.update(previews).set({ title: 'Oak Table' }).run();
  expect(await app.found('armchair')).toHaveLength(0);
  expect(await app.found('oak table')).toHaveLength(1);

  const film = 'https://m.imdb.com/title/tt0133093/?ref=x';
  app.db.insert(links).values({ messageId: id, url: film }).run();
  app.db.insert(movies).values({ imdbId: 'tt0133093', title: 'The Matrix', genres: [], expiresAt: 0 }).run();
  expect(await app.found('matrix')).toHaveLength(1);
  remove(app, [id]);
  expect(tokensAfter(app.db, '', '~', 1)).toEqual([]);
});

testSearch('the pages of a search have no gaps', async (app) => {
  app.store(...Array.from({ length: 30 }, (_, at) => `ramen ${'very '.repeat(at % 7)}good`));
  const all = (await search(app, app.me, { q: 'ramen good' })).map(({ id }) => id);
  expect(await app.pages('ramen good', 7)).toEqual(all);
});

const ODD_QUERIES = [
  ...'" "" """ * ** a* AND OR NOT NEAR ^a a^ ( ) () search:x - -- -" -# # ## 😀 👩‍👩‍👧 % _ \\ from: from:"" from:"'.split(
    ' ',
  ),
  ...'before: before:x after:9999-99-99 after:0001-01-01 before:0000 has: has:x has:constructor has:__proto__'.split(
    ' ',
  ),
  ...'-from:me -has:link u1:a u1:#1 ﷺ İ ß'.split(' '),
  ...['* a', 'NEAR(a b)', 'a NOT', '{a}: b', 'words : x', 'a + b', 'a - b', "'", "''; drop table messages"],
  ...['#x #y -#z', '-a -b', '\u0000', 'a\u0000b', '\ud800', '\u202e', '\u0301'],
  ...['x'.repeat(10_000), 'x '.repeat(5_000), '😀'.repeat(5_000), '"'.repeat(10_000), '房'.repeat(10_000)],
];

testSearch('nothing that can be typed is an error', async (app) => {
  app.store('a note AND "quotes" OR NEAR things 😀 x');
  for (const q of ODD_QUERIES)
    expect({ q: q.slice(0, 20), found: Array.isArray(await search(app, app.me, { q })) }).toEqual({
      q: q.slice(0, 20),
      found: true,
    });
});
