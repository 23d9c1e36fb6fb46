import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { READER } from '../../src/contract/reader';
import { bumpUser } from '../../src/people/versions';
import { ann, bob } from '../support/cast';
import { connect, cookieOf } from '../support/client';
import { DAY } from '../support/clock';
import { type TestServer, testServer, until } from '../support/server';
import { test } from '../support/server-test';
import { watchStatements } from '../support/statements';

// If the version of a caller is unchanged, the answer to the caller's poll is "unchanged". After a change,
// the poll must get a new answer.

const POLLS = ['/api/messages', '/trpc/messages.list,boards.tags?batch=1&input=%7B%220%22%3A%7B%7D%7D'];

const SESSION = /from sessions s cross join users u/;

async function openPage(server: TestServer, cookies = server.as(ann).cookies) {
  await server.as(ann).get('/api/profile');
  const client = connect(server.url, { cookies: new Map(cookies) });
  const etag = (await client.get(POLLS[0]!)).headers.get('etag') ?? 'none';
  const poll = async () => {
    const answers = [];
    for (const path of POLLS) answers.push((await client.get(path, { 'if-none-match': etag })).status);
    return answers;
  };
  expect(await poll()).toEqual([304, 304]);
  expect(await poll()).toEqual([304, 304]);
  return poll;
}

test('an unchanged poll runs one statement, the look-up of its session', async () => {
  using statements = watchStatements();
  await using server = await testServer();
  const poll = await openPage(server);
  // a chore may run a statement in between, so the polls are repeated until none does
  await until(async () => {
    statements.takeRun();
    await poll();
    const run = statements.takeRun();
    return run.length === POLLS.length && run.every((sql) => SESSION.test(sql));
  });
});

test('a changed poll reads its session once, too', async () => {
  using statements = watchStatements();
  await using server = await testServer();
  const poll = await openPage(server);
  await server.as(ann).post('/api/messages', { content: 'New' });
  statements.takeRun();
  expect(await poll()).toEqual([200, 200]);
  expect(statements.takeRun().filter((sql) => SESSION.test(sql))).toHaveLength(POLLS.length);
});

test('a page gets no answers for a user who signed in later in another tab', async ({ server }) => {
  const { id } = (await server.as(ann).get<{ id: number }>('/api/profile')).body;
  await openPage(server, (await server.introduce(bob)).cookies);
  const asked = [];
  for (const [path, method] of [
    ...POLLS.map((path) => [path, 'GET'] as const),
    ['/api/messages', 'POST'] as const,
  ])
    for (const reader of [id, id + 1])
      asked.push(
        (
          await server.as(bob).send(path, {
            method,
            headers: { [READER]: String(reader), 'content-type': 'application/json' },
            ...(method === 'POST' && { body: '{"content":"Whose?"}' }),
          })
        ).status,
      );
  expect(asked).toEqual([401, 200, 401, 200, 401, 201]);
});

test('after signing out the next poll is refused, and other sessions go on', async ({ server }) => {
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

test('after an account is deleted its next poll is refused', async () => {
  await using server = await testServer({ env: { ADMIN_PHONES: bob.phone } });
  const poll = await openPage(server);
  const { id } = (await server.as(ann).get<{ id: number }>('/api/profile')).body;
  expect((await server.as(bob).send(`/api/admin/users/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await poll()).toEqual([401, 401]);
});

test('an aging session is extended, and an expired one is refused', async ({ server }) => {
  const poll = await openPage(server);
  server.app.clock.advance(16 * DAY);
  expect(await poll()).toEqual([200, 200]);
  server.app.db.$client.run('update sessions set expires_at = 1');
  expect(await poll()).toEqual([401, 401]);
});

test.each([
  ['shows what another process changed', 'update users set version = version + 1', 200],
  ['is refused after another process deletes the session', 'delete from sessions', 401],
])('the next poll %s', async ({ server }, _, change, status) => {
  const poll = await openPage(server);
  using other = new Database(join(server.app.config.dataDir, DATABASE));
  other.run(change);
  expect(await poll()).toEqual([status, status]);
});

test('a rolled back change does not show, and a later change does', async ({ server }) => {
  const poll = await openPage(server);
  const { app } = server;
  expect(() =>
    transaction(app.db, () => {
      bumpUser(app, 1);
      throw new Error('rolled back');
    }),
  ).toThrow('rolled back');
  expect(await poll()).toEqual([304, 304]);
  bumpUser(app, 1);
  expect(await poll()).toEqual([200, 200]);
});

test('a cached answer goes only to the user for whom it was made', async ({ server }) => {
  await server.as(ann).post('/api/messages', { content: 'Only for Ann #diary' });
  const [path = ''] = POLLS.slice(1);
  const [first, again] = [await server.as(ann).get(path), await server.as(ann).get(path)];
  expect(again.text).toBe(first.text);
  const etag = first.headers.get('etag')!;
  expect(again.headers.get('etag')).toBe(etag);
  const { headers } = await server.as(ann).get(path, { 'if-none-match': etag });
  // a 304 repeats the headers that a cache keeps (RFC 9110, 15.4.5)
  expect(['etag', 'vary', 'cache-control'].map((name) => headers.get(name))).toEqual([
    etag,
    'cookie, authorization, accept-encoding',
    'private, no-cache',
  ]);
  expect(first.headers.get('vary')?.toLowerCase()).toContain('cookie');
  expect((await server.as(bob).get(path)).text).not.toContain('Only for Ann');
  expect((await server.stranger().get(path)).status).toBe(401);
  const cookie = cookieOf(server.as(ann));
  const pieces = await fetch(server.url + path, { headers: { cookie, 'trpc-accept': 'application/jsonl' } });
  const text = await pieces.text();
  expect(text).toContain('Only for Ann');
  expect(text).not.toBe(first.text);
});
