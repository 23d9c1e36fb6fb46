import { expect } from 'bun:test';
import { type AccountLogEntry, PASSKEYS_MAX, type Passkey } from '../../../src/contract/passkeys';
import type { Profile } from '../../../src/contract/users';
import { deleteAccount } from '../../../src/messages/delete-account';
import { readAccountLog } from '../../../src/people/auth/account-log';
import { removePasskeysSince } from '../../../src/people/auth/passkeys';
import { hasPasskeys, signInWithPasskey } from '../../../src/people/auth/webauthn';
import { findUserByPhone } from '../../../src/people/users';
import { testApp } from '../../support/app';
import { createAuthenticator } from '../../support/authenticator';
import { ann, bob, type Person } from '../../support/cast';
import { connect } from '../../support/client';
import { MINUTE } from '../../support/clock';
import { type TestServer, testServer } from '../../support/server';
import { test } from '../../support/server-test';

type Options = { challenge: string; user: { id: string } };
type Authenticator = ReturnType<typeof createAuthenticator>;

const WRONG = 'This passkey was not accepted. Please try again.';

async function addPasskey(server: TestServer, person: Person): Promise<Authenticator> {
  const device = createAuthenticator(new URL(server.app.publicUrl).origin);
  const options = await server.as(person).post<Options>('/api/passkeys/options', {});
  const added = await server.as(person).post<Passkey>('/api/passkeys', device.create(options.body));
  if (added.status !== 201) throw new Error(added.text);
  return device;
}

const signInOptions = async (server: TestServer) =>
  (await connect(server.url).post<Options>('/api/auth/passkey/options', {})).body;

async function signInBy(server: TestServer, device: Authenticator, changes = {}, wait = 0) {
  const browser = connect(server.url);
  const options = await browser.post<Options>('/api/auth/passkey/options', {});
  server.app.clock.advance(wait);
  const answer = await browser.post<{ user: Profile; message: string }>(
    '/api/auth/passkey',
    device.get(options.body, changes),
  );
  return { browser, answer };
}

const logOf = async (server: TestServer, person: Person) =>
  (await server.as(person).get<AccountLogEntry[]>('/api/account-log')).body.map(({ text }) => text);

test('whoever added a passkey signs in by it without a text', async ({ server }) => {
  const device = await addPasskey(server, ann);
  const texts = server.app.outbox(ann.phone).length;
  const { answer, browser } = await signInBy(server, device);
  expect(answer.status).toBe(200);
  expect(answer.body.user.phoneNumber).toBe(ann.phone);
  expect((await browser.get<Profile>('/api/profile')).body.phoneNumber).toBe(ann.phone);
  expect(server.app.outbox(ann.phone)).toHaveLength(texts);
  const [passkey] = (await server.as(ann).get<Passkey[]>('/api/passkeys')).body;
  expect(passkey).toMatchObject({ synced: false, lastUsedAt: expect.any(String) });
});

test('a passkey is refused if anything about its answer is wrong', async ({ server }) => {
  const device = await addPasskey(server, ann);
  await addPasskey(server, bob);
  const stranger = createAuthenticator(new URL(server.app.publicUrl).origin);
  const bobsHandle = Buffer.from(String(findUserByPhone(server.app, bob.phone)!.id)).toString('base64url');
  const cases: [string, object, string][] = [
    ['another site', { origin: 'https://evil.example' }, WRONG],
    ['another host', { rpId: 'evil.example' }, WRONG],
    ['another challenge', { challenge: 'AAAA' }, WRONG],
    ['a device that was not unlocked', { verified: false }, WRONG],
    ["somebody else's handle", { userHandle: bobsHandle }, 'This server does not know this passkey.'],
    ['no handle', { userHandle: '' }, 'The answer of the passkey is not complete.'],
  ];
  for (const [name, changes, message] of cases) {
    const { answer } = await signInBy(server, device, changes);
    expect([answer.status, answer.text], name).toEqual([400, expect.stringContaining(message)]);
  }
  const unknown = await signInBy(server, stranger, { userHandle: bobsHandle });
  expect(unknown.answer.text).toContain('does not know this passkey');
  const late = await signInBy(server, device, {}, 6 * MINUTE);
  expect([late.answer.status, late.answer.text]).toEqual([400, expect.stringContaining(WRONG)]);
  const [imitated, { id, rawId }] = [await signInOptions(server), device.get({ challenge: '' })];
  const forged = {
    ...stranger.get(imitated, { userHandle: device.get(imitated).response.userHandle }),
    id,
    rawId,
  };
  const { status, text } = await connect(server.url).post('/api/auth/passkey', forged);
  expect([status, text]).toEqual([400, expect.stringContaining('The signature of this passkey is wrong.')]);
  expect((await signInBy(server, device)).answer.status).toBe(200);
});

test('an answer of a passkey works once, and an answer with a smaller counter never', async ({ server }) => {
  const device = await addPasskey(server, ann);
  const options = await connect(server.url).post<Options>('/api/auth/passkey/options', {});
  const signed = device.get(options.body, { counter: 5 });
  const send = (body: object) => connect(server.url).post('/api/auth/passkey', body);
  expect((await send(signed)).status).toBe(200);
  expect((await send(signed)).status).toBe(400);
  expect((await signInBy(server, device, { counter: 4 })).answer.status).toBe(400);
  expect((await signInBy(server, device, { counter: 6 })).answer.status).toBe(200);
});

test('a challenge for adding a passkey signs nobody in, nor serves another', async ({ server }) => {
  const device = await addPasskey(server, ann);
  const forAnn = await server.as(ann).post<Options>('/api/passkeys/options', {});
  expect((await connect(server.url).post('/api/auth/passkey', device.get(forAnn.body))).status).toBe(400);
  const again = await server.as(ann).post<Options>('/api/passkeys/options', {});
  const other = createAuthenticator(new URL(server.app.publicUrl).origin);
  expect((await server.as(bob).post('/api/passkeys', other.create(again.body))).status).toBe(400);
  expect((await server.as(bob).get<Passkey[]>('/api/passkeys')).body).toEqual([]);
});

test('a removed passkey signs nobody in, and the account log tells of it', async ({ server }) => {
  const device = await addPasskey(server, ann);
  const [passkey] = (await server.as(ann).get<Passkey[]>('/api/passkeys')).body;
  expect((await server.as(bob).send(`/api/passkeys/${passkey!.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await server.as(ann).send(`/api/passkeys/${passkey!.id}`, { method: 'DELETE' })).status).toBe(200);
  const { answer } = await signInBy(server, device);
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('may have been removed')]);
  expect(await logOf(server, ann)).toEqual([
    expect.stringMatching(/^The passkey of .+ was removed\.$/),
    expect.stringMatching(/^A passkey was added with .+\.$/),
  ]);
  expect(await logOf(server, bob)).toEqual([]);
});

test('a passkey that is removed while it is checked signs nobody in', async ({ server }) => {
  const device = await addPasskey(server, ann);
  const signing = signInWithPasskey(server.app, device.get(await signInOptions(server)));
  removePasskeysSince(server.app, findUserByPhone(server.app, ann.phone)!, 0);
  await expect(signing).rejects.toThrow('may have been removed');
});

test('a person has at most PASSKEYS_MAX passkeys, a deleted account none', async ({ server }) => {
  const device = await addPasskey(server, ann);
  for (let count = 1; count < PASSKEYS_MAX; count++) await addPasskey(server, ann);
  const known = (await server.as(bob).post<Options>('/api/passkeys/options', {})).body;
  const again = await server.as(bob).post('/api/passkeys', device.create(known));
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('is added already')]);
  const further = await server.as(ann).post('/api/passkeys/options', {});
  expect([further.status, further.text]).toEqual([409, expect.stringContaining('Remove one first')]);
  deleteAccount(server.app, findUserByPhone(server.app, ann.phone)!);
  expect((await signInBy(server, device)).answer.status).toBe(400);
});

test('an operator ends all sign-ins of an account, and its account log says so', async () => {
  await using server = await testServer({ env: { ADMIN_PHONES: ann.phone } });
  const device = await addPasskey(server, bob);
  const { token } = (
    await server.as(bob).post<{ token: string }>('/api/tokens', { name: 'Script', scope: 'read' })
  ).body;
  const { browser } = await signInBy(server, device);
  const { id } = findUserByPhone(server.app, bob.phone)!;
  const end = (by: Person, whom: number) => server.as(by).post(`/api/admin/users/${whom}/end-sign-ins`, {});
  await server.as(ann).get('/api/account-log'); // makes the account
  expect((await end(bob, id)).status).toBe(403);
  expect((await end(ann, findUserByPhone(server.app, ann.phone)!.id)).status).toBe(400);
  expect((await end(ann, 12_345)).status).toBe(404);
  const ended = await end(ann, id);
  expect(ended.text).toContain('Ended 1 passkey, 2 sessions, 1 access token.');
  expect((await browser.get('/api/profile')).status).toBe(401);
  expect((await browser.get<{ ended: string }>('/api/auth/session')).body.ended).toBe('operator');
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  expect((await connect(server.url).send('/api/messages', bearer)).status).toBe(401);
  expect((await signInBy(server, device)).answer.status).toBe(400);
  const owner = findUserByPhone(server.app, bob.phone)!;
  expect(readAccountLog(server.app, owner).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^The operator .+ ended 1 passkey, 2 sessions, 1 access token\.$/),
    expect.stringContaining('access token'),
    expect.stringContaining('A passkey was added'),
  ]);
});

test('passkeys are offered only at addresses where browsers allow them', async () => {
  await using app = testApp();
  const offered = (publicUrl: string) => hasPasskeys({ ...app, publicUrl });
  expect(offered('https://notes.example.com')).toBe(true);
  expect(offered('http://localhost:3000')).toBe(true);
  expect(offered('http://notes.example.com')).toBe(false);
  expect(offered('https://192.168.1.4')).toBe(false);
  expect(offered('https://[::1]:3000')).toBe(false);
});

test('at an address without passkeys every call about them is refused', async ({ server }) => {
  const device = await addPasskey(server, ann);
  const created = device.create((await server.as(ann).post<Options>('/api/passkeys/options', {})).body);
  const answer = device.get(await signInOptions(server));
  server.app.publicUrl = 'http://192.168.1.4';
  for (const [client, path, body] of [
    [server.as(ann), '/api/passkeys/options', {}],
    [server.as(ann), '/api/passkeys', created],
    [server.as(ann), '/api/proof/passkey/options', {}],
    [connect(server.url), '/api/auth/passkey/options', {}],
    [connect(server.url), '/api/auth/passkey', answer],
  ] as const) {
    const { status, text } = await client.post(path, body);
    expect([path, status, text]).toEqual([
      path,
      404,
      expect.stringContaining('Passkeys need an https address'),
    ]);
  }
});
