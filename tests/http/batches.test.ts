import { expect } from 'bun:test';
import { BATCH_MAX, BATCH_SIZE_MAX } from '../../src/contract/limits';
import { recentAnswers } from '../../src/http/recent-answers';
import { ann } from '../support/cast';
import { test } from '../support/server-test';

type BatchAnswer = { result?: { data: unknown }; error?: { message: string } }[];

const batchOf = (procedure: string, count: number) =>
  `/trpc/${Array(count).fill(procedure).join(',')}?batch=1&input=${encodeURIComponent(
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [index, {}]))),
  )}`;

test('a batch of more calls than the web app makes is refused', async ({ server }) => {
  const call = (count: number) => server.as(ann).get(batchOf('boards.tags', count));
  expect((await call(BATCH_MAX)).status).toBe(200);
  expect((await call(BATCH_MAX + 1)).status).toBe(400);
  expect((await server.stranger().get(batchOf('x', 500))).status).toBe(400);
});

test('the total size of the answers is limited in a batch, not for a single call', async ({ server }) => {
  const content = 'x'.repeat(10_000);
  for (let total = 0; total < BATCH_SIZE_MAX / (BATCH_MAX - 1); total += content.length)
    await server.as(ann).post('/api/messages', { content });
  const { body } = await server.as(ann).get<BatchAnswer>(batchOf('messages.list', BATCH_MAX));
  expect(body[0]?.result).toBeDefined();
  expect(body.at(-1)?.error?.message).toBe(
    'This batch asks for too much. Ask for pages with `limit`, or one call at a time.',
  );
  expect(JSON.stringify(body).length).toBeLessThan(BATCH_SIZE_MAX + 10_000);
  expect((await server.as(ann).get(batchOf('messages.list', 1))).status).toBe(200);
});

test('the limit of the cache counts the keys too, and a long key is not cached', () => {
  const recent = recentAnswers();
  const address = (n: number) => `${n}?${'x'.repeat(1_900)}`;
  for (let n = 0; n < 6_000; n++) recent.add(address(n), { body: '[]' });
  expect(recent.get(address(5_999))?.body).toBe('[]');
  expect(recent.get(address(0))).toBeUndefined();
  recent.add('y'.repeat(7_000), { body: '[]' });
  expect(recent.get('y'.repeat(7_000))).toBeUndefined();
});
