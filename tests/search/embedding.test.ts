import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import type { App } from '../../src/app/app';
import { remove } from '../../src/messages/messages';
import { huggingFace } from '../../src/outside/huggingface';
import { embedAll, embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';
import { startEmbeddingServer } from '../support/embeddings';
import { tempFolder } from '../support/folder';
import { until } from '../support/server';
import { countEmbeddings, found, person, searcherByMeaning, store, testMeaning } from './searchers';

testMeaning('hashtags are not sent to the provider', async (app) => {
  store(app, person(app, ann), 'call mum #kitten');
  store(app, person(app, ann), '#lamp');
  await embedQueued(app);
  expect(app.provider.requests.flat()).toEqual(['call mum']);
  expect(embeddingProgress(app)).toMatchObject({ waiting: 0, embedded: 1, problem: null });
});

test('an edited message is embedded again; a deleted one leaves the files', async () => {
  await using app = await searcherByMeaning({ dimensions: 64 });
  const me = person(app, ann);
  const [id = 0] = store(app, me, 'noodles tonight');
  for (let at = 0; at < 5; at++) store(app, me, `note ${at}`);
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
  const files = ['tagline.db', 'tagline.db-wal'];
  expect(files.filter(isIn).length).toBeGreaterThan(0);
  remove(app, [id]);
  expect(await found(app, me, 'cat')).toEqual([]);
  await embedQueued(app);
  app.db.$client.run('pragma wal_checkpoint(truncate)');
  expect(files.filter(isIn)).toEqual([]);
});

const INVALID = JSON.parse(`[
  [], {}, null, "x", 5, [[]], [[1, "x"]], [[0, 0, 0]], [1, 2, 3], [[[1, 2], [3, 4]]], [[1, null]],
  [[1, 2], [3, 4]], { "error": "x" }
]`) as unknown[];

testMeaning('invalid answers of the provider are not stored', async (app) => {
  app.store('noodles tonight');
  for (const answer of INVALID) {
    app.provider.failNext({ answer });
    app.clock.advance(10 * MINUTE);
    await embedQueued(app);
    expect({ answer, embedded: countEmbeddings(app), problem: embeddingProgress(app).problem }).toEqual({
      answer,
      embedded: 0,
      problem: expect.stringMatching(/^The embedding provider (answered|did not answer one vector)/),
    });
  }
  app.clock.advance(10 * MINUTE);
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(1);

  app.provider.answerLength(24); // vectors of another length must be refused
  app.store('soup');
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(1);
});

testMeaning('a pause after a failure ends though the clock is set back a year', async (app) => {
  store(app, person(app, ann), 'noodles tonight');
  app.provider.failNext({ status: 500 });
  app.clock.advance(365 * DAY);
  await embedQueued(app);
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(0); // after the failure, the app waits before it tries again
  app.clock.advance(-365 * DAY);
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(1);
});

testMeaning('a text that the provider refuses does not delay the others', async (app) => {
  for (const content of ['noodles', 'poisoned soup', 'ramen']) app.store(content);
  app.provider.refuse('poisoned');
  expect(await embedAll(app)).toEqual({
    processed: 2,
    errors: 1,
    message: 'Some messages could not be embedded.',
  });
});

test('older messages are embedded by themselves; the button continues after a failure', async () => {
  using provider = startEmbeddingServer();
  const before = testApp();
  await using _ = before;
  const me = person(before, ann);
  for (let at = 0; at < 100; at++) store(before, me, `noodles number ${at}`);
  expect(await embedAll(before)).toEqual({
    processed: 0,
    errors: 100,
    message:
      'Search by meaning is off: remove EMBEDDINGS from the settings, or set HF_TOKEN or HF_ENDPOINT_URL.',
  });

  await using app = testApp({ ...provider.environment, DATA_DIR: before.config.dataDir });
  provider.failNext({ slow: 0 }, { status: 500 });
  await embedQueued(app);
  expect(embeddingProgress(app)).toMatchObject({
    embedded: 32,
    waiting: 68,
    problem: 'The embedding provider has trouble of its own (500).',
  });
  // two calls at the same time do the work only once
  const [first, second] = await Promise.all([embedAll(app), embedAll(app)]);
  expect([first.processed, second.processed, countEmbeddings(app)]).toEqual([68, 68, 100]);
  const texts = provider.requests.flat();
  expect(texts.filter((text) => text === 'noodles number 99')).toHaveLength(1);
  expect(await embedAll(app)).toEqual({
    processed: 0,
    errors: 0,
    message: 'All messages can be found by meaning.',
  });
});

testMeaning('embedding ends when the server stops, however many messages are queued', async (app) => {
  for (let at = 0; at < 100; at++) app.store(`note ${at}`);
  app.provider.failAlways({ slow: 300 });
  const run = embedQueued(app);
  await until(() => app.provider.requests.length > 0);
  app.stopping = true;
  await run;
  expect(embeddingProgress(app).waiting).toBeGreaterThan(0);
});

test('embeddings of another model, or of another length, are replaced', async () => {
  using provider = startEmbeddingServer();
  using data = tempFolder();
  const env = { ...provider.environment, DATA_DIR: data.path };
  const models = (app: App) =>
    app.db.$client.query('select name, dimensions from embedding_models').all() as object[];
  for (const [model, dimensions] of [
    ['first', 16],
    ['second', 16],
    ['second', 40],
  ] as const) {
    provider.answerLength(dimensions);
    await using app = testApp({ ...env, EMBEDDING_MODEL: model });
    if (dimensions === 16 && model === 'first') store(app, person(app, ann), 'noodles tonight', 'ramen');
    if (dimensions === 40) store(app, person(app, ann), 'soup');
    for (let times = 0; times < 3; times++) await embedQueued(app);
    expect(models(app)).toEqual([{ name: expect.stringContaining(model), dimensions }]);
    expect(countEmbeddings(app)).toBe(dimensions === 40 ? 3 : 2);
    expect((await found(app, person(app, ann), 'dinner')).length).toBe(dimensions === 40 ? 3 : 2);
  }
});

test('embeddings are deleted once no model is configured', async () => {
  using provider = startEmbeddingServer();
  using data = tempFolder();
  {
    await using app = testApp({ ...provider.environment, DATA_DIR: data.path });
    store(app, person(app, ann), 'noodles tonight');
    await embedQueued(app);
    expect(countEmbeddings(app)).toBe(1);
  }
  await using app = testApp({ ...provider.environment, EMBEDDINGS: 'off', DATA_DIR: data.path });
  await embedQueued(app);
  expect(countEmbeddings(app)).toBe(0);
  store(app, person(app, ann), 'ramen');
  expect(embeddingProgress(app)).toMatchObject({ enabled: false, waiting: 0 });
});

test.each([
  [[[1, 2]], 'did not answer one vector for each text'],
  [[[], []], 'answered something else than vectors'],
  [
    [
      [0, 0],
      [1, 2],
    ],
    'answered a vector without direction',
  ],
  [
    [
      [1, 2],
      [1, 2, 3],
    ],
    'answered vectors of different lengths',
  ],
])('an answer such as %j is refused: the provider %s', async (answer, sentence) => {
  using provider = startEmbeddingServer();
  const { HF_ENDPOINT_URL: endpointUrl } = provider.environment;
  const embedder = huggingFace({ enabled: true, token: undefined, endpointUrl, model: 'test' });
  provider.failNext({ answer });
  await expect(embedder.embed(['one', 'two'], 5_000)).rejects.toThrow(sentence);
});
