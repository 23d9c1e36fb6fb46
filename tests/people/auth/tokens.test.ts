import { expect } from 'bun:test';
import { TOKENS_MAX } from '../../../src/contract/limits';
import type { AccessToken, CreatedToken } from '../../../src/contract/tokens';
import { deleteAccount } from '../../../src/messages/delete-account';
import { programIn, storeUsedTokens } from '../../../src/people/auth/tokens';
import { setOperator } from '../../../src/people/operators';
import { findUserByPhone } from '../../../src/people/users';
import { bearing, tokenOf } from '../../support/bearer';
import { ann, bob, type Person } from '../../support/cast';
import { connect, cookieOf } from '../../support/client';
import { DAY, HOUR } from '../../support/clock';
import { type TestServer, testServer, until } from '../../support/server';
import { test } from '../../support/server-test';
import { openSocket } from '../../support/socket';
import { watchStatements } from '../../support/statements';

const CHALLENGE = 'www-authenticate';

const listOf = async (server: TestServer, person: Person) =>
  (await server.as(person).get<AccessToken[]>('/api/tokens')).body;

test('a token is shown once, and only its hash is stored', async ({ server }) => {
  const made = await server.as(ann).post<CreatedToken>('/api/tokens', { name: ' Cron ', scope: 'read' });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.any(Number),
    name: 'Cron',
    scope: 'read',
    boards: null,
    token: expect.stringMatching(/^tagline_pat_[\w-]{43}[0-9A-Za-z]{6}$/),
  });
  const secret = made.body.token.replace('tagline_pat_', '').slice(0, -6);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const list = await server.as(ann).get('/api/tokens');
  expect(list.text).not.toContain(secret);
  const rows = JSON.stringify(server.app.db.$client.query('select * from access_tokens').all());
  expect(rows).not.toContain(secret);
  expect(rows).toContain(Bun.SHA256.hash(made.body.token, 'base64url'));
});

test('the name of the scheme may have capitals, and another scheme is ignored', async ({ server }) => {
  const { token } = await tokenOf(server, ann);
  const status = async (authorization: string, client = connect(server.url)) =>
    (await client.get('/api/profile', { authorization })).status;
  expect(await status(`bearer ${token}`)).toBe(200);
  expect(await status(`BEARER  ${token}`)).toBe(200);
  expect(await status('Basic YTpi')).toBe(401);
  expect(await status('Basic YTpi', server.as(ann))).toBe(200);
});

test('a wrong, a revoked and an expired token are answered 401 with a reason', async ({ server, app }) => {
  const revoked = await tokenOf(server, ann);
  await server.as(ann).delete(`/api/tokens/${revoked.id}`);
  const expiresAt = new Date(app.now() + HOUR).toISOString();
  const expired = await tokenOf(server, ann, { expiresAt });
  expect((await expired.client.get('/api/profile')).status).toBe(200);
  app.clock.advance(HOUR);
  const wrong = 'This access token is wrong or was revoked.';
  for (const [token, sentence] of [
    [revoked.token, wrong],
    [`tagline_pat_${'A'.repeat(43)}`, wrong],
    ['', wrong],
    [expired.token, 'This access token has expired.'],
  ] as const)
    for (const path of [
      '/api/profile',
      '/api/messages',
      '/api/media/1',
      '/trpc/messages.list',
      '/api/product',
    ]) {
      const { status, headers, text } = await bearing(server, token).get(path);
      expect({ path, status }).toEqual({ path, status: 401 });
      expect(JSON.parse(text)).toMatchObject({ error: sentence, message: sentence });
      expect(headers.get(CHALLENGE)).toBe(
        `Bearer realm="tagline", error="invalid_token", error_description="${sentence}"`,
      );
    }
  expect(await listOf(server, ann)).toMatchObject([{ id: expired.id, expired: true, expiresAt }]);
  const without = await server.stranger().get('/api/profile');
  expect([without.status, without.headers.get(CHALLENGE)]).toEqual([401, 'Bearer realm="tagline"']);
});

test('a call beyond the scope of a token is answered 403 and names the scope', async ({ server }) => {
  const { client } = await tokenOf(server, ann, { scope: 'read' });
  const sentence = 'This access token has the scope read, and this call needs write.';
  const body = new FormData();
  body.append('files', new File(['A file'], 'file.txt', { type: 'text/plain' }));
  for (const answer of [
    await client.post('/api/messages', { content: 'No' }),
    await client.send('/api/media', { method: 'POST', body }),
  ]) {
    expect([answer.status, answer.body]).toMatchObject([403, { error: sentence, message: sentence }]);
    expect(answer.headers.get(CHALLENGE)).toBe(
      `Bearer realm="tagline", error="insufficient_scope", error_description="${sentence}", scope="write"`,
    );
  }
  const batched = await client.post('/trpc/messages.add?batch=1', { 0: { content: 'No' } });
  expect([batched.status, batched.headers.get(CHALLENGE)]).toEqual([
    403,
    expect.stringContaining('insufficient_scope'),
  ]);
});

test('a token cannot make a token, even together with the cookie of its owner', async ({ server }) => {
  const { token } = await tokenOf(server, ann);
  const cookie = cookieOf(server.as(ann));
  const { status, body } = await bearing(server, token).post<{ error: string }>(
    '/api/tokens',
    { name: 'Another', scope: 'read' },
    { cookie },
  );
  expect([status, body.error]).toEqual([403, 'An access token cannot do this. Sign in instead.']);
  expect(await listOf(server, ann)).toHaveLength(1);
});

test('a page of another site may write with a token, which it cannot borrow from the browser', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  const { client } = await tokenOf(server, ann);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await client.post('/api/messages', { content: 'Hi' }, foreign)).status).toBe(201);
  const cookie = cookieOf(server.as(ann));
  const borrowed = await bearing(server, '').post('/api/messages', { content: 'Hi' }, { ...foreign, cookie });
  expect(borrowed.status).toBe(401);
});

test('a former operator keeps a token, but not its right to the calls of operators', async ({ server }) => {
  await server.introduce(bob);
  setOperator(server.app, bob.phone, true);
  const { client } = await tokenOf(server, bob, { scope: 'admin' });
  expect((await client.get('/api/admin/stats')).status).toBe(200);
  setOperator(server.app, bob.phone, false);
  const refused = await client.get<{ error: string }>('/api/admin/stats');
  expect([refused.status, refused.body.error]).toEqual([403, 'Admin access required']);
  expect((await client.get('/api/messages')).status).toBe(200);
  const again = await server.as(bob).post<{ error: string }>('/api/tokens', { name: 'A', scope: 'admin' });
  expect([again.status, again.body.error]).toEqual([
    403,
    'Only operators can make a token with the scope admin.',
  ]);
});

test('deleting an account ends its tokens', async ({ server }) => {
  const { client } = await tokenOf(server, bob);
  deleteAccount(server.app, findUserByPhone(server.app, bob.phone)!);
  expect((await client.get('/api/messages')).status).toBe(401);
  expect(server.app.db.$client.query('select 1 from access_tokens').all()).toEqual([]);
});

test('the last use of a token is shown at once, but written rarely', async () => {
  using statements = watchStatements();
  await using server = await testServer({ env: { TRUST_PROXY: '1' } });
  const { app } = server;
  const { client } = await tokenOf(server, ann);
  expect(await listOf(server, ann)).toMatchObject([{ lastUsedAt: null, network: null, program: null }]);
  const from = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'curl/8.5.0' };
  app.clock.advance(DAY);
  const { headers } = await client.get('/api/messages', from);
  const known = { ...from, 'if-none-match': headers.get('etag') ?? '' };
  // a chore may run a statement in between, so the polls are repeated until none does
  await until(async () => {
    statements.takeRun();
    for (let n = 0; n < 3; n++) expect((await client.get('/api/messages', known)).status).toBe(304);
    const run = statements.takeRun();
    return run.length === 3 && run.every((sql) => /from access_tokens t cross join users u/.test(sql));
  });
  const shown = { lastUsedAt: new Date(app.now()).toISOString(), network: '198.51.•.•', program: 'curl' };
  expect((await listOf(server, ann))[0]).toMatchObject({ ...shown, lastUsedAt: expect.any(String) });
  storeUsedTokens(app);
  const row = app.db.$client.query('select used_at as at, network, program from access_tokens').get();
  expect(row).toEqual({ at: expect.any(Number), network: '198.51.•.•', program: 'curl' });
  expect((row as { at: number }).at).toBeWithin(app.now() - HOUR, app.now() + 1);
  expect((await listOf(server, ann))[0]).toMatchObject({ network: '198.51.•.•', program: 'curl' });
});

test('a token sees a change at once after an unchanged poll', async ({ server }) => {
  const { client } = await tokenOf(server, ann, { scope: 'read' });
  const etag = (await client.get('/api/messages')).headers.get('etag') ?? '';
  expect((await client.get('/api/messages', { 'if-none-match': etag })).status).toBe(304);
  await server.as(ann).post('/api/messages', { content: 'New' });
  const changed = await client.get('/api/messages', { 'if-none-match': etag });
  expect([changed.status, changed.text.includes('New')]).toEqual([200, true]);
});

test('a socket of a token gets events until the token is revoked', async ({ server }) => {
  const { id, token } = await tokenOf(server, ann, { scope: 'read' });
  const authorization = `Bearer ${token}`;
  await using socket = await openSocket(server, server.stranger(), { authorization });
  await server.as(ann).post('/api/messages', { content: 'New #food' });
  await until(() => socket.events.length > 0);
  expect(socket.events).toEqual([{ type: 'NEW_MESSAGE', tags: ['food'], within: 0 }]);
  await server.as(ann).delete(`/api/tokens/${id}`);
  expect(await socket.closed()).toMatchObject({ code: 1000 });
});

test('a name, a scope and an expiry are checked', async ({ server }) => {
  const refused = async (input: object) => {
    const { status, body } = await server.as(ann).post<{ error: string }>('/api/tokens', input);
    return `${status} ${body.error}`;
  };
  expect(await refused({ scope: 'read' })).toBe('400 Name the token.');
  expect(await refused({ name: '  ', scope: 'read' })).toBe('400 Name the token.');
  expect(await refused({ name: 'x'.repeat(61), scope: 'read' })).toBe(
    '400 The name of a token can have at most 60 characters.',
  );
  expect(await refused({ name: 'A' })).toBe('400 The scope must be one of read, write, admin.');
  expect(await refused({ name: 'A', scope: 'read', expiresAt: 'tomorrow' })).toBe(
    '400 The expiry must be a time such as 2030-01-31T12:00:00Z, or null.',
  );
  expect(await refused({ name: 'A', scope: 'read', expiresAt: '2020-01-01T00:00:00Z' })).toBe(
    '400 The expiry must be in the future.',
  );
});

test('one person has at most fifty tokens, and makes at most fifty a day', async ({ server }) => {
  const { client } = await tokenOf(server, ann);
  for (let n = 1; n < TOKENS_MAX; n++) await tokenOf(server, ann, { name: `Token ${n}` });
  const one = { name: 'One more', scope: 'read' };
  const full = await server.as(ann).post<{ error: string }>('/api/tokens', one);
  expect([full.status, full.body.error]).toEqual([409, 'You have 50 access tokens. Revoke one first.']);
  const [newest] = await listOf(server, ann);
  await server.as(ann).delete(`/api/tokens/${newest!.id}`);
  expect((await server.as(ann).post('/api/tokens', one)).status).toBe(429);
  server.app.clock.advance(DAY);
  expect((await server.as(ann).post('/api/tokens', one)).status).toBe(201);
  expect((await client.get('/api/messages')).status).toBe(200);
});

test('the program is the first word of the User-Agent', () => {
  expect(programIn('curl/8.5.0')).toBe('curl');
  expect(programIn('python-httpx/0.27')).toBe('python-httpx');
  expect(programIn('<script>alert(1)</script>')).toBeNull();
  expect(programIn(`${'a'.repeat(90)}/1`)).toBe('a'.repeat(40));
  expect(programIn(null)).toBeNull();
});
