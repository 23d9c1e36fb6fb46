import { expect } from 'bun:test';
import { sessions } from '../../../db/schema';
import { createSession, deleteExpiredSessions, validateSession } from '../../../src/people/auth/sessions';
import { setOperator } from '../../../src/people/operators';
import { testApp } from '../../support/app';
import { ann, bob } from '../../support/cast';
import { DAY } from '../../support/clock';
import { ensureUser } from '../../support/people';
import { testServer, until } from '../../support/server';
import { test } from '../../support/server-test';
import { startTwilio } from '../../support/twilio';

test('signing out ends the session on the server too', async ({ client }) => {
  expect((await client.get('/api/auth/session')).body).toEqual({
    authenticated: true,
    userId: 1,
    operator: true,
    ended: null,
  });
  expect((await client.get('/api/profile')).body).toMatchObject({ phoneNumber: ann.phone });

  const cookie = client.cookies.get('session') ?? '';
  expect((await client.post('/api/auth/logout')).body).toMatchObject({ success: true });
  client.cookies.set('session', cookie); // as a thief who has copied the cookie would do
  expect((await client.get('/api/auth/session')).body).toEqual({
    authenticated: false,
    userId: null,
    operator: false,
    ended: null,
  });
  expect((await client.get('/api/profile')).status).toBe(401);
});

test('the cookies of a sign-in are HttpOnly and SameSite, stored as a hash', async ({ server }) => {
  const stranger = server.stranger();
  const login = await stranger.post('/api/auth/login', { phoneNumber: ann.phone });
  const code = await until(() => /^\d{6}/.exec(server.received(ann.phone).at(-1) ?? '')?.[0]);
  const { headers } = await stranger.post('/api/auth/verify', { phoneNumber: ann.phone, code });
  const cookies = [...login.headers.getSetCookie(), ...headers.getSetCookie()];
  expect(cookies.filter((cookie) => /^session=.{20,}; .*Max-Age=2592000/.test(cookie))).toHaveLength(1);
  for (const cookie of cookies)
    for (const part of [/; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) expect(cookie).toMatch(part);
  const rows = JSON.stringify(server.app.db.$client.query('select * from sessions').all());
  expect(rows).not.toContain(stranger.cookies.get('session') ?? 'missing');
});

test('where the address is https, every cookie has the prefix __Host-', async () => {
  await using server = await testServer({
    env: { PUBLIC_URL: 'https://notes.example', SIGN_IN_BY_TEXT: 'on' },
  });
  const client = await server.introduce(ann);
  await client.post('/api/auth/text', { phoneNumber: ann.phone });
  await client.post('/api/auth/login', { phoneNumber: ann.phone });
  expect([...client.cookies.keys()].sort()).toEqual([
    '__Host-challenge',
    '__Host-device',
    '__Host-session',
    '__Host-text-challenge',
  ]);
});

test.each([
  ['POST', '/api/auth/logout'],
  ['DELETE', '/api/auth/delete-account'],
])('after %s %s the browser forgets what it keeps', async ({ server }, method, path) => {
  const { headers } = await (await server.introduce(ann)).send(path, {
    method,
    headers: { 'content-type': 'application/json' },
  });
  expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
});

test('a session that is used all the time ends after a year', async () => {
  await using app = testApp();
  const user = ensureUser(app, bob);
  const [cookie = ''] = (await createSession(app, user.id)).split(';');
  const daysUntilEnd = () => Math.round((app.db.select().from(sessions).get()!.expiresAt - app.now()) / DAY);
  const age = (days: number) =>
    app.db
      .update(sessions)
      .set({ createdAt: app.now() - days * DAY, expiresAt: app.now() + 10 * DAY })
      .run();
  age(300);
  expect((await validateSession(app, cookie))?.setCookie).toBeString();
  expect(daysUntilEnd()).toBe(30);
  age(345);
  await validateSession(app, cookie);
  expect(daysUntilEnd()).toBe(20);
  age(355);
  expect((await validateSession(app, cookie))?.setCookie).toBeUndefined();
  age(370);
  await validateSession(app, cookie);
  expect(await validateSession(app, cookie)).toBeNull();
});

test('the session says if its user is an operator at this moment', async ({ server }) => {
  const client = await server.introduce(bob);
  const isOperator = async () => (await client.get<{ operator: boolean }>('/api/auth/session')).body.operator;
  expect(await isOperator()).toBe(false);
  setOperator(server.app, bob.phone, true);
  expect(await isOperator()).toBe(true);
});

test('the answer to a login does not tell if the number has an account', async ({ server }) => {
  await server.introduce(ann);
  const known = await server.stranger().post('/api/auth/login', { phoneNumber: ann.phone });
  const unknown = await server.stranger().post('/api/auth/login', { phoneNumber: '+12025550199' });
  expect(known.text).toBe(unknown.text);
  expect(known.body).toEqual({ requiresVerification: true });
});

test('too many logins are refused with the time to wait', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  const login = () => server.stranger().post('/api/auth/login', { phoneNumber: ann.phone });
  for (let n = 0; n < 5; n++) expect((await login()).status).toBe(200);
  const { status, headers, body } = await login();
  const sentence = 'Too many codes for this number. Please wait ten minutes.';
  expect({ status, body }).toMatchObject({ status: 429, body: { error: sentence, message: sentence } });
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeWithin(1, 601);
});

test('a wrong code of any length is refused with the same sentence', async ({ server }) => {
  for (const code of ['000000', '12345', '1234567', 'abcdef', '']) {
    const { status, body } = await server
      .stranger()
      .post('/api/auth/verify', { phoneNumber: ann.phone, code });
    expect({ code, status }).toEqual({ code, status: 400 });
    expect(body).toMatchObject({
      success: false,
      error: 'Invalid verification code',
      message: 'Invalid verification code',
    });
  }
});

test('a session past half of its life is extended', async ({ server, client }) => {
  await client.get('/api/profile');
  const soon = Date.now() + 10 * 24 * 3_600_000;
  server.app.db.$client.query('update sessions set expires_at = ?').run(soon);
  const { headers } = await client.get('/api/profile');
  expect(headers.getSetCookie().join()).toMatch(/session=.*Max-Age=2592000/);
});

test('expired sessions are deleted, and no others', async ({ server }) => {
  for (const person of [ann, bob]) await server.introduce(person);
  const { $client: sqlite } = server.app.db;
  sqlite.run('update sessions set expires_at = 1 where user_id = 1');
  await deleteExpiredSessions(server.app);
  expect(sqlite.query('select user_id as userId from sessions').all()).toEqual([{ userId: 2 }]);
});
