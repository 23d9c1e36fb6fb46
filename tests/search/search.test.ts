import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { boards, links, media, movies, previews, type User } from '../../db/schema';
import { termsBetween } from '../../db/search-vocabulary';
import type { App } from '../../src/app';
import { reach } from '../../src/boards/boards';
import { create, remove } from '../../src/messages/messages';
import { search } from '../../src/search/search';
import { ensureUser, updateProfile } from '../../src/users/users';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, eve, type Person } from '../support/cast';
import { testServer } from '../support/server';

const person = (app: App, { phone, firstName, lastName }: Person) =>
  updateProfile(app, ensureUser(app, phone).user, { firstName, lastName });

const say = (app: App, user: User, ...contents: string[]) =>
  contents.map((content) => create(app, user, { content, source: 'sms' }));

const found = async (app: App, user: User, q: string, more: { board?: string } = {}) =>
  (await search(app, user, { q, ...more })).map(({ content }) => content);

/** A board of Ann's that Bob is on too. */
function share(app: App, owner: User, tag: string, member: User, theirTag = tag) {
  const { id } = reach(app, owner, tag);
  app.db.$client.run('update boards set shared = 1 where id = ?', [id]);
  app.db.$client.run(
    "insert into memberships (board_id, user_id, role, tag, joined_at) values (?, ?, 'member', ?, 0)",
    [id, member.id, theirTag],
  );
  return id;
}

test('words are found in any order, the last as far as it is typed', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'Try the ramen place downtown', 'Buy milk', 'The ramen recipe');
  expect(await found(app, me, 'downtown ramen')).toEqual(['Try the ramen place downtown']);
  expect(await found(app, me, 'ramen pla')).toEqual(['Try the ramen place downtown']);
  expect(await found(app, me, 'CAFÉ')).toEqual([]);
});

test('of equally good messages the newest comes first', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'ramen one', 'ramen two', 'ramen six');
  expect(await found(app, me, 'ramen ')).toEqual(['ramen six', 'ramen two', 'ramen one']);
});

test('what has the very word stands before parts, and parts before slips', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'a lantern', 'the lanterns', 'magiclantern', 'lanten', 'lunch');
  expect(await found(app, me, 'lantern')).toEqual(['a lantern', 'the lanterns', 'magiclantern', 'lanten']);
});

test('a misspelt word still finds: one slip in short words, two in long ones', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'The restaurant on Main Street', 'soup for dinner');
  expect(await found(app, me, 'restuarnt')).toEqual(['The restaurant on Main Street']);
  expect(await found(app, me, 'suop')).toEqual(['soup for dinner']);
  expect(await found(app, me, 'siip')).toEqual([]);
});

test('parts of words and codes are found', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'Booking XK4471B confirmed', 'Gate B-12 at 9.45', 'unrelated');
  expect(await found(app, me, '4471')).toEqual(['Booking XK4471B confirmed']);
  expect(await found(app, me, 'b-12')).toEqual(['Gate B-12 at 9.45']);
  expect(await found(app, me, '9.45')).toEqual(['Gate B-12 at 9.45']);
});

test('Chinese, Japanese, Korean and Thai are found from one character on', async () => {
  await using app = testApp();
  const me = person(app, ann);
  const texts = ['今晚看房方便嘛', 'ラーメンを食べたい', '오늘 저녁에 만나요', 'ไปกินข้าวกัน', 'hello'];
  say(app, me, ...texts);
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
    expect({ q, found: await found(app, me, q) }).toEqual({ q, found: [texts[at]!] });
});

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

test('operators narrow what is found', async () => {
  await using app = testApp();
  const [a, b] = [person(app, ann), person(app, bob)];
  share(app, a, 'house', b);
  app.clock.hold(Date.UTC(2026, 0, 15));
  const [pictured] = say(app, a, 'old lamp #house');
  app.db.insert(media).values({ userId: a.id, messageId: pictured, type: 'image/jpeg', createdAt: 0 }).run();
  app.clock.hold(Date.UTC(2026, 1, 15));
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

test('a search can stay on one board', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'ramen here #food', 'ramen there #trip');
  expect(await found(app, me, 'ramen', { board: 'food' })).toEqual(['ramen here #food']);
  expect(search(app, me, { q: 'ramen', board: 'nowhere' })).rejects.toThrow('Board not found');
});

test('a message is found by what its links are about', async () => {
  await using app = testApp();
  const me = person(app, ann);
  const [id = 0] = say(app, me, 'look at this https://shop.example/x1');
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
  expect(await found(app, me, 'armchair')).toHaveLength(1);
  expect(await found(app, me, 'armchiar this')).toHaveLength(1);
  app.db.update(previews).set({ title: 'Oak Table' }).run();
  expect(await found(app, me, 'armchair')).toHaveLength(0);
  expect(await found(app, me, 'oak table')).toHaveLength(1);

  const film = 'https://m.imdb.com/title/tt0133093/?ref=x';
  app.db.insert(links).values({ messageId: id, url: film }).run();
  app.db.insert(movies).values({ imdbId: 'tt0133093', title: 'The Matrix', genres: [], expiresAt: 0 }).run();
  expect(await found(app, me, 'matrix')).toHaveLength(1);
  remove(app, [id]);
  expect(termsBetween(app.db.$client, '', '~')).toEqual([]);
});

test('what is taken off a board is not found there any more', async () => {
  await using app = testApp();
  const me = person(app, ann);
  const [id = 0] = say(app, me, 'ramen #food #trip', 'pizza #food');
  expect(await found(app, me, 'ramen #food')).toHaveLength(1);
  app.db.$client.run("delete from placements where message_id = ? and tag = 'food'", [id]);
  expect(await found(app, me, 'ramen #food')).toEqual([]);
  expect(await found(app, me, 'ramen #trip')).toHaveLength(1);
});

test('pages of a search follow each other without a gap', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, ...Array.from({ length: 30 }, (_, at) => `ramen ${'very '.repeat(at % 7)}good`));
  const all = (await search(app, me, { q: 'ramen good' })).map(({ id }) => id);
  const paged: number[] = [];
  while (paged.length < all.length) {
    const page = await search(app, me, { q: 'ramen good', limit: 7, before: paged.at(-1) });
    expect(page.length).toBeGreaterThan(0);
    paged.push(...page.map(({ id }) => id));
  }
  expect(paged).toEqual(all);
});

test('nothing that can be typed is an error', async () => {
  await using app = testApp();
  const me = person(app, ann);
  say(app, me, 'a note AND "quotes" OR NEAR things 😀 x');
  for (const q of [
    ...[
      '"',
      '""',
      '"""',
      '*',
      '**',
      'a*',
      '* a',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'NEAR(a b)',
      'a NOT',
      '^a',
      'a^',
    ],
    ...[
      '(',
      ')',
      '()',
      '{a}: b',
      'search:x',
      'words : x',
      'a + b',
      'a - b',
      '-',
      '--',
      '-"',
      '-#',
      '#',
      '##',
      '😀',
    ],
    ...[
      '👩‍👩‍👧',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '%',
      '_',
      '\\',
      "'",
      "''; drop table messages",
      'from:',
      'from:""',
    ],
    ...[
      'before:',
      'before:x',
      'after:9999-99-99',
      'has:',
      'has:x',
      '#x #y -#z',
      '-a -b',
      'u1:a',
      'u1:#1',
      '\u202e',
    ],
    ...['x'.repeat(10_000), 'x '.repeat(5_000), '😀'.repeat(5_000), '"'.repeat(10_000), '房'.repeat(10_000)],
    ...['from:"', 'after:0001-01-01', 'before:0000', 'ﷺ', '\u0301', 'İ', 'ß', '-from:me', '-has:link'],
  ])
    expect({ q: q.slice(0, 20), found: Array.isArray(await search(app, me, { q })) }).toEqual({
      q: q.slice(0, 20),
      found: true,
    });
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

test('what is deleted or edited away leaves the files', async () => {
  await using app = testApp();
  const me = person(app, ann);
  const word = 'quixoticallyunrepeatable';
  const isInFiles = () => {
    app.db.$client.run('pragma wal_checkpoint(truncate)');
    return ['tagline.db', 'tagline.db-wal'].some((file) =>
      readFileSync(join(app.config.dataDir, file)).includes(word.slice(3)),
    );
  };
  say(app, me, ...Array.from({ length: 200 }, (_, at) => `filler number ${at} of many`));
  const [deleted = 0] = say(app, me, `something ${word} here`);
  expect(isInFiles()).toBe(true);
  remove(app, [deleted]);
  expect(isInFiles()).toBe(false);

  const [edited = 0] = say(app, me, `again ${word} here`);
  expect(isInFiles()).toBe(true);
  transaction(app.db, () =>
    app.db.$client.run("update messages set content = 'other' where id = ?", [edited]),
  );
  expect(isInFiles()).toBe(false);
  expect(await found(app, me, 'other')).toEqual(['other']);
});

test('what a great change leaves to index is done before the next search answers', async () => {
  await using app = testApp();
  const [a, b] = [person(app, ann), person(app, bob)];
  const id = share(app, a, 'house', b);
  say(app, a, ...Array.from({ length: 300 }, (_, at) => `lamp ${at} #house`));
  transaction(app.db, () => app.db.delete(boards).run());
  expect(waiting(app)).toBeGreaterThan(0);
  transaction(app.db, () => app.db.$client.run('insert into boards select ?, ?, 1, 0, 0, null', [id, a.id]));
  expect(await found(app, b, 'lamp')).toEqual([]);
  expect(waiting(app)).toBe(0);
});

test('an index that another version made is made anew', async () => {
  const app = testApp();
  await using _ = app;
  const me = person(app, ann);
  say(app, me, 'ramen for two');
  app.db.$client.run("update search_version set version = 'old'");
  app.db.$client.run("insert into search (search) values ('delete-all')");
  expect(await found(app, me, 'ramen')).toEqual([]);
  const { open } = await import('../../db/open');
  open(join(app.config.dataDir, 'tagline.db')).$client.close();
  expect(await found(app, me, 'ramen')).toEqual(['ramen for two']);
});

test('the REST call finds what its caller sees, best first, and nothing for a stranger', async () => {
  await using server = await testServer();
  await server.text(ann, 'Try the ramen place #food');
  await server.text(bob, 'ramen of my own');
  const { status, body } = await server.as(ann).get<{ content: string }[]>('/api/messages/search?q=ramen');
  expect({ status, contents: body.map(({ content }) => content) }).toEqual({
    status: 200,
    contents: ['Try the ramen place #food'],
  });
  expect((await server.as(ann).get('/api/messages/search')).body).toEqual([]);
  expect((await server.as(ann).get('/api/messages/search?q=%F0%9F%8D%9C%00%22*')).status).toBe(200);
  expect((await server.as(eve).get('/api/messages/search?q=ramen')).body).toEqual([]);
  expect((await server.stranger().get('/api/messages/search?q=ramen')).status).toBe(401);
});

const waiting = (app: TestApp) =>
  app.db.$client.query<{ n: number }, []>('select count(*) as n from search_queue').get()!.n;
