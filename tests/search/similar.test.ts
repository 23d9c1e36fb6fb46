import { expect, test } from 'bun:test';
import { embedQueued } from '../../src/search/meaning/embedding';
import { countFound, searchUncharged } from '../../src/search/search';
import { searcher, testMeaning } from './searchers';

const DR = 'Dr Yilmaz 030 5550 1234';

const SEARCHES: [promise: string, texts: string[], q: string, matches: string[], similar: string[]][] = [
  [
    'words, beginnings, endings and long parts match; typos are similar',
    ['paint', 'painting', 'point'],
    'paint',
    ['paint', 'painting'],
    ['point'],
  ],
  [
    'three matches leave no typos',
    ['paint', 'painter', 'painting', 'point'],
    'paint',
    ['paint', 'painter', 'painting'],
    [],
  ],
  ['a typo of a short word is a last resort', ['page 12'], 'sage', [], ['page 12']],
  ['beside anything else it is none', ['page 12', 'sage tea'], 'sage', ['sage tea'], []],
  ['a short part of a word is only similar', ['the umzug', 'a mug'], 'zug', [], ['the umzug']],
  ['two swapped letters mean the word', ['lamp', 'leap'], 'lmap', [], ['lamp', 'leap']],
  [
    'words that somebody has together were not mistyped',
    ['red lamp', 'red lump'],
    'red lamp ',
    ['red lamp'],
    [],
  ],
  ['some of the words are similar', ['a kumquat tree', 'a house'], 'kumquat zebra', [], ['a kumquat tree']],
  ['half a phrase is similar', ['the table, not the lamp'], 'table-lamp', [], ['the table, not the lamp']],
  [
    'a doctor is a Dr, and a number a phone',
    [DR, 'Dr Who', 'call 030 5550 1234'],
    'doctor phone number',
    [DR],
    [],
  ],
  ['mail means a mail address', ['Bob: bob@mail.example', 'Bob'], 'bob email', ['Bob: bob@mail.example'], []],
  [
    'address means a street',
    ['Ann, 12 Long Street', 'Ann, 12 long years'],
    'ann address',
    ['Ann, 12 Long Street'],
    [],
  ],
  ['alone they mean themselves', [DR, 'a phone'], 'phone', ['a phone'], []],
];

test.each(SEARCHES)('%s', async (_, texts, q, matches, similar) => {
  await using app = searcher();
  app.store(...texts);
  const find = async (only?: 'matches' | 'similar') =>
    (await searchUncharged(app, app.me, { q, only })).map(({ content }) => content);
  expect((await find('matches')).sort()).toEqual([...matches].sort());
  expect(await find('similar')).toEqual(similar);
  expect((await find()).slice(matches.length)).toEqual(similar);
  expect(await countFound(app, app.me, { q })).toEqual({ count: matches.length });
});

testMeaning('words do not wait for meaning, which comes after them', async (app) => {
  app.store('the ramen place', 'noodles tonight', 'soup', 'a raman spectrum');
  await embedQueued(app);
  const asked = async (q: string, only?: 'matches' | 'similar') => {
    const before = app.provider.requests.length;
    const found = await searchUncharged(app, app.me, { q, only });
    return {
      requests: app.provider.requests.length - before,
      found: found.map(({ content, similar }) => [content, similar?.join()]),
    };
  };
  const match = ['the ramen place', undefined];
  const meant = [
    ['soup', ''],
    ['noodles tonight', ''],
  ];
  expect(await asked('ramen', 'matches')).toEqual({ requests: 0, found: [match] });
  expect(await asked('the ramen place')).toEqual({ requests: 0, found: [match] });
  // two words may be in a message by chance
  expect((await asked('ramen place')).requests).toBe(1);
  // a word that some message has is rarely a typo, so meaning comes first
  expect(await asked('ramen')).toEqual({
    requests: 1,
    found: [match, ...meant, ['a raman spectrum', 'raman']],
  });
  expect((await asked('ramen', 'similar')).found).toEqual([...meant, ['a raman spectrum', 'raman']]);
});
