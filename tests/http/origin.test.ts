import { expect, test } from 'bun:test';
import { ann } from '../support/cast';
import { type TestServer, testServer } from '../support/server';

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:1' },
  { origin: 'https://tagline.example.evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
];

const add = (server: TestServer, headers: Record<string, string>, path = '/api/messages') =>
  server.as(ann).send<{ error: string; message: string }>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"content":"Planted"}',
  });

const count = async (server: TestServer) =>
  (await server.as(ann).get<unknown[]>('/api/messages')).body.length;

test("a write that another site's page makes is refused with 403 and changes nothing", async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  for (const headers of FOREIGN)
    for (const path of ['/api/messages', '/trpc/messages.add']) {
      const { status, body } = await add(server, headers, path);
      expect({ headers, path, status }).toEqual({ headers, path, status: 403 });
      expect(body.error).toBe(body.message);
    }
  expect(await count(server)).toBe(0);
});

test('a write from our own pages is taken, by whichever name they were opened', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  const { port } = new URL(server.url);
  const ours: Record<string, string>[] = [
    { origin: 'https://tagline.example' },
    { origin: 'https://tagline.example', 'sec-fetch-site': 'same-origin' },
    { origin: `http://localhost:${port}`, host: `localhost:${port}` },
    { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of ours)
    expect({ headers, status: (await add(server, headers)).status }).toEqual({ headers, status: 201 });
  expect(await count(server)).toBe(ours.length);
});

test('a write without any origin comes from no browser and is taken', async () => {
  await using server = await testServer();
  expect((await add(server, {})).status).toBe(201);
  expect((await add(server, { 'sec-fetch-site': 'none' })).status).toBe(201);
});

test('a read gives no other site the right to see it', async () => {
  await using server = await testServer();
  const { headers } = await server.as(ann).get('/api/messages', { origin: 'https://evil.example' });
  for (const name of ['access-control-allow-origin', 'access-control-allow-credentials'])
    expect(headers.get(name)).toBeNull();
  const preflight = await server.as(ann).send('/api/messages', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test("a page whose name was pointed at this machine does not get at the simulator's codes", async () => {
  await using server = await testServer();
  await server.as(ann).get('/api/profile');
  const { port } = new URL(server.url);
  const host = `evil.example:${port}`; // a name the attacker owns, resolved to 127.0.0.1 once the page is open
  for (const path of [
    `/api/simulator/texts?phone=${encodeURIComponent(ann.phone)}`,
    '/trpc/simulator.texts?input=%7B%7D',
  ])
    expect({ path, status: (await server.stranger().get(path, { host })).status }).toEqual({
      path,
      status: 403,
    });
  const send = {
    method: 'POST',
    headers: { host, origin: `http://${host}`, 'content-type': 'application/json' },
    body: '{"from":"+12025550111","body":"Planted"}',
  };
  expect((await server.stranger().send('/api/simulator/texts', send)).status).toBe(403);
  for (const own of [`localhost:${port}`, `127.0.0.1:${port}`])
    expect((await server.stranger().get('/api/simulator/texts', { host: own })).status).toBe(200);
});
