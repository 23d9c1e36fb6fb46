import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import type { App } from '../../src/app/app';
import { readersOf } from '../../src/app/readers';
import type { Message } from '../../src/contract/messages';
import { checkReaders } from '../../src/operators/health/readers';
import { seenSessions } from '../../src/people/auth/devices';
import { findOrCreateUser } from '../../src/people/users';
import { isIndexBehind } from '../../src/search/index/indexing';
import { CHORES } from '../../src/start/chores';
import { ann, bob } from '../support/cast';
import { type Client, connect } from '../support/client';
import { DAY } from '../support/clock';
import { png } from '../support/pictures';
import { withReaders } from '../support/readers';
import { testServer, until } from '../support/server';
import { openSocket } from '../support/socket';
import { testIn } from '../support/test-in';

const lastUse = (app: App) => [...seenSessions(app).values()].at(-1);
const lastCaller = (app: App) => lastUse(app)?.caller;

/** Without the one that clears what the tests look at. */
const chores = CHORES.filter(({ name }) => name !== 'store when sessions were used');

const test = testIn(async () => {
  const server = await testServer({ env: { TRUST_PROXY: 'on' }, chores });
  const client = await server.introduce(ann);
  const beside = withReaders(server.app, 2);
  const [a = '', b = ''] = beside.urls;
  return {
    server,
    beside,
    client,
    urls: [a, b],
    at: (url: string, { cookies }: Pick<Client, 'cookies'> = client) => connect(url, { cookies }),
    async [Symbol.asyncDispose]() {
      await beside[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
});

test('each request is answered where it belongs', async ({
  at,
  client,
  urls: [url = ''],
  beside,
  server,
}) => {
  const { body: message } = await client.post<Message>('/api/messages', { content: 'Ramen', tags: ['food'] });
  const form = new FormData();
  form.append('files', new File([png(900, 600)], 'lamp.png', { type: 'image/png' }));
  const upload = await client.send<{ id: number }[]>('/api/media', { method: 'POST', body: form });
  const [file] = upload.body;
  await client.get('/api/messages/search?q=ramen'); // the first one is remembered
  await until(() => !isIndexBehind(server.app.db));
  const input = encodeURIComponent(JSON.stringify({ 0: { limit: 40 } }));
  const page = `/trpc/messages.polledPage,boards.tagsWithCounts`;
  const seen: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const [path, where, init = {}] of [
    ['/', 'reader'],
    ['/healthz', 'reader'],
    ['/api/messages', 'reader'],
    [`${page}?batch=1&input=${input}`, 'reader'],
    [`${page},tokens.list?batch=1&input=${input}`, 'writer'],
    ['/api/messages/search?q=ramen', 'reader'],
    [`/api/media/${file?.id}`, 'reader'],
    [`/api/media/${file?.id}/640`, 'writer'],
    [`/api/media/${file?.id}/640?again`, 'reader'],
    ['/api/sessions', 'writer'],
    ['/api/export', 'writer'],
    ['/readyz', 'writer'],
    ['/metrics', 'writer'],
    ['/api/none', 'writer'],
    [`/api/messages/${message.id}`, 'writer', { method: 'PATCH', body: '{"content":"Udon"}' }],
  ] as [string, 'reader' | 'writer', RequestInit?][]) {
    beside.passedOn.length = 0;
    await at(url).send(path, { ...init, headers: { 'content-type': 'application/json' } });
    seen[path] = beside.passedOn.length === 0 ? 'reader' : 'writer';
    expected[path] = where;
  }
  expect(seen).toEqual(expected);
  expect((await at(url).get<Message>(`/api/messages/${message.id}`)).body.content).toBe('Udon');
});

test('nobody reads less than they wrote before', async ({ at, urls, server }) => {
  const ways = [...urls, server.url];
  for (let n = 0; n < 60; n++) {
    const [to = '', from = ''] = [ways[n % 3], ways[(n + 1 + (n % 2)) % 3]];
    const { status, body } = await at(to).post<Message>('/api/messages', {
      content: `Note w${n}x`,
      tags: ['n'],
    });
    expect(status).toBe(201);
    const [newest] = (await at(from).get<Message[]>('/api/messages')).body;
    const found = (await at(from).get<Message[]>(`/api/messages/search?q=w${n}x`)).body;
    expect([newest?.id, found[0]?.id]).toEqual([body.id, body.id]);
  }
});

test('what a reader does not write is not lost', async ({ at, urls: [url = ''], server, client }) => {
  const { app } = server;
  const userId = findOrCreateUser(app, ann.phone).user.id;
  await client.post('/api/messages', { content: 'Ramen', tags: ['food'] });
  await at(url).get('/api/messages/search?q=ramen');
  expect((await client.get<{ found: boolean }>('/api/profile/first-steps')).body.found).toBe(true);

  app.clock.advance(DAY);
  const before = app.now();
  await at(url).send('/api/messages', {
    headers: { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Firefox/9' },
  });
  await until(() => lastCaller(app)?.address === '198.51.100.7');
  expect(lastUse(app)?.at).toBeGreaterThanOrEqual(before);

  app.db
    .update(sessions)
    .set({ expiresAt: Date.now() + 10 * DAY })
    .run();
  const { headers, status } = await at(url).get('/api/messages');
  expect([status, headers.getSetCookie().length]).toEqual([200, 1]);
  const ends = app.db.select().from(sessions).where(eq(sessions.userId, userId)).get()!.expiresAt;
  expect(ends).toBeGreaterThan(Date.now() + 29 * DAY);
});

test('searches through a reader count', async ({ at, urls: [url = ''], client, server }) => {
  await client.post('/api/messages', { content: 'Ramen', tags: ['food'] });
  const search = (way: string) => at(way).get<{ message: string }>('/api/messages/search?q=ramen');
  await search(server.url);
  const { $client } = server.app.db;
  $client.run("update rate_limit_hits set count = 599 where name = 'search by a person'");
  expect((await search(url)).status).toBe(200);
  await until(() =>
    $client.query("select 1 from rate_limit_hits where name = 'search by a person' and count = 600").get(),
  );
  const [refused, same] = [await search(url), await search(server.url)];
  expect([refused.status, refused.text]).toEqual([429, same.text]);
  expect(refused.headers.get('retry-after')).toBe(same.headers.get('retry-after'));
});

test('only the socket between the processes says where a request comes from', async ({
  at,
  urls,
  server,
}) => {
  const forged = { 'x-tagline-address': '203.0.113.9' };
  for (const url of [...urls, server.url]) {
    seenSessions(server.app).clear();
    await at(url).get('/api/tokens', forged);
    await until(() => lastCaller(server.app));
    expect([url, lastCaller(server.app)?.address]).toEqual([url, null]);
    seenSessions(server.app).clear();
    await at(url).get('/api/tokens', { ...forged, 'x-forwarded-for': '198.51.100.7, 198.51.100.8' });
    await until(() => lastCaller(server.app));
    expect([url, lastCaller(server.app)?.address]).toEqual([url, '198.51.100.8']);
  }
});

test('an event reaches the sockets of all processes, wherever its cause came in', async ({
  at,
  urls,
  server,
  client,
  beside,
}) => {
  await server.introduce(bob);
  const sockets = await Promise.all([...urls, server.url].map((url) => openSocket({ url }, client)));
  await using others = await openSocket({ url: urls[1]! }, server.as(bob));
  for (const url of [...urls, server.url]) {
    await at(url).post('/api/messages', { content: 'News', tags: ['news'] });
    await until(() => sockets.every(({ events }) => events.length > 0));
    for (const { events } of sockets) expect(events.splice(0).map(({ tags }) => tags)).toEqual([['news']]);
  }
  expect(others.events).toEqual([]);

  // a reader that falls behind is told so when it has caught up
  const { app } = beside.readers[0]!;
  for (let n = 0; n < 1_001; n++) readersOf(server.app).announce(-1);
  for (const socket of [sockets[0]!, sockets[1]!, others]) expect((await socket.closed()).code).toBe(1012);
  expect(app.hub.size).toBe(0);
  const again = await openSocket({ url: urls[1]! }, client);
  await at(urls[0]!).post('/api/auth/logout');
  expect((await again.closed()).code).toBe(1000);
  expect((await sockets[2]!.closed()).code).toBe(1000);
});

test('the health and the figures of the server are those of all its processes', async ({
  at,
  urls,
  server,
  client,
}) => {
  await until(() => readersOf(server.app).list.every(({ isUp }) => isUp));
  expect(checkReaders(server.app)).toMatchObject([
    { name: 'Readers', state: 'good', value: '2 of 2 readers' },
  ]);
  await using _socket = await openSocket({ url: urls[0]! }, client);
  for (let n = 0; n < 20; n++) await at(urls[1]!).get('/api/messages?limit=7');
  const figures = async () => (await at(urls[0]!).get('/metrics')).text;
  await until(
    async () =>
      /tagline_sockets 1\n/.test(await figures()) &&
      /route="GET \/api\/messages",le="\+Inf"} 20\n/.test(await figures()),
  );
  expect(await figures()).toContain('tagline_readers 2\n');
});
