import { expect } from 'bun:test';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { ALL_ON } from '../support/all-on';
import { ann } from '../support/cast';
import { connect, sendBody } from '../support/client';
import { sendRaw } from '../support/raw';
import { type TestServer, testServer } from '../support/server';
import { test } from '../support/server-test';
import { startTwilio } from '../support/twilio';
import { FOREIGN } from './foreign';

const add = (server: TestServer, headers: Record<string, string>, path = '/api/messages') =>
  sendBody(server.as(ann), path, '{"content":"Forged"}', { headers });

const count = async (server: TestServer) =>
  (await server.as(ann).get<unknown[]>('/api/messages')).body.length;

test('no call writes for a page of another site', async () => {
  const env = { PUBLIC_URL: 'https://tagline.example', ...ALL_ON };
  await using server = await testServer({ env });
  const client = server.as(ann);
  const body = '{"content":"Forged"}';
  const mutations = procedureCalls(appRouter).filter(
    ({ type, name }) => type === 'mutation' && !name.startsWith('demo.'),
  );
  expect(mutations).not.toBeEmpty();
  for (const { method, path, name } of mutations)
    for (const [address, verb] of [
      [path.replace(/\{\w+\}/g, '1'), method],
      [`/trpc/${name}`, 'POST'],
    ] as const)
      for (const foreign of FOREIGN) {
        const { status } = await sendBody(client, address, body, { method: verb, headers: foreign });
        expect({ verb, address, foreign, status }).toEqual({ verb, address, foreign, status: 403 });
      }
  expect(await count(server)).toBe(0);
});

test('a page of another site begins no visit of a demo', async () => {
  await using server = await testServer({ env: { DEMO: '1', EMBEDDINGS: 'off' } });
  for (const headers of FOREIGN.filter(({ host }) => !host))
    expect((await sendBody(connect(server.url), '/api/demo', '{}', { headers })).status).toBe(403);
});

test('a write by our own page is accepted, under each name of the server', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  const { port } = new URL(server.url);
  const own: Record<string, string>[] = [
    { origin: 'https://tagline.example' },
    { origin: 'https://tagline.example', 'sec-fetch-site': 'same-origin' },
    { origin: `http://localhost:${port}`, host: `localhost:${port}` },
    { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of own)
    expect({ headers, status: (await add(server, headers)).status }).toEqual({ headers, status: 201 });
  expect(await count(server)).toBe(own.length);
});

test('a write without an origin, which comes from no browser, is accepted', async ({ server }) => {
  expect((await add(server, {})).status).toBe(201);
  expect((await add(server, { 'sec-fetch-site': 'none' })).status).toBe(201);
});

test('no page of another site may read an answer', async ({ server }) => {
  const { headers } = await server.as(ann).get('/api/messages', { origin: 'https://evil.example' });
  for (const name of ['access-control-allow-origin', 'access-control-allow-credentials'])
    expect(headers.get(name)).toBeNull();
  const preflight = await server.as(ann).send('/api/messages', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

test('a page of another site may call with a token, and never with a cookie', async ({ server }) => {
  const { body } = await server
    .as(ann)
    .post<{ token: string }>('/api/tokens', { name: 'page', scope: 'write' });
  let origin = 'https://inspector.example';
  const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(server.url + path, { method, headers: { origin, ...headers } });
  const bearer = { authorization: `Bearer ${body.token}` };
  const question = {
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,content-type',
  };
  for (const path of ['/api/messages', '/api/messages/1', '/mcp', '/api/nothing']) {
    const { status, headers } = await ask(path, question, 'OPTIONS');
    expect([path, status, headers.get('access-control-allow-origin')]).toEqual([path, 204, '*']);
    expect(headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
  const read = await ask('/api/messages', bearer);
  const etag = read.headers.get('etag')!;
  for (const answer of [
    read,
    await ask('/api/messages', { ...bearer, 'if-none-match': etag }),
    await ask('/api/messages', { authorization: 'Bearer tagline_pat_x' }),
    await ask('/mcp', {}),
  ]) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')).toContain('www-authenticate');
  }
  for (origin of ['chrome-extension://fgpchpjpfeklmjia', 'moz-extension://11111111-2222-4333'])
    for (const answer of [
      await ask('/api/media', question, 'OPTIONS'),
      await ask('/api/messages/0', bearer, 'DELETE'),
      await ask('/oauth/register', {}, 'POST'),
      await ask('/.well-known/oauth-authorization-server', {}),
    ])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const withoutToken = { ...question, 'access-control-request-headers': 'content-type' };
  const refused = await ask('/api/messages', withoutToken, 'OPTIONS');
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
});

test('with the simulator, requests for a foreign host name are refused', async ({ server }) => {
  const { port } = new URL(server.url);
  const status = async (host: string) => (await server.stranger().get('/api/product', { host })).status;
  // a host name of an attacker, which resolves to 127.0.0.1 after the browser has loaded the attacker's page
  expect(await status(`evil.example:${port}`)).toBe(403);
  for (const own of ['localhost', '127.0.0.1', '[::1]']) expect(await status(`${own}:${port}`)).toBe(200);
});

test('an HTTP/1.0 request without a Host header is treated like one through a proxy', async ({ server }) => {
  for (const url of [server.url, server.simulatorUrl])
    for (const [host, status] of [
      ['', 403],
      ['Host:\r\n', 403],
      ['Host: localhost\r\n', 200],
    ] as const)
      expect(await sendRaw(url, `GET /api/product HTTP/1.0\r\n${host}\r\n`)).toContain(` ${status} `);
  await using twilio = await startTwilio();
  await using other = await testServer({ twilio });
  expect(await sendRaw(other.url, 'GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n')).toContain(' 200 ');
  expect(await sendRaw(other.url, 'GET /metrics HTTP/1.0\r\n\r\n')).toContain(' 404 ');
});
