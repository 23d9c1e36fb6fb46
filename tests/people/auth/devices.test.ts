import { expect } from 'bun:test';
import type { Device } from '../../../src/contract/auth';
import { maskAddress, parseUserAgent, storeSeenSessions } from '../../../src/people/auth/devices';
import { createAuthenticator } from '../../support/authenticator';
import { ann, bob } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { testServer } from '../../support/server';
import { test } from '../../support/server-test';
import { openSocket } from '../../support/socket';

const UA =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';

test('a User-Agent is read as a browser and a system', () => {
  const cases: [userAgent: string | null, browser: string | null, system: string | null][] = [
    [UA, 'Chrome', 'Linux'],
    [UA.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64').concat(' Edg/130.0'), 'Edge', 'Windows'],
    [UA.replace('X11; Linux x86_64', 'Linux; Android 15; K'), 'Chrome', 'Android'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Firefox',
      'macOS',
    ],
    ['curl/8.5.0', null, null],
    [null, null, null],
  ];
  for (const [userAgent, browser, system] of cases)
    expect({ userAgent, ...parseUserAgent(userAgent) }).toEqual({ userAgent, browser, system });
});

test('only the beginning of an address is shown', () => {
  expect(maskAddress('198.51.100.7')).toBe('198.51.•.•');
  expect(maskAddress('2001:db8:0:0')).toBe('2001:db8:…');
  expect(maskAddress(null)).toBe('this machine');
});

test('a device is listed with its browser, network and last use', async () => {
  await using server = await testServer({ env: { TRUST_PROXY: '1' }, chores: [] });
  const { app } = server;
  const client = server.as(ann);
  const from = { 'x-forwarded-for': '198.51.100.7', 'user-agent': UA };
  const list = async () => (await client.get<Device[]>('/api/sessions', from)).body;
  const [first] = await list();
  expect(first).toMatchObject({
    current: true,
    browser: 'Chrome',
    system: 'Linux',
    network: '198.51.•.•',
  });

  app.clock.advance(3_600_000);
  const before = app.now();
  for (let at = 0; at < 5; at++) await client.get('/api/tags', from);
  const stored = () =>
    app.db.$client.query<{ at: number | null }, []>('select seen_at as at from sessions').get()!.at;
  expect(stored()).toBeNull();
  storeSeenSessions(app);
  expect(stored()).toBeWithin(before, app.now() + 1);
  const [later] = await list();
  expect(Date.parse(later!.lastSeenAt) - Date.parse(first!.lastSeenAt)).toBeGreaterThanOrEqual(3_600_000);
});

test('a person signs out another device at once, and nobody else can', async ({ server, client: laptop }) => {
  await laptop.get('/api/profile');
  server.forget(ann);
  const phone = server.as(ann);
  const devices = (await phone.get<Device[]>('/api/sessions')).body;
  expect(devices.map(({ current }) => current)).toEqual([true, false]);
  const { id } = devices[1]!;
  await using socket = await openSocket(server, laptop);
  expect((await server.as(bob).delete(`/api/sessions/${id}`)).status).toBe(404);
  expect((await laptop.get('/api/profile')).status).toBe(200);

  expect(await phone.delete(`/api/sessions/${id}`)).toMatchObject({
    status: 200,
    body: { message: 'That device is signed out.' },
  });
  expect((await laptop.get('/api/profile')).status).toBe(401);
  expect(await socket.closed()).toMatchObject({ code: 1000 });
  expect((await phone.get('/api/profile')).status).toBe(200);
});

test('one call signs out all other devices', async ({ server }) => {
  const others = [];
  for (let at = 0; at < 2; at++) {
    const client = server.as(ann);
    await client.get('/api/profile');
    others.push(client);
    server.forget(ann);
  }
  await server.as(bob).get('/api/profile');
  const own = server.as(ann);
  expect((await own.delete('/api/sessions')).body).toEqual({
    success: true,
    message: '2 other devices are signed out.',
  });
  for (const client of others) expect((await client.get('/api/profile')).status).toBe(401);
  expect((await server.as(bob).get('/api/profile')).status).toBe(200);
  expect((await own.get<Device[]>('/api/sessions')).body).toHaveLength(1);
});

test('if asked, what was made since the first of the other devices signed in is revoked, too', async () => {
  await using server = await testServer();
  const own = await server.introduce(ann);
  const token = async (name: string) => {
    server.app.clock.advance(MINUTE);
    expect((await own.post('/api/tokens', { name, scope: 'read' })).status).toBe(201);
    expect((await own.post('/api/hooks', { url: `https://example.org/${name}` })).status).toBe(201);
    expect((await own.post('/api/feeds', { query: name })).status).toBe(200);
  };
  const passkey = async () => {
    const device = createAuthenticator(new URL(server.app.publicUrl).origin);
    const { body } = await own.post<{ challenge: string; user: { id: string } }>('/api/passkeys/options', {});
    expect((await own.post('/api/passkeys', device.create(body))).status).toBe(201);
  };
  const left = async () => ({
    tokens: (await own.get<{ name: string }[]>('/api/tokens')).body.map(({ name }) => name),
    hooks: (await own.get<{ url: string }[]>('/api/hooks')).body.map(({ url }) => url.split('/').at(-1)),
    feeds: (await own.get<{ query: string }[]>('/api/feeds')).body.map(({ query }) => query),
    passkeys: (await own.get<object[]>('/api/passkeys')).body.length,
  });
  await passkey();
  await token('Before');
  server.forget(ann);
  server.app.clock.advance(MINUTE);
  await server.as(ann).get('/api/profile');
  await token('After');
  await passkey();
  expect((await own.delete('/api/sessions', { revokeMade: 'yes' })).status).toBe(400);
  const both = ['After', 'Before'];
  expect(await left()).toEqual({ tokens: both, hooks: both, feeds: both, passkeys: 2 });
  expect((await own.delete('/api/sessions', { revokeMade: true })).status).toBe(200);
  expect(await left()).toEqual({ tokens: ['Before'], hooks: ['Before'], feeds: ['Before'], passkeys: 1 });
  await token('Later');
  expect((await own.delete('/api/sessions', { revokeMade: true })).status).toBe(200);
  expect((await left()).tokens).toEqual(['Later', 'Before']);
});
