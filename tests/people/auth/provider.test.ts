import { expect } from 'bun:test';
import { submitInvite } from '../../../src/boards/invites/invites';
import type { AccountLogEntry } from '../../../src/contract/passkeys';
import { blockNumber } from '../../../src/operators/blocked-numbers';
import { examineProvider } from '../../../src/outside/oidc/provider';
import { ann, bob, cho, dee, type Person } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { type Finished, startIdentityProvider } from '../../support/identity-provider';
import { ensureUser } from '../../support/people';
import { type TestServer, testServer } from '../../support/server';
import { testIn } from '../../support/test-in';
import { come, connectByCode, identityOf, open, sessionOf, test, toldTo } from './provider-world';

test('an account is connected once by a code, and then the provider alone signs in', async (world) => {
  await world.server.introduce(ann);
  const first = await come(world, 'ann');
  expect(first.body).toEqual({ signedIn: null, unconnected: 'ann@example.org' });
  expect((await sessionOf(first.browser)).authenticated).toBe(false);
  expect(await connectByCode(world, first.browser, ann, '000000')).toMatchObject({
    status: 400,
    body: { message: 'Invalid verification code' },
  });
  expect((await connectByCode(world, first.browser, ann)).body).toMatchObject({
    message: 'Welcome, Ann Lee!',
  });
  expect(toldTo(world, ann)).toEqual([
    expect.stringMatching(/identity provider was connected.*\/profile#provider/s),
  ]);
  const again = await come(world, 'ann');
  expect(again.body.signedIn?.user.phoneNumber).toBe(ann.phone);
  expect(await identityOf(again.browser)).toMatchObject({ provider: 'Authelia', name: 'ann@example.org' });
  expect(await again.browser.delete('/api/identity')).toMatchObject({ status: 200 });
  expect((await come(world, 'ann')).body.signedIn).toBeNull();
  const log = (await again.browser.get<AccountLogEntry[]>('/api/account-log')).body.map(({ text }) => text);
  expect(log).toEqual([
    'Signing in with a provider was removed: ann@example.org at Authelia.',
    expect.stringContaining('was connected: ann@example.org at Authelia'),
  ]);
});

test('one person of the provider has one account, and an account one person', async (world) => {
  for (const [login, person, status] of [
    ['ann', ann, 200],
    ['other', ann, 409],
    ['bob', bob, 200],
  ] as const) {
    const { browser } = await come(world, login);
    expect([login, (await connectByCode(world, browser, person)).status]).toEqual([login, status]);
  }
  const kept = world.server.stranger();
  await come(world, 'cho', kept);
  const identity = kept.cookies.get('identity')!;
  expect((await connectByCode(world, kept, cho)).status).toBe(200);
  for (const other of [bob, dee]) {
    kept.cookies.set('identity', identity);
    expect((await connectByCode(world, kept, other)).status).toBe(409);
  }
  world.server.app.clock.advance(12 * MINUTE);
  kept.cookies.set('identity', identity);
  expect((await connectByCode(world, kept, cho)).status).toBe(409);
  const forged = `${Buffer.from(JSON.stringify({ subject: 'ann' })).toString('base64url')}.x`;
  kept.cookies.set('identity', forged);
  expect((await connectByCode(world, kept, cho)).status).toBe(409);
});

const NEW = '+12025550177';
const VERIFIED = { phone_number: NEW, phone_number_verified: true };
const invite = (server: TestServer, by: Person) => {
  const { signUp } = server.app.config;
  server.app.config.signUp = 'open'; // the invitation is from before SIGN_UP was changed
  submitInvite(server.app, {
    phoneNumber: NEW,
    inviteCode: ensureUser(server.app, by).inviteCode,
    address: null,
  });
  server.app.config.signUp = signUp;
};

for (const [about, signUp, claims, status, prepare] of [
  ['open', 'open', VERIFIED, 200],
  ['with an account', 'closed', VERIFIED, 200, ({ app }) => ensureUser(app, { ...ann, phone: NEW })],
  ['without an invitation', 'invited', VERIFIED, 403],
  ['with an invitation', 'invited', VERIFIED, 200, (server) => invite(server, bob)],
  ['closed, with an invitation of a member', 'closed', VERIFIED, 403, (server) => invite(server, bob)],
  ['closed, with an invitation of the operator', 'closed', VERIFIED, 200, (server) => invite(server, cho)],
  [
    'blocked',
    'open',
    VERIFIED,
    403,
    ({ app }) => blockNumber(app, ensureUser(app, cho), { phoneNumber: NEW, reason: 'x' }),
  ],
  ['not verified', 'open', { ...VERIFIED, phone_number_verified: 'true' }, null],
  ['no number', 'open', { ...VERIFIED, phone_number: 'ann' }, null],
  ['the number of the server', 'open', { ...VERIFIED, phone_number: '+12025550100' }, null],
] as [string, string, object, number | null, ((server: TestServer) => unknown)?][])
  testIn(() => open({ env: { SIGN_UP: signUp } }))(
    `a verified number signs in as the rules say: ${about}`,
    async (world) => {
      prepare?.(world.server);
      world.provider.people.new = { ...claims };
      const { status: found, body, browser } = await come(world, 'new');
      expect({ status: found, signedIn: body.signedIn?.user.phoneNumber }).toEqual({
        status: status ?? 200,
        signedIn: status === 200 ? NEW : undefined,
      });
      if (status === 403) expect(body.message).toContain('no account for your number');
      if (status === null) expect(body.unconnected).toBe('new@example.org');
      expect((await sessionOf(browser)).authenticated).toBe(status === 200);
      expect(toldTo(world, { ...ann, phone: NEW })).toHaveLength(about === 'with an account' ? 1 : 0);
    },
  );

test('the claim makes an operator until the next sign-in without it', async (world) => {
  const operators = async (groups: unknown) => {
    world.provider.people.ann = { phone_number: ann.phone, phone_number_verified: true, groups };
    return (await sessionOf((await come(world, 'ann')).browser)).operator;
  };
  expect(await operators(['staff'])).toBe(false);
  expect(await operators(['staff', 'tagline-admins'])).toBe(true);
  expect(await operators('tagline-admins')).toBe(true);
  expect(await operators(undefined)).toBe(false);
  await operators(['tagline-admins']);
  const { browser } = await come(world, 'ann');
  expect((await sessionOf(browser)).operator).toBe(true);
  expect((await world.server.as(ann).get('/api/admin/stats')).status).toBe(403);
  expect((await browser.get('/api/admin/stats')).status).toBe(403);
});

test('what does not belong to this browser, or the provider refuses, is told and signs nobody in', async (world) => {
  const { server, provider } = world;
  const done = await come(world, 'ann');
  const replayed = await done.browser.post<Finished>('/api/auth/provider/session', done.answer);
  expect([replayed.status, replayed.body.message]).toEqual([
    400,
    expect.stringContaining('Please begin again'),
  ]);
  const browser = server.stranger();
  const begun = async () => (await browser.post<{ url: string }>('/api/auth/provider')).body.url;
  const back = async (change: object = {}) =>
    browser.post<Finished>('/api/auth/provider/session', {
      ...Object.fromEntries(await provider.visit(await begun(), 'ann')),
      ...change,
    });
  for (const [change, status, sentence] of [
    [{ state: 'of another browser' }, 400, 'Please begin again'],
    [{ code: 'made up' }, 400, 'Please begin again'],
    [{ code: done.answer.code }, 400, 'Please begin again'],
    [{ iss: 'https://other.example' }, 502, 'could not be checked'],
    [{ error: 'login_required' }, 400, 'Authelia could not sign you in (login_required)'],
  ] as const) {
    const { status: found, body } = await back(change);
    expect([change, found, body.message]).toEqual([change, status, expect.stringContaining(sentence)]);
  }
  const cancelled = await come(world, null);
  expect([cancelled.status, cancelled.body.message]).toEqual([
    400,
    expect.stringContaining('you cancelled there'),
  ]);
  const url = new URL(await begun());
  url.searchParams.set('nonce', 'of somebody else');
  const other = await browser.post<Finished>(
    '/api/auth/provider/session',
    Object.fromEntries(await provider.visit(url.href, 'ann')),
  );
  expect([other.status, (await sessionOf(browser)).authenticated]).toEqual([502, false]);
});

test('a provider that is away keeps nobody out, and the doctor says so', async (world) => {
  await using away = await startIdentityProvider();
  const { app } = world.server;
  expect(await examineProvider(app)).toMatchObject([
    { state: 'good', advice: expect.stringContaining(`${app.publicUrl}/login as redirect URI`) },
  ]);
  Object.assign(app.config.oidc!, { issuer: new URL(away.issuer) });
  await using without = await testServer();
  expect((await without.stranger().post('/api/auth/provider')).status).toBe(404);
  await using server = await testServer({ env: away.env });
  expect(await server.stranger().post('/api/auth/provider')).toMatchObject({
    status: 502,
    body: { message: expect.stringContaining('could not be checked') },
  });
  await away[Symbol.asyncDispose]();
  expect(await server.stranger().post('/api/auth/provider')).toMatchObject({
    status: 503,
    body: { message: 'Authelia cannot be reached. Please try again, or sign in with a code.' },
  });
  expect(await examineProvider(server.app)).toMatchObject([
    { state: 'bad', advice: expect.stringMatching(/cannot be used.*Check OIDC_ISSUER/) },
  ]);
  expect((await server.introduce(ann)).cookies.size).toBeGreaterThan(0);
});
