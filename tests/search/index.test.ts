import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { boards } from '../../db/schema';
import { startChores } from '../../src/app/chores';
import { edit } from '../../src/messages/editing';
import { remove } from '../../src/messages/messages';
import { CHORES } from '../../src/start/chores';
import { type TestApp, testApp } from '../support/app';
import { ann } from '../support/cast';
import { found, person, share, store, testSearch } from './searchers';

testSearch('a message taken off a board is not found there any more', async (app) => {
  const [id = 0] = app.store('ramen #food #trip', 'pizza #food');
  expect(await app.found('ramen #food')).toHaveLength(1);
  app.db.$client.run("delete from placements where message_id = ? and tag = 'food'", [id]);
  expect(await app.found('ramen #food')).toEqual([]);
  expect(await app.found('ramen #trip')).toHaveLength(1);
});

testSearch('a new message is indexed before the next search at the latest', async (app) => {
  app.store('ramen for two', 'ramen for three');
  expect(waiting(app)).toBe(2);
  expect(await app.found('ramen')).toHaveLength(2);
  expect(waiting(app)).toBe(0);
});

test('a new message is soon indexed even if nobody searches', async () => {
  await using app = testApp();
  const chores = startChores(app, CHORES);
  store(app, person(app, ann), 'ramen for two');
  while (waiting(app) > 0) await Bun.sleep(10);
  await chores.stop();
});

testSearch('deleted words, and words edited away, leave the database files', async (app) => {
  const word = 'quixoticallyunrepeatable';
  const isInFiles = () => {
    app.db.$client.run('pragma wal_checkpoint(truncate)');
    return ['tagline.db', 'tagline.db-wal'].some((file) =>
      readFileSync(join(app.config.dataDir, file)).includes(word.slice(3)),
    );
  };
  app.store(...Array.from({ length: 200 }, (_, at) => `filler number ${at} of many`));
  const [deleted = 0] = app.store(`something ${word} here`);
  expect(await app.found(word)).toHaveLength(1);
  expect(isInFiles()).toBe(true);
  remove(app, [deleted]);
  expect(isInFiles()).toBe(false);

  const [edited = 0] = app.store(`again ${word} here`);
  expect(await app.found(word)).toHaveLength(1);
  expect(isInFiles()).toBe(true);
  transaction(app.db, () =>
    app.db.$client.run("update messages set content = 'other' where id = ?", [edited]),
  );
  expect(isInFiles()).toBe(false);
  expect(await app.found('other')).toEqual(['other']);
});

testSearch('a change of many messages is indexed before the next search answers', async (app) => {
  const id = share(app, app.me, 'house', app.other);
  app.store(...Array.from({ length: 300 }, (_, at) => `lamp ${at} #house`));
  transaction(app.db, () => app.db.delete(boards).run());
  expect(waiting(app)).toBeGreaterThan(0);
  transaction(app.db, () =>
    app.db.insert(boards).values({ id, ownerId: app.me.id, shared: true, createdAt: app.now() }).run(),
  );
  expect(await found(app, app.other, 'lamp')).toEqual([]);
  expect(waiting(app)).toBe(0);
});

test('an index built by another version is rebuilt', async () => {
  const app = testApp();
  await using _ = app;
  const me = person(app, ann);
  store(app, me, 'ramen for two');
  expect(await found(app, me, 'ramen')).toHaveLength(1);
  app.db.$client.run("update search_version set version = 'old'");
  app.db.$client.run("insert into search (search) values ('delete-all')");
  expect(await found(app, me, 'ramen')).toEqual([]);
  testApp({ DATA_DIR: app.config.dataDir }).close();
  expect(await found(app, me, 'ramen')).toEqual(['ramen for two']);
});

testSearch('a message that changes before it is indexed is found as it is now', async (app) => {
  const [, chair = 0, table = 0] = app.store('lamp', 'chair', 'table', 'stove');
  edit(app, app.me, chair, { content: 'bench' });
  remove(app, [table]);
  for (const word of ['lamp', 'bench', 'stove']) expect(await app.found(word)).toEqual([word]);
  for (const word of ['chair', 'table']) expect(await app.found(word)).toEqual([]);
});

const waiting = (app: TestApp) =>
  app.db.$client.query<{ n: number }, []>('select count(*) as n from search_queue').get()!.n;
