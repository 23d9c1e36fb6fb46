import { expect } from 'bun:test';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { create } from '../../src/messages/messages';
import { listFeedback } from '../../src/operators/feedback';
import { getStats } from '../../src/operators/stats';
import { countUsers, listUsers, removeUser, removeUsers } from '../../src/operators/users';
import { setOperator } from '../../src/people/operators';
import { findOrCreateUser } from '../../src/people/users';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho, dee, eve } from '../support/cast';
import { DAY } from '../support/clock';
import { ensureUser } from '../support/people';
import { testServer } from '../support/server';

const post = (app: TestApp, who: Parameters<typeof create>[1], content: string) =>
  create(app, who, { content, source: 'sms' });

const phonesIn = (app: TestApp) => app.db.$client.query('select phone from users').values().flat();

test('the figures count users, messages, shared boards and recent signups', ({ app }) => {
  ensureUser(app, bob);
  app.clock.advance(7 * DAY + 1);
  const cate = ensureUser(app, cho);
  expect(getStats(app)).toEqual({ totalUsers: 2, totalMessages: 0, totalSharedBoards: 0, recentSignups: 1 });
  createSharedBoard(app, cate, 'club');
  post(app, cate, 'Hi #club #diary');
  expect(getStats(app)).toEqual({ totalUsers: 2, totalMessages: 1, totalSharedBoards: 1, recentSignups: 1 });
});

test('a row has a name, a count of messages and times; a missing one is null', ({ app }) => {
  app.clock.freeze(Date.UTC(2026, 0, 31, 12));
  const known = ensureUser(app, bob);
  const silent = findOrCreateUser(app, cho.phone).user;
  app.clock.advance(1000);
  post(app, known, 'Milk');
  post(app, known, 'Eggs');
  expect(listUsers(app, {})).toEqual([
    {
      id: silent.id,
      phoneNumber: cho.phone,
      displayName: null,
      messageCount: 0,
      createdAt: '2026-01-31T12:00:00.000Z',
      lastActivity: null,
    },
    {
      id: known.id,
      phoneNumber: bob.phone,
      displayName: 'Bob Ray',
      messageCount: 2,
      createdAt: '2026-01-31T12:00:00.000Z',
      lastActivity: '2026-01-31T12:00:01.000Z',
    },
  ]);
});

test('a user who skipped the setup has no name', ({ app }) => {
  ensureUser(app, { ...bob, firstName: 'User', lastName: 'User' });
  expect(listUsers(app, {})[0]?.displayName).toBeNull();
  expect(listUsers(app, { search: 'User' })).toEqual([]);
  const named = ensureUser(app, { ...cho, firstName: 'Zoe' });
  expect(listUsers(app, { sort: 'name', order: 'asc' })[0]?.id).toBe(named.id);
});

test('pages list each user once in every order; missing values come last', ({ app }) => {
  const people = [bob, cho, dee, eve].map((person) => ensureUser(app, person));
  for (const [n, person] of people.entries()) for (let i = 0; i < n % 3; i++) post(app, person, `Note ${i}`);
  const all = (sort: 'id' | 'phone' | 'name' | 'messages' | 'created' | 'active', order: 'asc' | 'desc') =>
    listUsers(app, { sort, order }).map(({ id }) => id);
  for (const sort of ['id', 'phone', 'name', 'messages', 'created', 'active'] as const)
    for (const order of ['asc', 'desc'] as const) {
      const paged = [0, 2].flatMap((offset) => listUsers(app, { sort, order, limit: 2, offset }));
      expect(paged.map(({ id }) => id)).toEqual(all(sort, order));
    }
  const [b, c, d, e] = people.map(({ id }) => id);
  expect(all('name', 'asc')).toEqual([b!, c!, d!, e!]);
  expect(all('messages', 'desc')).toEqual([d!, c!, e!, b!]);
  expect(all('active', 'asc').slice(2)).toEqual([b!, e!]); // these two were never active
});

test('a search finds parts of names and numbers, and reads % and _ literally', ({ app }) => {
  for (const person of [bob, cho, { ...dee, firstName: '100%', lastName: 'O_Neil' }]) ensureUser(app, person);
  const found = (search: string) => {
    const names = listUsers(app, { search }).map(({ displayName }) => displayName);
    expect(countUsers(app, search)).toBe(names.length);
    return names;
  };
  expect(found('ob ra')).toEqual(['Bob Ray']);
  expect(found('RAY')).toEqual(['Bob Ray']);
  expect(found('(202) 555-0133')).toEqual(['Cho Min']);
  expect(found('0122')).toEqual(['Bob Ray']);
  expect(found('100%')).toEqual(['100% O_Neil']);
  expect(found('o_n')).toEqual(['100% O_Neil']);
  expect(found('%')).toEqual(['100% O_Neil']);
  expect(found('_')).toEqual(['100% O_Neil']);
  expect(found("' or 1=1 --")).toEqual([]);
  expect(found('  ')).toHaveLength(3);
});

test('without a limit all users are listed', async () => {
  await using server = await testServer();
  const { app } = server;
  const insert = app.db.$client.prepare(
    'insert into users (phone, invite_code, created_at) values (?, ?, 1)',
  );
  app.db.$client.transaction(() => {
    for (let n = 0; n < 1_200; n++) insert.run(`+1303555${String(n).padStart(4, '0')}`, `c${n}`);
  })();
  const operator = server.as(ann);
  expect((await operator.get<unknown[]>('/api/admin/users')).body).toHaveLength(1_201);
  expect((await operator.get<unknown[]>('/api/admin/users?limit=50&offset=1190')).body).toHaveLength(11);
  expect((await operator.get<unknown[]>('/api/admin/users?offset=1190')).body).toHaveLength(11);
  expect((await operator.get('/api/admin/users?limit=501')).status).toBe(400);
  expect((await operator.get('/api/admin/users?sort=password')).status).toBe(400);
});

test('a deleted user loses everything, and others keep their messages', async () => {
  await using server = await testServer();
  const [operator, owner, member] = [
    server.as(ann),
    await server.introduce(bob),
    await server.introduce(cho),
  ];
  const { app } = server;
  const robert = ensureUser(app, bob);
  createSharedBoard(app, robert, 'house');
  invite(app, robert, 'house', cho.phone);
  await server.text(bob, 'Lamp #house');
  await server.text(cho, 'Rug #house');
  const answer = await operator.delete(`/api/admin/users/${robert.id}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect((await owner.get('/api/profile')).status).toBe(401);
  expect(
    (await member.get<{ content: string }[]>('/api/messages')).body.map(({ content }) => content),
  ).toEqual(['Rug #house']);
  expect(phonesIn(app)).toContain(cho.phone);
  expect((await operator.delete(`/api/admin/users/${robert.id}`)).status).toBe(404);
});

test('one call deletes several users; repeated and unknown ids do not count', async () => {
  await using server = await testServer();
  const people = [bob, cho, dee].map((person) => ensureUser(server.app, person));
  const userIds = [...people, ...people].map(({ id }) => id).concat(999_999);
  const { body } = await server.as(ann).delete('/api/admin/users/bulk-delete', { userIds });
  expect(body).toMatchObject({ success: true, deletedCount: 3 });
  expect(phonesIn(server.app)).toEqual([ann.phone]);
});

test('a call deletes at least one and at most 200 users', async () => {
  await using server = await testServer();
  const answer = await server.as(ann).delete('/api/admin/users/bulk-delete', { userIds: [] });
  expect(answer).toMatchObject({ status: 400, body: { error: 'Select at least one user.' } });
  expect((await server.as(ann).delete('/api/admin/users/bulk-delete')).status).toBe(400);
  const many = { userIds: Array.from({ length: 201 }, (_, n) => n + 2) };
  expect((await server.as(ann).delete('/api/admin/users/bulk-delete', many)).status).toBe(400);
});

test('operators cannot delete themselves, alone or with others', async ({ app }) => {
  const [operator, other] = [ensureUser(app, ann), ensureUser(app, bob)];
  expect(() => removeUser(app, operator, operator.id)).toThrow('You cannot delete your own account here.');
  expect(removeUsers(app, operator, [other.id, operator.id])).rejects.toThrow('your own account');
  expect(countUsers(app)).toBe(2);
  expect(await removeUsers(app, operator, [other.id])).toMatchObject({ deletedCount: 1 });
});

test('of two operators who delete each other at the same time, one stays', ({ app }) => {
  ensureUser(app, bob);
  const [one, two] = [ensureUser(app, ann), setOperator(app, bob.phone, true)];
  // simulates that both calls had passed the check for operators before one of them deleted an account
  removeUser(app, one, two.id);
  expect(() => removeUser(app, two, one.id)).toThrow('Admin access required');
  expect(listUsers(app, {}).map(({ id }) => id)).toEqual([one.id]);
});

test('a long deletion ends when the operator loses the right to it', async ({ app }) => {
  ensureUser(app, bob);
  const operator = setOperator(app, bob.phone, true);
  const others = Array.from({ length: 50 }, (_, n) =>
    ensureUser(app, { ...cho, phone: `+130355501${n + 10}` }),
  );
  const deleting = removeUsers(
    app,
    operator,
    others.map(({ id }) => id),
  );
  setOperator(app, bob.phone, false);
  expect(deleting).rejects.toThrow('Admin access required');
  await deleting.catch(() => {});
  expect(countUsers(app)).toBeGreaterThan(1);
});

test('nobody becomes an operator by signing in first', async () => {
  await using server = await testServer({ env: { ADMIN_PHONES: ann.phone } });
  const people = Array.from({ length: 30 }, (_, n) => ({ ...cho, phone: `+13035550${100 + n}` }));
  const asked = await Promise.all(people.map((person) => server.as(person).get('/api/admin/stats')));
  expect(asked.filter(({ status }) => status !== 403)).toEqual([]);
  expect((await server.as(ann).get('/api/admin/stats')).status).toBe(200);
});

test('operators read feedback without its hashtags', ({ app }) => {
  const [robert, cate] = [ensureUser(app, bob), ensureUser(app, cho)];
  post(app, robert, 'Private thought #diary');
  const first = post(app, robert, 'Could it remind me? #feedback #my-secret');
  const second = post(app, cate, 'Great! #Feedback');
  expect(listFeedback(app, {})).toMatchObject([
    { id: second, content: 'Great!', userId: cate.id, phoneNumber: cho.phone, displayName: 'Cho Min' },
    { id: first, content: 'Could it remind me?', userId: robert.id },
  ]);
  expect(listFeedback(app, { limit: 1 })).toMatchObject([{ id: second }]);
  expect(listFeedback(app, { limit: 1, before: second })).toMatchObject([{ id: first }]);
  expect(listFeedback(app, { before: first })).toEqual([]);
});
