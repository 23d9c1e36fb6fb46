import { expect, test } from 'bun:test';
import { ann } from '../support/cast';
import { testServer } from '../support/server';

type Stored = { id: number; content: string; tags: string[] };

test('an addition, an edit and a deletion that are sent twice are carried out once', async () => {
  await using server = await testServer();
  await server.introduce(ann);
  const client = server.as(ann);
  const list = async () => (await client.get<Stored[]>('/api/messages')).body;
  const addition = { content: 'Ramen', tags: ['food'], idempotencyKey: 'one' };
  const first = await client.post<Stored>('/api/messages', addition);
  const again = await client.post<Stored>('/api/messages', addition);
  expect(again.body.id).toBe(first.body.id);

  const path = `/api/messages/${first.body.id}`;
  const change = { content: 'Udon', tags: ['food', 'trip'], read: 'Ramen' };
  for (let n = 0; n < 2; n++) expect((await client.patch(path, change)).status).toBe(200);
  expect(await list()).toMatchObject([{ content: 'Udon', tags: ['food', 'trip'] }]);
  expect((await client.patch(path, { content: 'Soba', read: 'Ramen' })).status).toBe(409);

  expect((await client.delete(path)).status).toBe(200);
  expect((await client.delete(path)).status).toBe(404);
  expect(await list()).toEqual([]);
});
