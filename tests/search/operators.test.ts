import { expect, test } from 'bun:test';
import { transaction } from '../../db/open';
import { media } from '../../db/schema';
import { search } from '../../src/search/search';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { found, pages, person, say, share } from './asking';

test('a hashtag is found through the searcher’s own tags, never as a word of the text', async () => {
  await using app = testApp();
  const [a, b] = [person(app, ann), person(app, bob)];
  share(app, a, 'house', b, 'annshouse');
  say(app, a, 'New lamp #house #secretgift', 'For me alone #secretgift');

  expect(await found(app, a, '#secretgift')).toHaveLength(2); // it is there to be found
  expect(await found(app, a, 'secretgift')).toHaveLength(2);
  for (const q of ['secretgift', '#secretgift', 'secretg', 'secretgfit', '"secretgift"'])
    expect({ q, found: await found(app, b, q) }).toEqual({ q, found: [] });
  expect(await found(app, b, 'lamp')).toEqual(['New lamp #house']);
  expect(await found(app, b, '#annshouse')).toEqual(['New lamp #house']);
  expect(await found(app, b, 'annshouse')).toEqual(['New lamp #house']);
  expect(await found(app, b, '#house')).toEqual([]);
});

test('boards and people are found by names of several words, and in scripts without spaces', async () => {
  await using app = testApp();
  const [a, b] = [
    person(app, ann),
    person(app, { ...bob, firstName: 'Jean-Luc', lastName: "O'Hara 王小明" }),
  ];
  share(app, a, 'house', b);
  say(app, a, 'lamp #美食', 'tyres #road-trip');
  say(app, b, 'sofa #house');
  for (const [q, expected] of [
    ['美食', 'lamp #美食'],
    ['美', 'lamp #美食'],
    ['road-trip', 'tyres #road-trip'],
    ['tyres road-tr', 'tyres #road-trip'],
    ['jean-luc', 'sofa #house'],
    ["o'hara", 'sofa #house'],
    ['小明', 'sofa #house'],
    ['sofa 王', 'sofa #house'],
  ] as const)
    expect({ q, found: await found(app, a, q) }).toEqual({ q, found: [expected] });
  for (const q of ['食美', 'road-house', '"road-trip"', 'j'])
    expect({ q, found: await found(app, a, q) }).toEqual({ q, found: [] });
});

test('operators narrow what is found', async () => {
  await using app = testApp();
  const [a, b] = [person(app, ann), person(app, bob)];
  share(app, a, 'house', b);
  app.clock.freeze(Date.UTC(2026, 0, 15));
  const [pictured] = say(app, a, 'old lamp #house');
  app.db.insert(media).values({ userId: a.id, messageId: pictured, type: 'image/jpeg', createdAt: 0 }).run();
  app.clock.freeze(Date.UTC(2026, 1, 15));
  say(app, b, 'blue lamp https://lamps.example #house');
  say(app, a, 'red lamp #wishes');
  const [old, blue, red] = ['old lamp #house', 'blue lamp https://lamps.example #house', 'red lamp #wishes'];
  for (const [q, expected] of [
    ['lamp', [old, blue, red]],
    ['lamp #house', [old, blue]],
    ['lamp -#house', [red]],
    ['lamp from:bob', [blue]],
    ['lamp from:"bob ray"', [blue]],
    ['lamp from:me', [old, red]],
    ['lamp from:eve', []],
    ['lamp -from:bob', [old, red]],
    ['lamp -from:me', [blue]],
    ['lamp -from:me -from:bob', []],
    ['lamp -from:eve', [old, blue, red]],
    ['lamp -has:link', [old, red]],
    ['lamp -has:photo -has:link', [red]],
    ['lamp before:2026-02-01', [old]],
    ['lamp after:2026-02', [blue, red]],
    ['has:link', [blue]],
    ['has:photo', [old]],
    ['lamp -blue -red', [old]],
    ['-lamp', []],
    ['"blue lamp"', [blue]],
    ['"lamp blue"', []],
    ['#house #wishes', []],
    ['#nothing', []],
    ['bob', [blue]],
  ] as const)
    expect({ q, found: (await found(app, a, q)).sort() }).toEqual({ q, found: [...expected].sort() });
});

test('me is the searcher, and nobody whose name begins so', async () => {
  await using app = testApp();
  const [a, b] = [person(app, ann), person(app, { ...bob, firstName: 'Melanie' })];
  share(app, a, 'house', b);
  say(app, a, 'red lamp #house');
  say(app, b, 'blue lamp #house');
  expect(await found(app, a, 'from:me')).toEqual(['red lamp #house']);
  expect(await found(app, b, 'from:me')).toEqual(['blue lamp #house']);
  expect(await found(app, a, '-from:me')).toEqual(['blue lamp #house']);
  expect(await found(app, a, 'from:mel')).toEqual(['blue lamp #house']);
});

test('a search can stay on one board', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'ramen here #food', 'ramen there #trip');
  expect(await found(app, me, 'ramen', { board: 'food' })).toEqual(['ramen here #food']);
  expect(search(app, me, { q: 'ramen', board: 'nowhere' })).rejects.toThrow('Board not found');
});

test('who has hundreds of boards searches them all', async () => {
  await using app = testApp();
  const [a, b] = [person(app, ann), person(app, bob)];
  transaction(app.db, () => {
    for (let at = 0; at < 300; at++) share(app, a, `board${at}`, b);
    for (let at = 0; at < 300; at += 50) say(app, a, `ramen #board${at}`);
  });
  expect(await found(app, b, 'ramen')).toHaveLength(6);
  expect(await found(app, b, 'ramne')).toHaveLength(6);
});

test('a phrase is found behind any number of newer messages that have its words apart', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'the lamp is on the table', 'a table-lamp');
  transaction(app.db, () =>
    say(app, me, ...Array.from({ length: 600 }, (_, at) => `table ${at} on the left`)),
  );
  expect(await found(app, me, '"on the table"')).toEqual(['the lamp is on the table']);
  expect(await found(app, me, 'lamp -"on the table"')).toEqual(['a table-lamp']);
  expect((await found(app, me, 'table-lamp'))[0]).toBe('a table-lamp');
});

test('a phrase that very many messages have finds all of those, the newest first, page by page', async () => {
  await using app = testApp();
  const me = person(app, ann);
  const ids = transaction(app.db, () =>
    say(app, me, ...Array.from({ length: 260 }, (_, at) => `on the table ${'and on '.repeat(at % 7)}`)),
  );
  ids.reverse();
  for (const limit of [60, 240, 500]) expect(await pages(app, me, '"on the table"', limit)).toEqual(ids);
});

test('what stands between the words of a phrase does not matter, nor how they are written', async () => {
  await using app = testApp();
  const me = person(app, ann);
  const texts = ["Don't, wait!", 'dont #food wait', 'DON’T\nWAIT', 'dónt wait'];
  say(app, me, 'wait, dont', ...texts);
  expect((await found(app, me, `"don't wait"`)).sort()).toEqual([...texts].sort());
});

test('days are kept to in the middle of a month, whenever a message was stored', async () => {
  await using app = testApp();
  const me = person(app, ann);
  for (const [year, month, day] of [
    [2026, 2, 14],
    [2025, 11, 31],
    [2026, 2, 15],
    [2026, 3, 1],
  ] as const) {
    app.clock.freeze(Date.UTC(year, month, day));
    say(app, me, `lamp ${year}-${month + 1}-${day}`);
  }
  expect((await found(app, me, 'lamp before:2026-03-15')).sort()).toEqual([
    'lamp 2025-12-31',
    'lamp 2026-3-14',
  ]);
  expect(await found(app, me, 'lamp after:2026-03-15 before:2026-04-01')).toEqual(['lamp 2026-3-15']);
  expect(await found(app, me, 'after:2026-04')).toEqual(['lamp 2026-4-1']);
  expect(await found(app, me, 'lamp after:2027')).toEqual([]);
});
