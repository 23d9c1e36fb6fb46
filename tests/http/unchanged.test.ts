import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { READER } from '../../src/contract/reader';
import { DATABASE } from '../../src/data-folder';
import { bumpUser } from '../../src/users/versions';
import { ann, bob } from '../support/cast';
import { connect } from '../support/client';
import { DAY } from '../support/clock';
import { type TestServer, testServer } from '../support/server';
import { watchStatements } from '../support/statements';

/** An unchanged poll is answered by the version of its caller alone, so nothing may be answered from before a change. */

const WAYS = ['/api/messages', '/trpc/messages.list,boards.tags?batch=1&input=%7B%220%22%3A%7B%7D%7D'];

/** Ann's open page: asks both ways again for what it has, and says how it is answered. */
async function openPage(server: TestServer, cookies = server.as(ann).cookies) {
  await server.as(ann).get('/api/profile');
  const client = connect(server.url, { cookies: new Map(cookies) });
  const etag = (await client.get(WAYS[0]!)).headers.get('etag') ?? 'none';
  const poll = async () => {
    const answers = [];
    for (const way of WAYS) answers.push((await client.get(way, { 'if-none-match': etag })).status);
    return answers;
  };
  expect(await poll()).toEqual([304, 304]);
  expect(await poll()).toEqual([304, 304]);
  return poll;
}

/** Another connection to the same database, as that of a command or of a second server. */
const elsewhere = (server: TestServer) => new Database(join(server.app.config.dataDir, DATABASE));

test('an unchanged poll runs one statement, the look-up of its session', async () => {
  using statements = watchStatements();
  await using server = await testServer();
  const poll = await openPage(server);
  statements.takeRun();
  await poll();
  const lookUps = statements.takeRun().map((sql) => /from sessions s cross join users u/.test(sql));
  expect(lookUps).toEqual(WAYS.map(() => true));
});

test('a page is not answered as somebody else, who has signed in since at another tab of its browser', async () => {
  await using server = await testServer();
  const { id } = (await server.as(ann).get<{ id: number }>('/api/profile')).body;
  await openPage(server, (await server.introduce(bob)).cookies);
  const asked = [];
  for (const [way, method] of [
    ...WAYS.map((way) => [way, 'GET'] as const),
    ['/api/messages', 'POST'] as const,
  ])
    for (const reader of [id, id + 1])
      asked.push(
        (
          await server.as(bob).send(way, {
            method,
            headers: { [READER]: String(reader), 'content-type': 'application/json' },
            ...(method === 'POST' && { body: '{"content":"Whose?"}' }),
          })
        ).status,
      );
  expect(asked).toEqual([401, 200, 401, 200, 401, 201]);
});

test('who signs out is nobody to the next poll, and stays signed in elsewhere', async () => {
  await using server = await testServer();
  const poll = await openPage(server);
  server.forget(ann);
  const other = await openPage(server, server.as(ann).cookies);
  await server.as(ann).get('/api/profile');
  await server.as(ann).post('/api/auth/logout');
  expect([await poll(), await other()]).toEqual([
    [304, 304],
    [401, 401],
  ]);
});

test('who is deleted is nobody to the next poll', async () => {
  await using server = await testServer({ env: { ADMIN_PHONES: bob.phone } });
  const poll = await openPage(server);
  const { id } = (await server.as(ann).get<{ id: number }>('/api/profile')).body;
  expect((await server.as(bob).send(`/api/admin/users/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await poll()).toEqual([401, 401]);
});

test('a session in its second half is looked at again, and one that is over ends its polls', async () => {
  await using server = await testServer();
  const poll = await openPage(server);
  server.app.clock.advance(16 * DAY);
  expect(await poll()).toEqual([200, 200]);
  server.app.db.$client.run('update sessions set expires_at = 1');
  expect(await poll()).toEqual([401, 401]);
});

test('what another process changes shows in the next poll', async () => {
  await using server = await testServer();
  const poll = await openPage(server);
  using other = elsewhere(server);
  other.run('update users set version = version + 1');
  expect(await poll()).toEqual([200, 200]);
});

test('a session that another process ends is over for the next poll', async () => {
  await using server = await testServer();
  const poll = await openPage(server);
  using other = elsewhere(server);
  other.run('delete from sessions');
  expect(await poll()).toEqual([401, 401]);
});

test('what is taken back changes nothing, and what follows does', async () => {
  await using server = await testServer();
  const poll = await openPage(server);
  const { app } = server;
  expect(() =>
    transaction(app.db, () => {
      bumpUser(app, 1);
      throw new Error('taken back');
    }),
  ).toThrow('taken back');
  expect(await poll()).toEqual([304, 304]);
  bumpUser(app, 1);
  expect(await poll()).toEqual([200, 200]);
});

test('an answer that is read again is for the one who asked before, and none in pieces', async () => {
  await using server = await testServer();
  await server.as(ann).post('/api/messages', { content: 'Hers alone #diary' });
  const [path = ''] = WAYS.slice(1);
  const [first, again] = [await server.as(ann).get(path), await server.as(ann).get(path)];
  expect(again.text).toBe(first.text);
  expect(again.headers.get('etag')).toBe(first.headers.get('etag')!);
  expect((await server.as(bob).get(path)).text).not.toContain('Hers alone');
  expect((await server.stranger().get(path)).status).toBe(401);
  const cookie = [...server.as(ann).cookies].map((one) => one.join('=')).join('; ');
  const pieces = await fetch(server.url + path, { headers: { cookie, 'trpc-accept': 'application/jsonl' } });
  const text = await pieces.text();
  expect(text).toContain('Hers alone');
  expect(text).not.toBe(first.text);
});
