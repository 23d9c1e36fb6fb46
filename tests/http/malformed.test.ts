import { expect } from 'bun:test';
import { procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { ann } from '../support/cast';
import { sendBody } from '../support/client';
import { testServer } from '../support/server';
import { test } from '../support/server-test';
import { words } from '../support/words';

const calls = procedureCalls(appRouter);

const SEGMENTS = [
  ...words`
    %00 %ff %E0%A4%A % %2f ..%2f.. -1 0 1e99 NaN %F0%9F%92%A9 __proto__ constructor %23`,
  'a'.repeat(3000),
  ' ',
  "'or'1'='1",
];

test('no address makes the server fail', async () => {
  await using server = await testServer({ env: { SMS_SIMULATOR_EXPOSED: '1' } });
  const client = server.as(ann);
  for (const { method, path } of calls.filter((call) => call.path.includes('{') || call.method === 'GET'))
    for (const segment of SEGMENTS)
      for (const address of [
        path.replace(/\{\w+\}/g, segment),
        `${path.replace(/\{\w+\}/g, 'x')}?limit=${segment}&before=${segment}&phone=${segment}&q=${segment}`,
      ]) {
        const { status, headers } = await client.send(address, { method });
        expect(status, `${method} ${address.slice(0, 80)}`).toBeLessThan(500);
        if (status >= 400 && status !== 431)
          expect(headers.get('content-type')).toBe('application/problem+json');
      }
});

test('no call of the web app makes the server fail', async ({ client }) => {
  const addresses = [
    '/trpc',
    '/trpc/',
    '/trpc/%ff',
    '/trpc/%',
    '/trpc/,',
    '/trpc/messages.list,',
    '/trpc/__proto__',
    '/trpc/messages',
    '/trpc/messages.list?input=x',
    '/trpc/messages.list?input=%7B',
    '/trpc/messages.list?input=null',
    '/trpc/messages.list?batch=1&input=%7B%220%22%3A1%7D',
    '/trpc/messages.list,boards.tags?batch=1&input=x',
    `/trpc/${Array(200).fill('boards.tags').join(',')}?batch=1`,
  ];
  for (const address of addresses)
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
      const body = method === 'POST' || method === 'PUT' ? '{' : undefined;
      const { status } = await sendBody(client, address, body, { method });
      expect({ method, address, fails: status >= 500 }).toEqual({ method, address, fails: false });
    }
});

test('no header makes the server fail', async ({ server }) => {
  const odd: Record<string, string>[] = [
    { cookie: 'session' },
    { cookie: 'session=; session=x; =; ;;' },
    { cookie: `session=${'x'.repeat(4000)}` },
    { cookie: 'session=%ff%00' },
    { cookie: 'discount=100%; theme=dark' }, // another program on localhost has set this cookie
    { 'if-none-match': '"' },
    { 'accept-encoding': ';;;q=' },
    { origin: '::' },
    { 'x-forwarded-for': 'x, y' },
    { range: 'bytes=9-1' },
    { 'content-length': '5' },
  ];
  for (const headers of odd)
    for (const path of ['/', '/api/messages', '/api/auth/session', '/favicon.svg', '/trpc/auth.session']) {
      const { status } = await server.stranger().get(path, headers);
      expect({ headers, path, fails: status >= 500 }).toEqual({ headers, path, fails: false });
    }
});
