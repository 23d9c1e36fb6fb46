import { expect } from 'bun:test';
import type { Passkey } from '../../../src/contract/passkeys';
import type { CreatedToken } from '../../../src/contract/tokens';
import { createAuthenticator } from '../../support/authenticator';
import { ann, bob } from '../../support/cast';
import { type Client, connect } from '../../support/client';
import { MINUTE } from '../../support/clock';
import { testServer, until } from '../../support/server';
import { test } from '../../support/server-test';
import { startTwilio } from '../../support/twilio';

type Refusal = { reason?: string };
type Options = { challenge: string };

const NEEDED = { status: 403, reason: 'proof needed' };

const ACTS: [path: string, method: string, body?: object][] = [
  ['/api/passkeys/options', 'POST', {}],
  ['/api/tokens', 'POST', { name: 'Script', scope: 'read' }],
  ['/api/export', 'GET'],
  ['/api/reminders/calendar', 'POST', {}],
  ['/api/profile/phone', 'POST', { phoneNumber: '+12025550199', code: '000000' }],
];

async function act(client: Client, [path, method, body]: (typeof ACTS)[number]) {
  const answer = await client.send<Refusal>(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: answer.status, reason: answer.body?.reason };
}

const actAll = async (client: Client) => Promise.all(ACTS.map((one) => act(client, one)));

async function setUp({ publicUrl = 'https://notes.example' } = {}) {
  const twilio = await startTwilio();
  const server = await testServer({ twilio, env: { PUBLIC_URL: publicUrl } });
  const client = await server.introduce(ann);
  const codeAfter = async (texts: number) =>
    until(() => /^\d{6}/.exec(server.received(ann.phone).slice(texts).join('\n'))?.[0]);
  return {
    ...{ twilio, server, client },
    later: () => server.app.clock.advance(11 * MINUTE),
    async askForCode(from = client) {
      const texts = server.received(ann.phone).length;
      expect((await from.post('/api/proof/code')).status).toBe(200);
      return codeAfter(texts);
    },
    toldOf: () =>
      server.app
        .outbox(ann.phone)
        .filter(({ kind }) => kind === 'security')
        .map(({ body }) => body),
    async [Symbol.asyncDispose]() {
      await twilio[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

test('for ten minutes after a sign-in nothing asks for a proof, and then each act does', async () => {
  await using world = await setUp();
  const { client } = world;
  expect((await actAll(client)).map(({ status }) => status)).toEqual([200, 201, 200, 200, 400]);
  world.later();
  expect((await client.get('/api/proof')).body).toEqual({ proven: false, passkeys: false });
  for (const one of ACTS) expect({ one, ...(await act(client, one)) }).toEqual({ one, ...NEEDED });
  expect((await client.get('/api/messages')).status).toBe(200);
  const batched = await client.post<{ error: { data: Refusal } }>('/trpc/tokens.create', ACTS[1]![2]);
  expect([batched.status, batched.body.error.data.reason]).toEqual([403, 'proof needed']);
});

test('a code by text is a proof for ten minutes, for this session alone', async () => {
  await using world = await setUp();
  const { client, server } = world;
  const cookies = new Map(client.cookies);
  server.forget(ann);
  const other = await server.introduce(ann);
  world.later();
  const code = await world.askForCode();
  const wrong = await client.post('/api/proof', { code: code === '000000' ? '000001' : '000000' });
  expect(wrong.status).toBe(400);
  expect((await client.post('/api/proof', { code })).status).toBe(200);
  expect((await client.post('/api/proof', { code })).status).toBe(400);
  expect((await actAll(client)).map(({ status }) => status)).toEqual([200, 201, 200, 200, 400]);
  expect(await act(other, ACTS[1]!)).toEqual(NEEDED);
  expect(await act(connect(server.url, { cookies }), ACTS[1]!)).toMatchObject({ status: 201 });
  world.later();
  expect(await act(client, ACTS[1]!)).toEqual(NEEDED);
});

test("a passkey is a proof, not another person's, and its challenge is good for nothing else", async () => {
  await using world = await setUp({ publicUrl: 'http://localhost:3000' });
  const { client, server } = world;
  const device = createAuthenticator('http://localhost:3000');
  const options = await client.post<Options & { user: { id: string } }>('/api/passkeys/options', {});
  expect((await client.post<Passkey>('/api/passkeys', device.create(options.body))).status).toBe(201);
  world.later();
  const start = async () => (await client.post<Options>('/api/proof/passkey/options', {})).body;
  expect((await client.get('/api/proof')).body).toEqual({ proven: false, passkeys: true });
  const stolen = device.get(await start());
  expect((await connect(server.url).post('/api/auth/passkey', stolen)).status).toBe(400);
  const signInOptions = await client.post<Options>('/api/auth/passkey/options', {});
  const ofSignIn = device.get(signInOptions.body);
  expect((await client.post('/api/proof/passkey', ofSignIn)).status).toBe(400);
  const other = await server.introduce(bob);
  const bobs = createAuthenticator('http://localhost:3000');
  const bobsOptions = await other.post<Options & { user: { id: string } }>('/api/passkeys/options', {});
  await other.post('/api/passkeys', bobs.create(bobsOptions.body));
  const { body: bobsChallenge } = await other.post<Options>('/api/proof/passkey/options', {});
  expect((await other.post('/api/proof/passkey', device.get(bobsChallenge))).status).toBe(400);
  const adding = createAuthenticator('http://localhost:3000').create({ ...options.body, ...(await start()) });
  expect((await client.post('/api/passkeys', adding)).status).toBe(400);
  expect((await other.post('/api/proof/passkey', device.get(await start()))).status).toBe(400);
  expect((await client.post('/api/proof/passkey', device.get(await start()))).status).toBe(200);
  expect(await act(client, ACTS[1]!)).toMatchObject({ status: 201 });
});

test('with the simulator nothing asks for a proof', async ({ server }) => {
  const client = await server.introduce(ann);
  server.app.clock.advance(60 * MINUTE);
  expect((await actAll(client)).map(({ status }) => status)).toEqual([200, 201, 200, 200, 400]);
});

test('the owner is told of each act by one text and in the account log', async () => {
  await using world = await setUp();
  const { client, toldOf } = world;
  const device = createAuthenticator('https://notes.example');
  const options = await client.post<Options & { user: { id: string } }>('/api/passkeys/options', {});
  await client.post('/api/passkeys', device.create(options.body));
  for (const one of ACTS) await act(client, one);
  await client.get('/api/export?format=csv');
  expect(toldOf()).toEqual([
    expect.stringMatching(/a passkey was added .+ https:\/\/notes\.example\/profile#passkeys$/),
    expect.stringMatching(/an access token was made .+ Revoke it: .+\/profile#tokens$/),
    expect.stringMatching(/was exported .+\/profile#devices$/),
    expect.stringMatching(/your calendar got a new address .+ End it: .+\/profile#calendar$/),
  ]);
  const log = (await client.get<{ text: string }[]>('/api/account-log')).body.map(({ text }) => text);
  expect(log.reverse()).toEqual([
    expect.stringContaining('A passkey was added'),
    expect.stringContaining('An access token was made: Script with'),
    expect.stringContaining('exported: json'),
    expect.stringContaining('calendar of reminders got a new address'),
    expect.stringContaining('exported: csv'),
  ]);
});

test('no token can do what asks for a proof', async () => {
  await using world = await setUp();
  const { token } = (await world.client.post<CreatedToken>('/api/tokens', { name: 'Script', scope: 'write' }))
    .body;
  const client = connect(world.server.url);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const [path, method, body] of ACTS) {
    const { status } = await client.send(path, { method, headers, body: body && JSON.stringify(body) });
    expect({ path, status }).toEqual({ path, status: 403 });
  }
  expect((await client.get('/api/reminders/calendar', headers)).status).toBe(403);
});

test('passkey options are limited for a person', async ({ server }) => {
  const client = server.as(ann);
  const statuses = [];
  for (let count = 0; count < 31; count++)
    statuses.push((await client.post('/api/passkeys/options', {})).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});
