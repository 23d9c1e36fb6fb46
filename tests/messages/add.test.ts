import { expect } from 'bun:test';
import type { Message } from '../../src/contract/messages';
import { forgetIdempotencyKeys } from '../../src/messages/idempotency';
import { ann, bob } from '../support/cast';
import { DAY } from '../support/clock';
import { test } from '../support/server-test';

type Counts = { tag: string; count: number }[];

test('a message goes to a board for each of its tags and hashtags, once', async ({ client }) => {
  const { status, body } = await client.post<Message>('/api/messages', {
    content: 'Ramen #Food #late-night',
    tags: ['food', '#Tokyo Trip'],
    source: 'ui',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ content: 'Ramen #Food #late-night', source: 'ui' });
  expect(body.tags).toEqual(['food', 'tokyo-trip', 'late-night']);
  const counts = (await client.get<Counts>('/api/tags-with-counts')).body;
  expect(counts.toSorted((a, b) => a.tag.localeCompare(b.tag))).toMatchObject([
    { tag: 'food', count: 1 },
    { tag: 'late-night', count: 1 },
    { tag: 'tokyo-trip', count: 1 },
  ]);
});

test('a message without a tag is uncategorized', async ({ server }) => {
  const { body } = await server
    .as(ann)
    .post<Message>('/api/messages', { content: 'no tag', tags: ['', '#', '🍜'] });
  expect(body.tags).toEqual(['uncategorized']);
});

test("`hashtags` is another name for `tags`, and a caller's source is ui or api", async ({ server }) => {
  const { body } = await server
    .as(ann)
    .post<Message>('/api/messages', { content: '#ideas', hashtags: ['ideas'], source: 'sms' });
  expect(body).toMatchObject({ tags: ['ideas'], source: 'api', content: '#ideas' });
});

test.each([
  [{ content: '' }, 'Please enter a message.'],
  [{ content: ' \n ' }, 'Please enter a message.'],
  [{}, 'Please enter a message.'],
  [{ content: 'x'.repeat(10_001) }, 'A message can have at most 10,000 characters.'],
  [{ content: 'a\0b' }, 'Text cannot contain NUL characters.'],
  [{ content: 'x', tags: Array(21).fill('a') }, 'A message can have at most 20 tags.'],
])('a message of %j is refused: %s', async ({ server }, input, message) => {
  const answer = await server.as(ann).post('/api/messages', input);
  expect(answer).toMatchObject({ status: 400, body: { error: message, message } });
  expect((await server.as(ann).get('/api/messages')).body).toEqual([]);
});

test.each([
  ['ten thousand characters', '字'.repeat(10_000)],
  ['only emoji', '🍜🍜🍜'],
  ['right to left', 'مرحبا بالعالم #ملاحظات'],
  ['a lone surrogate', 'a\ud800b'],
  ['markup', '<script>alert(1)</script> & "quotes"'],
])('%s is stored as it was written', async ({ server }, _, content) => {
  const { body } = await server.as(ann).post<Message>('/api/messages', { content });
  expect(body.content).toBe(content.toWellFormed());
});

test('a list is newest first; its pages neither repeat nor miss a message', async ({ client }) => {
  for (let i = 0; i < 7; i++) await client.post('/api/messages', { content: `note ${i} #list` });
  for (const path of ['/api/messages', '/api/messages/tag/list']) {
    const all = (await client.get<Message[]>(path)).body;
    expect(all.map(({ content }) => content)).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `note ${i} #list`));
    const paged: Message[] = [];
    for (;;) {
      const before = paged.at(-1)?.id;
      const { body } = await client.get<Message[]>(`${path}?limit=3${before ? `&before=${before}` : ''}`);
      paged.push(...body);
      if (body.length < 3) break;
    }
    expect(paged).toEqual(all);
  }
});

test('a repeated call with an idempotency key stores and notifies once', async ({ server }) => {
  await server.introduce(bob);
  const client = server.as(ann);
  await client.post('/api/shared-boards', { name: 'house' });
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  const add = async (content: string, idempotencyKey?: string) =>
    (await client.post<Message>('/api/messages', { content, idempotencyKey })).body.id;
  const notified = () => server.app.outbox(bob.phone).filter(({ kind }) => kind === 'notification').length;
  const [first, ...repeated] = await Promise.all(Array.from({ length: 5 }, () => add('Milk #house', 'a')));
  expect(new Set([first, ...repeated]).size).toBe(1);
  expect(notified()).toBe(1);
  const others = [await add('Milk #house', 'b'), await add('Eggs #house', 'a'), await add('Milk #house')];
  expect(new Set([first, ...others]).size).toBe(4);
  await client.delete(`/api/messages/${first}`);
  expect(await add('Milk #house', 'a')).not.toBe(first);
  const known = others[1];
  server.app.clock.advance(DAY + 1);
  forgetIdempotencyKeys(server.app);
  expect(await add('Eggs #house', 'a')).not.toBe(known);
  expect((await client.post('/api/messages', { content: 'x', idempotencyKey: 'x'.repeat(101) })).status).toBe(
    400,
  );
});
