import { expect } from 'bun:test';
import { transaction } from '../../db/open';
import { embeddingProgress, embedQueued } from '../../src/search/meaning/embedding';
import { ann, bob } from '../support/cast';
import { MINUTE, SECOND } from '../support/clock';
import { found, person, share, store, testMeaning } from './searchers';

testMeaning('messages of similar meaning come after those with the words', async (app) => {
  for (const content of ['noodles tonight', 'the ramen place', 'wash the car']) app.store(content);
  expect(await app.found('ramen')).toEqual(['the ramen place']);
  await embedQueued(app);
  expect(await app.found('ramen')).toEqual(['the ramen place', 'noodles tonight']);
  expect(await app.found('kitten')).toEqual([]);
});

testMeaning('search by meaning respects visibility and filters', async (app) => {
  const [a, b] = [person(app, ann), person(app, bob)];
  store(app, a, 'noodles tonight #house');
  store(app, a, 'soup for me alone #secret');
  share(app, a, 'house', b);
  await embedQueued(app);
  expect(await found(app, a, 'ramen')).toHaveLength(2);
  expect(await found(app, b, 'ramen')).toEqual(['noodles tonight #house']);
  expect(await found(app, a, 'ramen #secret')).toEqual(['soup for me alone #secret']);
  expect(await found(app, a, 'ramen -tonight')).toEqual(['soup for me alone #secret']);
  app.db.$client.run('delete from memberships where user_id = ?', [b.id]);
  expect(await found(app, b, 'ramen')).toEqual([]);
});

testMeaning('pages have no gaps when the most similar message is an old one of many', async (app) => {
  const [similar = 0] = app.store('ramen place');
  const others = transaction(app.db, () =>
    app.store(...Array<string>(260).fill('a ramen place to wash the car and the kitten')),
  );
  await embedQueued(app);
  const paged = await app.pages('"ramen place"', 20);
  expect(paged.toSorted((a, b) => a - b)).toEqual([similar, ...others]);
});

testMeaning('while the provider fails, a search finds words, and the queue waits', async (app) => {
  app.store('the ramen place');
  app.store('noodles tonight');
  app.provider.failAlways({ status: 503 });
  await embedQueued(app);
  expect(embeddingProgress(app)).toMatchObject({
    embedded: 0,
    waiting: 2,
    problem: 'The embedding provider has trouble of its own (503).',
  });
  expect(await app.found('ramen')).toEqual(['the ramen place']);

  const calls = app.provider.requests.length;
  await embedQueued(app);
  expect(app.provider.requests).toHaveLength(calls); // no request until the wait is over
  app.clock.advance(10 * SECOND);
  app.provider.failAlways({ status: 429, headers: { 'retry-after': '120' } });
  await embedQueued(app);
  expect(embeddingProgress(app).problem).toBe('The embedding provider asks to slow down.');
  expect(app.provider.requests).toHaveLength(calls + 1); // one request, no retries
  app.clock.advance(MINUTE);
  await embedQueued(app);
  expect(app.provider.requests).toHaveLength(calls + 1);
  app.clock.advance(MINUTE + SECOND);
  app.provider.failAlways(null);
  await embedQueued(app);
  expect(embeddingProgress(app)).toMatchObject({ embedded: 2, waiting: 0, problem: null });
  expect(await app.found('ramen')).toEqual(['the ramen place', 'noodles tonight']);
});

testMeaning('a problem is shown until the provider answers a query', async (app) => {
  app.store('noodles tonight');
  await embedQueued(app);
  for (let times = 0; times < 3; times++) {
    app.provider.failNext({ status: 503 });
    const q = `ramen ${times}`; // a new query, because the embedding of an old one is cached
    expect(await app.found(q)).toEqual([]);
    expect(embeddingProgress(app).problem).toBe('The embedding provider has trouble of its own (503).');
    // the wait stays short, because the last request before this failure succeeded
    app.clock.advance(3 * SECOND);
    expect(await app.found(q)).toEqual(['noodles tonight']);
    expect(embeddingProgress(app).problem).toBeNull();
  }
});
