import { expect } from 'bun:test';
import { transaction } from '../../db/open';
import { media } from '../../db/schema';
import { search } from '../../src/search/search';
import { test } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { found, person, share, store, testSearch } from './searchers';

testSearch("a hashtag is found through the searcher's own tags, not as a word", async (app) => {
  share(app, app.me, 'house', app.other, 'annshouse');
  app.store('New lamp #house #secretgift', 'For me alone #secretgift');

  // the owner of the tag finds both messages
  expect(await app.found('#secretgift')).toHaveLength(2);
  expect(await app.found('secretgift')).toHaveLength(2);
  for (const q of ['secretgift', '#secretgift', 'secretg', 'secretgfit', '"secretgift"'])
    expect({ q, found: await found(app, app.other, q) }).toEqual({ q, found: [] });
  expect(await found(app, app.other, 'lamp')).toEqual(['New lamp #house']);
  expect(await found(app, app.other, '#annshouse')).toEqual(['New lamp #house']);
  expect(await found(app, app.other, 'annshouse')).toEqual(['New lamp #house']);
  expect(await found(app, app.other, '#house')).toEqual([]);
});

test('boards and people are found by names of several words in any script', async ({ app }) => {
  const [a, b] = [
    person(app, ann),
    person(app, { ...bob, firstName: 'Jean-Luc', lastName: "O'Hara 王小明" }),
  ];
  share(app, a, 'house', b);
  store(app, a, 'lamp #美食', 'tyres #road-trip');
  store(app, b, 'sofa #house');
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

testSearch('filters narrow a search', async (app) => {
  share(app, app.me, 'house', app.other);
  app.clock.freeze(Date.UTC(2026, 0, 15));
  const [pictured] = app.store('old lamp #house');
  app.db
    .insert(media)
    .values({ userId: app.me.id, messageId: pictured, type: 'image/jpeg', createdAt: 0 })
    .run();
  app.clock.freeze(Date.UTC(2026, 1, 15));
  store(app, app.other, 'blue lamp https://lamps.example #house');
  const [filed] = app.store('red lamp #wishes');
  app.db
    .insert(media)
    .values({ userId: app.me.id, messageId: filed, type: 'application/pdf', createdAt: 0 })
    .run();
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
    ['has:file', [red]],
    ['lamp -has:file in:2026-02', [blue]],
    ['lamp -blue -red', [old]],
    ['-lamp', []],
    ['"blue lamp"', [blue]],
    ['"lamp blue"', []],
    ['#house #wishes', []],
    ['#nothing', []],
    ['bob', [blue]],
  ] as const)
    expect({ q, found: (await app.found(q)).sort() }).toEqual({ q, found: [...expected].sort() });
});

test("`from:me` finds the searcher's messages, and none of Melanie's", async ({ app }) => {
  const [a, b] = [person(app, ann), person(app, { ...bob, firstName: 'Melanie' })];
  share(app, a, 'house', b);
  store(app, a, 'red lamp #house');
  store(app, b, 'blue lamp #house');
  expect(await found(app, a, 'from:me')).toEqual(['red lamp #house']);
  expect(await found(app, b, 'from:me')).toEqual(['blue lamp #house']);
  expect(await found(app, a, '-from:me')).toEqual(['blue lamp #house']);
  expect(await found(app, a, 'from:mel')).toEqual(['blue lamp #house']);
});

testSearch('a search can be limited to one board', async (app) => {
  app.store('ramen here #food', 'ramen there #trip');
  expect(await app.found('ramen', { board: 'food' })).toEqual(['ramen here #food']);
  expect(search(app, app.me, { q: 'ramen', board: 'nowhere' })).rejects.toThrow('Board not found');
});

testSearch('somebody with hundreds of boards searches them all', async (app) => {
  transaction(app.db, () => {
    for (let at = 0; at < 300; at++) share(app, app.me, `board${at}`, app.other);
    for (let at = 0; at < 300; at += 50) app.store(`ramen #board${at}`);
  });
  expect(await found(app, app.other, 'ramen')).toHaveLength(6);
  expect(await found(app, app.other, 'ramne')).toHaveLength(6);
});

testSearch('a phrase is found among many newer messages with its words apart', async (app) => {
  app.store('the lamp is on the table', 'a table-lamp');
  transaction(app.db, () => app.store(...Array.from({ length: 600 }, (_, at) => `table ${at} on the left`)));
  expect(await app.found('"on the table"')).toEqual(['the lamp is on the table']);
  expect(await app.found('lamp -"on the table"')).toEqual(['a table-lamp']);
  expect((await app.found('table-lamp'))[0]).toBe('a table-lamp');
});

testSearch('a phrase that many messages have finds them all, the newest first', async (app) => {
  const ids = transaction(app.db, () =>
    app.store(...Array.from({ length: 260 }, (_, at) => `on the table ${'and on '.repeat(at % 7)}`)),
  );
  ids.reverse();
  for (const limit of [60, 240, 500]) expect(await app.pages('"on the table"', limit)).toEqual(ids);
});

testSearch('a phrase with its words further apart comes after one as typed', async (app) => {
  app.store('tea on ice', 'on -- ice!');
  expect(await app.found('"on ice"')).toEqual(['tea on ice', 'on -- ice!']);
  app.store('看房子', '看, 房');
  expect(await app.found('看房')).toEqual(['看房子', '看, 房']);
});

testSearch('punctuation, case and accents do not matter in a phrase', async (app) => {
  const texts = ["Don't, wait!", 'dont #food wait', 'DON’T\nWAIT', 'dónt wait'];
  app.store('wait, dont', ...texts);
  expect((await app.found(`"don't wait"`)).sort()).toEqual([...texts].sort());
});

testSearch('dates are exact to the day, whenever a message was stored', async (app) => {
  for (const [year, month, day] of [
    [2026, 2, 14],
    [2025, 11, 31],
    [2026, 2, 15],
    [2026, 3, 1],
  ] as const) {
    app.clock.freeze(Date.UTC(year, month, day));
    app.store(`lamp ${year}-${month + 1}-${day}`);
  }
  expect((await app.found('lamp before:2026-03-15')).sort()).toEqual(['lamp 2025-12-31', 'lamp 2026-3-14']);
  expect(await app.found('lamp after:2026-03-15 before:2026-04-01')).toEqual(['lamp 2026-3-15']);
  expect(await app.found('after:2026-04')).toEqual(['lamp 2026-4-1']);
  expect(await app.found('lamp after:2027')).toEqual([]);
});
