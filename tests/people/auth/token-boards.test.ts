import { expect, test } from 'bun:test';
import { createSharedBoard, invite } from '../../../src/boards/sharing';
import type { Message } from '../../../src/contract/messages';
import type { AccessToken } from '../../../src/contract/tokens';
import { DOCUMENTED_CALLS } from '../../../src/http/openapi';
import { storeUpload } from '../../../src/media/media';
import { edit } from '../../../src/messages/editing';
import { create } from '../../../src/messages/messages';
import { drainIndexQueue } from '../../../src/search/search';
import { tokenOf } from '../../support/bearer';
import { ann, bob } from '../../support/cast';
import type { Client } from '../../support/client';
import { ensureUser } from '../../support/people';
import { png } from '../../support/pictures';
import { testServer, until } from '../../support/server';
import { openSocket } from '../../support/socket';

const HIDDEN = /zebra|diary|club/i;

async function setUp() {
  const server = await testServer();
  const { app } = server;
  await server.introduce(ann);
  const [owner, other] = [ensureUser(app, ann), ensureUser(app, bob)];
  for (const name of ['house', 'club']) {
    createSharedBoard(app, owner, name);
    invite(app, owner, name, bob.phone);
  }
  const post = (content: string, replyTo?: number, user = owner) =>
    create(app, user, { content, source: 'ui', replyTo });
  const milk = post('Milk tea #inbox #diary');
  const secret = post('Zebra tea #diary');
  post('Zebra tea #club');
  post('A zebra too', secret);
  const lamp = post('Lamp tea #house', undefined, other);
  post('Zebra latest #diary');
  await drainIndexQueue(app);
  const made = await tokenOf(server, ann, { boards: ['inbox', 'house'] });
  return { server, app, owner, other, milk, lamp, secret, post, ...made };
}

type World = Awaited<ReturnType<typeof setUp>>;

/** Addresses of all calls that read, with words and ids that lead to what the token is not for. */
const addressesOf = ({ secret, milk }: World): string[] =>
  DOCUMENTED_CALLS.filter(({ method, name }) => method === 'GET' && name !== 'reminders.feed').flatMap(
    ({ path }) =>
      [String(secret), String(milk), 'diary', 'club', 'inbox'].flatMap((word) =>
        ['', '?q=tea', '?q=zebra', '?q=tea&board=diary', '?q=tea -%23diary', '?tag=club', '?limit=100'].map(
          (query) => path.replace(/\{\w+\}/g, word) + query,
        ),
      ),
  );

test('no call shows a token for some boards anything of another board', async () => {
  const world = await setUp();
  await using server = world.server;
  for (const address of new Set(addressesOf(world))) {
    const own = await server.as(ann).get(address); // an answer that is kept for the owner
    const etag = own.headers.get('etag');
    const { status, text } = await world.client.get(address, etag ? { 'if-none-match': etag } : {});
    expect({ address, unchanged: status === 304, hidden: HIDDEN.exec(text)?.[0] }).toEqual({
      ...{ address, unchanged: false, hidden: undefined },
    });
  }
});

test('a token for some boards lists, finds and reads what is on them', async () => {
  const { server, client, milk, lamp } = await setUp();
  await using _ = server;
  const ids = async (address: string) => (await client.get<Message[]>(address)).body.map(({ id }) => id);
  expect(await ids('/api/messages')).toEqual([lamp, milk]);
  expect(await ids('/api/messages?limit=1')).toEqual([lamp]);
  expect((await ids('/api/messages/search?q=tea')).sort()).toEqual([milk, lamp]);
  expect(await ids('/api/messages/tag/inbox')).toEqual([milk]);
  expect((await client.get('/api/tags')).body).toEqual(['inbox']);
  expect((await client.get('/api/shared-boards')).body).toMatchObject([{ name: 'house' }]);
  expect((await client.get(`/api/messages/${milk}`)).body).toMatchObject({
    content: 'Milk tea #inbox',
    tags: ['inbox'],
  });
  expect((await server.as(ann).get<AccessToken[]>('/api/tokens')).body).toMatchObject([
    { boards: ['house', 'inbox'] },
  ]);
});

test('what a token does not see is not counted, and interrupts a thread', async () => {
  const { server, app, owner, other, client, post } = await setUp();
  await using _ = server;
  createSharedBoard(app, other, 'choir');
  invite(app, other, 'choir', ann.phone);
  post('Zebra tea #choir', undefined, other);
  const first = post('First #inbox');
  const second = post('Second', first);
  const third = post('Third', second);
  edit(app, owner, second, { tags: ['diary'] });
  await drainIndexQueue(app);
  const count = async (by: Pick<Client, 'get'>, q: string) =>
    (await by.get<{ count: number }>(`/api/messages/search/count?q=${q}`)).body.count;
  expect([await count(client, 'zebra'), await count(server.as(ann), 'zebra')]).toEqual([0, 5]);
  expect([await count(client, 'diary'), await count(client, 'tea')]).toEqual([0, 2]);
  const thread = async (by: Pick<Client, 'get'>) =>
    (await by.get<Message[]>(`/api/messages/${first}/thread`)).body.map(({ id, replies }) => [id, replies]);
  expect(await thread(client)).toEqual([[first, 0]]);
  expect(await thread(server.as(ann))).toEqual([
    [third, 0],
    [second, 1],
    [first, 1],
  ]);
});

test('a token for some boards reads the files of these alone', async () => {
  const { server, app, owner, client } = await setUp();
  await using _ = server;
  const upload = () => storeUpload(app, owner, { bytes: png(4, 3), type: 'image/png', name: 'a.png' });
  const [shown, hidden, unused] = [await upload(), await upload(), await upload()];
  create(app, owner, { content: 'Look #inbox', source: 'ui', mediaIds: [shown.id] });
  create(app, owner, { content: 'Zebra #diary', source: 'ui', mediaIds: [hidden.id] });
  const statuses = [];
  for (const { url } of [shown, hidden, unused]) statuses.push((await client.get(url)).status);
  expect(statuses).toEqual([200, 404, 404]);
});

test('a token for some boards posts to them alone, and leaves what is elsewhere too', async () => {
  const { server, other, client, milk, secret, post } = await setUp();
  await using _ = server;
  const status = async (input: object) => (await client.post('/api/messages', input)).status;
  expect(await status({ content: 'Hi', tags: ['inbox'] })).toBe(201);
  for (const content of ['Hi', 'Hi #diary', 'Hi #new', 'Hi #inbox #club'])
    expect({ content, status: await status({ content }) }).toEqual({ content, status: 404 });
  expect(await status({ content: 'Hi', replyTo: secret })).toBe(404);
  const both = post('On both #house #club', undefined, other);
  const reply = await client.post<Message>('/api/messages', { content: 'Yes', replyTo: both });
  expect(reply.body.tags).toEqual(['house']);
  const change = {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: '{"content":"New"}',
  };
  const refused = await client.send(`/api/messages/${milk}`, change);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('of further boards')]);
  expect((await client.send(`/api/messages/${milk}`, { method: 'DELETE' })).status).toBe(403);
  expect((await client.send(`/api/messages/${secret}`, { method: 'DELETE' })).status).toBe(404);
  expect((await client.send(`/api/messages/${reply.body.id}`, change)).body).toMatchObject({
    content: 'New',
  });
  expect(await status({ content: 'Hi #inbox', mediaIds: [1] })).toBe(403);
});

test('a token for some boards does not learn which other boards were lost', async () => {
  const { server, app, owner, other, client } = await setUp();
  await using _ = server;
  await server.introduce(bob);
  app.db.$client.run("insert into lost_boards (user_id, tag, owner_id) values (?, 'choir', ?)", [
    owner.id,
    other.id,
  ]);
  const expecting = (boardId: number | null) => ({
    ...{ content: 'Hi #inbox', expects: [{ tag: 'choir', boardId }] },
  });
  const refused = await client.post('/api/messages', expecting(99));
  expect([refused.status, refused.text.includes(bob.firstName)]).toEqual([409, false]);
  expect((await client.post('/api/messages', expecting(null))).status).toBe(201);
  expect(app.db.$client.query('select * from lost_boards').all()).toHaveLength(1);
});

test('an emptied private board comes back for its token, unless its tag is taken', async () => {
  const { server, client } = await setUp();
  await using _ = server;
  await server.as(ann).delete('/api/tags/inbox');
  expect((await client.get('/api/tags')).body).toEqual([]);
  expect((await client.post('/api/messages', { content: 'Again #inbox' })).status).toBe(201);
  expect((await client.get('/api/tags')).body).toEqual(['inbox']);
  await server.as(ann).delete('/api/tags/inbox');
  await server.as(ann).post('/api/messages', { content: 'Zebra #inbox' });
  expect((await client.post('/api/messages', { content: 'Again #inbox' })).status).toBe(404);
  expect((await client.get('/api/messages/tag/inbox')).body).toEqual([]);
});

test('a socket with a token for some boards hears of these alone', async () => {
  const { server, token } = await setUp();
  await using _ = server;
  await using socket = await openSocket(server, server.stranger(), { authorization: `Bearer ${token}` });
  const both = { content: 'Both', tags: ['inbox', 'diary'] };
  await server.as(ann).post('/api/messages', { content: 'Zebra #diary' });
  await server.as(ann).post('/api/messages', both);
  await until(() => socket.events.length > 0);
  expect(socket.events.map(({ tags }) => tags)).toEqual([['inbox']]);
});

test('a token for boards that are gone sees nothing, and not everything', async () => {
  const { server, client } = await setUp();
  await using _ = server;
  server.app.db.$client.run('delete from boards where id in (select board_id from token_boards)');
  expect((await client.get('/api/messages')).body).toEqual([]);
  expect((await client.get('/api/messages/search?q=tea')).body).toEqual([]);
});

test("boards of a token must be its maker's own, and go with no scope admin", async () => {
  const { server } = await setUp();
  await using _ = server;
  const make = (input: object) =>
    server.as(ann).post('/api/tokens', { name: 'Script', scope: 'read', ...input });
  expect((await make({ boards: ['inbox', 'nowhere'] })).status).toBe(404);
  expect((await make({ boards: [] })).status).toBe(400);
  expect((await make({ boards: ['inbox'], scope: 'admin' })).status).toBe(400);
  expect((await make({ boards: ['#Inbox'] })).status).toBe(201);
});
