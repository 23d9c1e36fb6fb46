import { expect } from 'bun:test';
import { connect as openSocket } from 'node:net';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { test } from '../support/server-test';

type ErrorBody = { error: string; message: string; code: string };

test('every answer has the security headers, and data is not cached', async ({ server }) => {
  await server.text(ann, 'Milk #food');
  const answers = [
    ['/api/product', 200],
    ['/api/auth/session', 200],
    ['/api/messages', 200],
    ['/api/nothing', 404],
    ['/api/openapi.json', 200],
    ['/api/docs', 200],
    ['/trpc/auth.session', 200],
    ['/trpc/nothing', 404],
    ['/', 200],
    ['/tag/food', 200],
    ['/assets/nothing.js', 404],
    ['/favicon.svg', 200],
  ] as const;
  for (const [path, status] of answers) {
    const { status: actual, headers } = await server.as(ann).get(path);
    const answer = { path, status: actual, ...Object.fromEntries(headers) };
    expect(answer).toMatchObject({
      path,
      status,
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': expect.any(String),
      'permissions-policy': expect.any(String),
    });
    const policy = headers.get('content-security-policy') ?? '';
    expect({ path, policy }).toEqual({ path, policy: expect.stringContaining("frame-ancestors 'none'") });
    expect(policy).not.toContain('unsafe');
    if (/^\/(api|trpc)\/(?!docs)/.test(path)) {
      expect(policy).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toMatch(/no-store|private, no-cache/);
    }
    // this header would make browsers use only https, which this server does not have
    expect(headers.get('strict-transport-security')).toBeNull();
  }
});

test('with an https address answers and cookies are for https only', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  const answer = await server.stranger().post('/api/auth/login', { phoneNumber: ann.phone });
  // must not contain includeSubDomains, because subdomains of this host may belong to others
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; Secure/i);
  expect(answer.headers.getSetCookie()).not.toBeEmpty();
});

test('with https, another host of the domain cannot set the session cookie', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  await server.as(ann).get('/api/profile');
  const token = server.as(ann).cookies.get('__Host-session');
  const ask = async (cookie: string) => (await server.stranger().get('/api/profile', { cookie })).status;
  expect(await ask(`__Host-session=${token}`)).toBe(200);
  expect(await ask(`session=${token}`)).toBe(401);
});

test('an unknown path under /api is a JSON 404 for everybody', async ({ server }) => {
  for (const client of [server.stranger(), server.as(ann)])
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/nothing/here'],
      ['POST', '/api/nothing'],
      ['GET', '/api/messages/'],
    ] as const) {
      const { status, body, headers } = await client.send<ErrorBody>(path, { method });
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
      expect(headers.get('content-type')).toBe('application/problem+json');
      const sentence = 'Page not found';
      expect(body).toEqual({
        ...{ error: sentence, message: sentence, type: 'about:blank', title: 'Not found' },
        ...{ status: 404, detail: sentence, code: 'not_found' },
      });
    }
});

test('a method that a path does not have is answered with those that it has', async ({ server }) => {
  for (const [method, path, allow] of [
    ['PUT', '/api/messages', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/auth/session', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['PATCH', '/api/media/7/320', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const { status, body, headers } = await server.as(ann).send(path, { method });
    expect([method, path, status, headers.get('allow')]).toEqual([method, path, 405, allow]);
    expect(body).toMatchObject({ code: 'method_not_supported', error: expect.stringContaining(method) });
  }
  const options = await server.stranger().send('/api/messages', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
});

test('the server survives a broken request line', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  for (const bytes of [
    '\0\0\0\0',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/messages HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
  ])
    await new Promise<void>((closed) => {
      const socket = openSocket(Number(port), hostname, () => socket.end(bytes));
      socket
        .on('close', () => closed())
        .on('error', () => closed())
        .resume();
    });
  expect((await server.stranger().get('/api/product')).status).toBe(200);
});
