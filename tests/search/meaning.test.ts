import { expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../../src/app';
import type { EmbeddingProgress } from '../../src/contract/search';
import { create, remove } from '../../src/messages/messages';
import { embedAll, embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { search } from '../../src/search/search';
import { findOrCreateUser } from '../../src/users/users';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { MINUTE, SECOND } from '../support/clock';
import { startEmbeddings } from '../support/embeddings';
import { tempFolder } from '../support/folder';
import { testServer, until } from '../support/server';
import { pages } from './asking';

const user = (app: App, { phone }: { phone: string }) => findOrCreateUser(app, phone).user;
const say = (app: App, who: User, content: string) => create(app, who, { content, source: 'sms' });
const found = async (app: App, who: User, q: string) =>
  (await search(app, who, { q })).map(({ content }) => content);
const vectors = (app: App) =>
  app.db.$client.query<{ n: number }, []>('select count(*) as n from embeddings').get()!.n;

/** An app whose provider has been asked once, so that new messages wait to be embedded. */
async function appWith(provider: ReturnType<typeof startEmbeddings>) {
  const app = testApp(provider.environment);
  await embedQueued(app);
  return app;
}

test('what means the same is found behind what has the words', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const me = user(app, ann);
  for (const content of ['noodles tonight', 'the ramen place', 'wash the car']) say(app, me, content);
  expect(await found(app, me, 'ramen')).toEqual(['the ramen place']);
  await embedQueued(app);
  expect(await found(app, me, 'ramen')).toEqual(['the ramen place', 'noodles tonight']);
  expect(await found(app, me, 'kitten')).toEqual([]);
});

test('meaning keeps to what the searcher sees, and to the operators', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const [a, b] = [user(app, ann), user(app, bob)];
  say(app, a, 'noodles tonight #house');
  say(app, a, 'soup for me alone #secret');
  const { $client } = app.db;
  $client.run('update boards set shared = 1 where id = (select board_id from memberships where tag = ?)', [
    'house',
  ]);
  $client.run(
    "insert into memberships (board_id, user_id, role, tag, joined_at) select board_id, ?, 'member', 'house', 0 from memberships where tag = 'house'",
    [b.id],
  );
  await embedQueued(app);
  expect(await found(app, a, 'ramen')).toHaveLength(2);
  expect(await found(app, b, 'ramen')).toEqual(['noodles tonight #house']);
  expect(await found(app, a, 'ramen #secret')).toEqual(['soup for me alone #secret']);
  expect(await found(app, a, 'ramen -tonight')).toEqual(['soup for me alone #secret']);
  $client.run('delete from memberships where user_id = ?', [b.id]);
  expect(await found(app, b, 'ramen')).toEqual([]);
});

test('pages agree with each other when what is most alike is far behind among very many', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const me = user(app, ann);
  const alike = say(app, me, 'ramen place');
  const others = transaction(app.db, () =>
    Array.from({ length: 260 }, () => say(app, me, 'a ramen place to wash the car and the kitten')),
  );
  await embedQueued(app);
  const paged = await pages(app, me, '"ramen place"', 20);
  expect(paged.toSorted((a, b) => a - b)).toEqual([alike, ...others]);
});

test('hashtags are not told to the provider, and colour no meaning', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  say(app, user(app, ann), 'call mum #kitten');
  say(app, user(app, ann), '#lamp');
  await embedQueued(app);
  expect(provider.asked.flat()).toEqual(['call mum']);
  expect(embeddingProgress(app)).toMatchObject({ waiting: 0, embedded: 1, problem: null });
});

test('an edited message is embedded anew, and a deleted one leaves all files', async () => {
  using provider = startEmbeddings({ dimensions: 64 });
  await using app = await appWith(provider);
  const me = user(app, ann);
  const id = say(app, me, 'noodles tonight');
  for (let at = 0; at < 5; at++) say(app, me, `note ${at}`);
  await embedQueued(app);
  expect(await found(app, me, 'ramen')).toEqual(['noodles tonight']);

  transaction(app.db, () =>
    app.db.$client.run("update messages set content = 'a kitten' where id = ?", [id]),
  );
  expect(await found(app, me, 'ramen')).toEqual([]);
  await embedQueued(app);
  expect(await found(app, me, 'cat')).toEqual(['a kitten']);

  const { vector } = app.db.$client
    .query<{ vector: Uint8Array }, [number]>('select vector from embeddings where message_id = ?')
    .get(id)!;
  const isIn = (file: string) =>
    existsSync(join(app.config.dataDir, file)) &&
    readFileSync(join(app.config.dataDir, file)).includes(Buffer.from(vector.slice(0, 64)));
  const files = ['tagline.db', 'tagline.db-wal', 'vectors.db', 'vectors.db-wal'];
  expect(files.filter(isIn).length).toBeGreaterThan(1);
  remove(app, [id]);
  expect(await found(app, me, 'cat')).toEqual([]);
  await embedQueued(app);
  app.db.$client.run('pragma wal_checkpoint(truncate)');
  expect(files.filter(isIn)).toEqual([]);
});

test('while the provider is down, refuses or is slow, search goes on with words and the queue waits', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const me = user(app, ann);
  say(app, me, 'the ramen place');
  say(app, me, 'noodles tonight');
  provider.failAlways({ status: 503 });
  await embedQueued(app);
  expect(embeddingProgress(app)).toMatchObject({
    embedded: 0,
    waiting: 2,
    problem: 'The embedding provider has trouble of its own (503).',
  });
  expect(await found(app, me, 'ramen')).toEqual(['the ramen place']);

  const calls = provider.asked.length;
  await embedQueued(app);
  expect(provider.asked).toHaveLength(calls); // it is left in peace for a while
  app.clock.advance(10 * SECOND);
  provider.failAlways({ status: 429, headers: { 'retry-after': '120' } });
  await embedQueued(app);
  expect(embeddingProgress(app).problem).toBe('The embedding provider asks to slow down.');
  expect(provider.asked).toHaveLength(calls + 1); // once: no tight loop of retries
  app.clock.advance(MINUTE);
  await embedQueued(app);
  expect(provider.asked).toHaveLength(calls + 1);
  app.clock.advance(MINUTE + SECOND);
  provider.failAlways(null);
  await embedQueued(app);
  expect(embeddingProgress(app)).toMatchObject({ embedded: 2, waiting: 0, problem: null });
  expect(await found(app, me, 'ramen')).toEqual(['the ramen place', 'noodles tonight']);
});

test('trouble is told no longer than it lasts: a question that is answered ends it', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const me = user(app, ann);
  say(app, me, 'noodles tonight');
  await embedQueued(app);
  for (let times = 0; times < 3; times++) {
    provider.failNext({ status: 503 });
    const q = `ramen ${times}`; // an answer is remembered
    expect(await found(app, me, q)).toEqual([]);
    expect(embeddingProgress(app).problem).toBe('The embedding provider has trouble of its own (503).');
    app.clock.advance(3 * SECOND); // the first wait, each time
    expect(await found(app, me, q)).toEqual(['noodles tonight']);
    expect(embeddingProgress(app).problem).toBeNull();
  }
});

test('nonsense from the provider is not kept', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const me = user(app, ann);
  say(app, me, 'noodles tonight');
  for (const answer of [
    ...[
      [],
      {},
      null,
      'x',
      5,
      [[]],
      [[1, 'x']],
      [[0, 0, 0]],
      [1, 2, 3],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [[1, null]],
    ],
    ...[
      [
        [1, 2],
        [3, 4],
      ],
      { error: 'x' },
    ],
  ]) {
    provider.failNext({ answer });
    app.clock.advance(10 * MINUTE);
    await embedQueued(app);
    expect({ answer, embedded: vectors(app), told: embeddingProgress(app).problem }).toEqual({
      answer,
      embedded: 0,
      told: expect.stringMatching(/^The embedding provider (answered|did not answer one vector)/),
    });
  }
  app.clock.advance(10 * MINUTE);
  await embedQueued(app);
  expect(vectors(app)).toBe(1);
  provider.answerLength(24); // and from one batch to the next the length stays
  say(app, me, 'soup');
  await embedQueued(app);
  expect(vectors(app)).toBe(1);
});

test('a text that the provider refuses keeps nobody else waiting', async () => {
  using provider = startEmbeddings();
  await using app = await appWith(provider);
  const me = user(app, ann);
  for (const content of ['noodles', 'poisoned soup', 'ramen']) say(app, me, content);
  provider.refuse('poisoned');
  expect(await embedAll(app)).toEqual({
    processed: 2,
    errors: 1,
    message: 'Some messages could not be embedded.',
  });
});

test('the button embeds what came before there was a provider, and goes on where it was cut off', async () => {
  using provider = startEmbeddings();
  const before = testApp();
  await using _ = before;
  const me = user(before, ann);
  for (let at = 0; at < 100; at++) say(before, me, `noodles number ${at}`);
  expect(await embedAll(before)).toEqual({
    processed: 0,
    errors: 100,
    message: 'Search by meaning needs an embedding provider: set HF_TOKEN or HF_ENDPOINT_URL.',
  });

  await using app = testApp({ ...provider.environment, DATA_DIR: before.config.dataDir });
  await embedQueued(app);
  expect(vectors(app)).toBe(0); // old ones only when the operator asks
  provider.failNext({ slow: 0 }, { status: 500 });
  expect(await embedAll(app)).toEqual({
    processed: 32,
    errors: 68,
    message: 'The embedding provider has trouble of its own (500).',
  });
  const [first, second] = await Promise.all([embedAll(app), embedAll(app)]); // one run for both
  expect([first.processed, second.processed, vectors(app)]).toEqual([68, 68, 100]);
  const texts = provider.asked.flat();
  expect(texts.filter((text) => text === 'noodles number 99')).toHaveLength(1);
});

test('vectors of another model are replaced, and a lost index is made again', async () => {
  using provider = startEmbeddings();
  using data = tempFolder();
  const env = { ...provider.environment, DATA_DIR: data.path };
  {
    await using app = testApp(env);
    await embedQueued(app);
    say(app, user(app, ann), 'noodles tonight');
    await embedQueued(app);
    expect(await found(app, user(app, ann), 'ramen')).toEqual(['noodles tonight']);
  }
  provider.answerLength(40);
  {
    await using app = testApp({ ...env, EMBEDDING_MODEL: 'another' });
    await embedQueued(app);
    expect(app.db.$client.query('select model, dimensions from embedding_source').all()).toEqual([
      { model: expect.stringContaining('another'), dimensions: 40 },
    ]);
    expect(await found(app, user(app, ann), 'ramen')).toEqual(['noodles tonight']);
  }
  for (const end of ['', '-wal', '-shm']) rmSync(join(data.path, `vectors.db${end}`), { force: true });
  await using app = testApp({ ...env, EMBEDDING_MODEL: 'another' });
  expect(await found(app, user(app, ann), 'ramen')).toEqual(['noodles tonight']);
});

test('without a provider any more, the vectors go', async () => {
  using provider = startEmbeddings();
  using data = tempFolder();
  {
    await using app = testApp({ ...provider.environment, DATA_DIR: data.path });
    await embedQueued(app);
    say(app, user(app, ann), 'noodles tonight');
    await embedQueued(app);
    expect([vectors(app), existsSync(data.file('vectors.db'))]).toEqual([1, true]);
  }
  await using app = testApp({ DATA_DIR: data.path });
  await embedQueued(app);
  expect([vectors(app), existsSync(data.file('vectors.db'))]).toEqual([0, false]);
});

test('operators press the button and read how far it is; others are refused', async () => {
  using provider = startEmbeddings();
  await using server = await testServer({ env: provider.environment });
  await server.text(ann, 'noodles tonight');
  await server.text(bob, 'a kitten');
  const path = '/api/admin/batch-embed';
  for (const method of ['GET', 'POST'])
    expect((await server.as(bob).send(path, { method })).status).toBe(403);
  const { status, body } = await server.as(ann).post<{ errors: number; message: string }>(path);
  expect({ status, ...body }).toMatchObject({
    status: 200,
    errors: 0,
    message: 'All messages can be found by meaning.',
  });
  expect((await server.as(ann).get<EmbeddingProgress>(path)).body).toMatchObject({
    enabled: true,
    embedded: 2,
    waiting: 0,
    problem: null,
  });
  // and new ones by themselves
  await server.text(ann, 'drive the car');
  await until(async () => (await server.as(ann).get<EmbeddingProgress>(path)).body.embedded === 3);
});
