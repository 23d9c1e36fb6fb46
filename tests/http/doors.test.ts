import { expect, test } from 'bun:test';
import { connect as openSocket } from 'node:net';
import { ann } from '../support/cast';
import { testServer, until } from '../support/server';

type ErrorBody = { error: string; message: string };

test('an unknown path under /api is a JSON 404, whoever asks and however', async () => {
  await using server = await testServer();
  for (const client of [server.stranger(), server.as(ann)])
    for (const [method, path] of [
      ['GET', '/api'],
      ['GET', '/api/'],
      ['GET', '/api/nothing/here'],
      ['POST', '/api/nothing'],
      ['GET', '/api/messages/'],
      ['PUT', '/api/messages'],
      ['DELETE', '/api/auth/session'],
      ['OPTIONS', '/api/messages'],
      ['GET', '/api/auth/login'],
    ] as const) {
      const { status, body, headers } = await client.send<ErrorBody>(path, { method });
      expect({ method, path, status }).toEqual({ method, path, status: 404 });
      expect(headers.get('content-type')).toStartWith('application/json');
      expect(body.error).toBe(body.message);
    }
});

test('a body that is no JSON object is answered with 400 and one sentence', async () => {
  await using server = await testServer();
  for (const body of ['{', 'null', '[]', '"x"', '1', '{"content":}', 'content=x', '\ufeff{', '{}{}']) {
    const { status, body: answer } = await server.as(ann).send<ErrorBody>('/api/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect({ body, status }).toEqual({ body, status: 400 });
    expect(answer.error).toBe(answer.message);
    expect(answer.error).toMatch(/^[A-Z].*\.$/);
  }
  expect((await server.as(ann).get('/api/messages')).body).toEqual([]);
});

test('bytes that are no UTF-8 are refused, not repaired', async () => {
  await using server = await testServer();
  const body = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
  const headers = { 'content-type': 'application/json' };
  expect((await server.as(ann).send('/api/messages', { method: 'POST', headers, body })).status).toBe(400);
});

test('a form is not taken for a call', async () => {
  await using server = await testServer();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const { status, body } = await server.as(ann).send<ErrorBody>('/api/messages', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"content":"x"}',
    });
    expect({ type, status }).toEqual({ type, status: 415 });
    expect(body.error).toBe(body.message);
  }
});

test('a body past 1 MB is answered with 413 in our words, whether or not it says how long it is', async () => {
  await using server = await testServer();
  const headers = { 'content-type': 'application/json' };
  for (const size of [1024 * 1024, 3 * 1024 * 1024])
    for (const path of ['/api/messages', '/api/auth/login', '/trpc/messages.add']) {
      const long = `{"content":"${'x'.repeat(size)}"}`;
      for (const body of [long, new Blob([long]).stream()]) {
        const { status, body: answer } = await server
          .as(ann)
          .send<ErrorBody>(path, { method: 'POST', headers, body });
        const how = typeof body === 'string' ? 'whole' : 'in chunks';
        expect({ path, size, how, status, answer }).toEqual({
          path,
          size,
          how,
          status: 413,
          answer: { error: expect.stringContaining('1 MB'), message: expect.stringContaining('1 MB') },
        });
      }
    }
});

test('a broken request line leaves the server standing', async () => {
  await using server = await testServer();
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

test('every answer carries the security headers, and none of data may be kept or rendered', async () => {
  await using server = await testServer();
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
    const { status: got, headers } = await server.as(ann).get(path);
    const seen = { path, status: got, ...Object.fromEntries(headers) };
    expect(seen).toMatchObject({
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
    expect(headers.get('strict-transport-security')).toBeNull(); // would lock a plain http host out of itself
  }
});

test('with an https address transport security is on and cookies are for https alone', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://tagline.example' } });
  const answer = await server.stranger().post('/api/auth/login', { phoneNumber: ann.phone });
  expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/; Secure/i);
  expect(answer.headers.getSetCookie()).not.toBeEmpty();
});

test('the cookies of a sign-in are out of reach of scripts and of other sites', async () => {
  await using server = await testServer();
  const client = server.stranger();
  const login = await client.post('/api/auth/login', { phoneNumber: ann.phone });
  const text = await until(() => server.received(ann.phone).at(-1));
  const code = /\d{6}/.exec(text)?.[0];
  const verify = await client.post('/api/auth/verify', { phoneNumber: ann.phone, code });
  const cookies = [...login.headers.getSetCookie(), ...verify.headers.getSetCookie()];
  expect(cookies.filter((cookie) => /^session=.{20,}/.test(cookie))).toHaveLength(1);
  for (const cookie of cookies)
    for (const part of [/; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) expect(cookie).toMatch(part);
});
