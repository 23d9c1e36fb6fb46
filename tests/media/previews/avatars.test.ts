import { expect, test } from 'bun:test';
import { avatars } from '../../../db/schema';
import { chargeRateLimits, RATE_LIMITS } from '../../../src/app/rate-limits';
import type { Message } from '../../../src/contract/messages';
import { avatarUrlOf } from '../../../src/contract/people';
import { ann, bob } from '../../support/cast';
import { DAY } from '../../support/clock';
import { colorPng } from '../../support/pictures';
import { testServer } from '../../support/server';
import { openSite } from '../../support/site';

const PICTURE = { headers: { 'content-type': 'image/png' }, body: colorPng(500, 500) };

test('members load our copy of a picture, until its owner changes it', async () => {
  await using site = await openSite({ '/me.png': PICTURE, '/new.png': PICTURE });
  await using server = await testServer({ env: { PREVIEW_ALLOW: '127.0.0.1' } });
  const client = server.as(ann);
  const save = (avatarUrl: string) =>
    client.put('/api/profile', { firstName: 'Ann', lastName: 'Lee', avatarUrl });
  await save(`${site.url}/me.png`);
  const { body } = await client.post<Message>('/api/messages', { content: 'Hello' });
  expect(body.senderAvatarUrl).toMatch(/^\/api\/avatars\/\d+\?v=\w+$/);
  const picture = await client.get(body.senderAvatarUrl!);
  expect(picture.headers.get('content-type')).toBe('image/webp');
  await client.get(body.senderAvatarUrl!);
  expect(site.asked).toEqual(['/me.png']);
  expect(server.app.db.select().from(avatars).get()).toMatchObject({ pictureWidth: 192, pictureHeight: 192 });

  await save(`${site.url}/new.png`);
  const [message] = (await client.get<Message[]>('/api/messages')).body;
  expect(message!.senderAvatarUrl).not.toBe(body.senderAvatarUrl);
  await client.get(message!.senderAvatarUrl!);
  expect(site.asked).toEqual(['/me.png', '/new.png']);
  await save('');
  expect((await client.get(message!.senderAvatarUrl!)).status).toBe(404);
});

test('a picture is a 404 to people who do not see its owner', async () => {
  await using site = await openSite({ '/me.png': PICTURE });
  await using server = await testServer({ env: { PREVIEW_ALLOW: '127.0.0.1' } });
  await server
    .as(ann)
    .put('/api/profile', { firstName: 'Ann', lastName: 'Lee', avatarUrl: `${site.url}/me.png` });
  const own = (await server.as(ann).get<{ id: number; avatarUrl: string }>('/api/profile')).body;
  const address = avatarUrlOf(own)!;
  const missing = await server.as(bob).get('/api/avatars/99999');
  expect((await server.as(bob).get(address)).text).toBe(missing.text);
  expect((await server.as(bob).get(address)).status).toBe(404);
  expect((await server.stranger().get(address)).status).toBe(401);
  expect(site.asked).toEqual([]);
  const { status, headers } = await server.as(ann).get(address);
  expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await server.as(ann).get(address, known)).status).toBe(304);
  expect((await server.as(bob).get(address, known)).status).toBe(404);
  for (const id of ['x', '-1', '1.5', '%2e%2e'])
    expect((await server.as(bob).get(`/api/avatars/${id}`)).status).toBe(404);
});

test('a failed fetch is tried again later, and an old copy is kept', async () => {
  await using site = await openSite({});
  await using server = await testServer({ env: { PREVIEW_ALLOW: '127.0.0.1' } });
  await server
    .as(ann)
    .put('/api/profile', { firstName: 'Ann', lastName: 'Lee', avatarUrl: `${site.url}/me.png` });
  const { id } = (await server.as(ann).get<{ id: number }>('/api/profile')).body;
  const look = async () => (await server.as(ann).get(`/api/avatars/${id}`)).status;
  expect([await look(), await look()]).toEqual([404, 404]);
  expect(site.asked).toHaveLength(1);
  site.pages['/me.png'] = PICTURE;
  server.app.clock.advance(DAY);
  expect(await look()).toBe(200);
  delete site.pages['/me.png'];
  server.app.clock.advance(2 * DAY);
  expect(await look()).toBe(200);
  expect(site.asked).toHaveLength(3);
});

test('a refused picture takes half a second; a user gets 60 fetches a minute', async () => {
  await using server = await testServer();
  const client = server.as(ann);
  const { id } = (await client.get<{ id: number }>('/api/profile')).body;
  const look = async (number: number) => {
    const avatarUrl = `https://10.0.0.1/${number}.png`;
    await client.put('/api/profile', { firstName: 'Ann', lastName: 'Lee', avatarUrl });
    const start = performance.now();
    const answers = await Promise.all([1, 2, 3].map(() => client.get(`/api/avatars/${id}`)));
    const [status] = [...new Set(answers.map(({ status }) => status))];
    return { status, took: performance.now() - start };
  };
  const first = await look(0);
  expect(first.status).toBe(404);
  expect(first.took).toBeGreaterThan(490);
  const limit = RATE_LIMITS['preview for a person'].max;
  for (let count = 1; count < limit; count++) chargeRateLimits(server.app, { 'preview for a person': id });
  expect((await look(1)).status).toBe(429);
});
