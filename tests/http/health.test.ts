import { expect } from 'bun:test';
import { createLog } from '../../src/app/log';
import { isDirect } from '../../src/http/context';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { test } from '../support/server-test';

test('a server that stops is healthy but not ready', async ({ server }) => {
  const anyone = server.stranger();
  expect((await anyone.get('/healthz')).body).toEqual({ status: 'ok' });
  expect(await anyone.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  server.app.stopping = true;
  expect(await anyone.get('/readyz')).toMatchObject({
    status: 503,
    body: { status: 'unready', reason: { name: 'Server', state: 'bad' } },
  });
  expect((await anyone.get('/healthz')).status).toBe(200);
});

test('the metrics are Prometheus text, and contain no number or message', async ({ server }) => {
  await server.introduce(ann);
  await server.text(ann, 'Try the ramen place #food');
  const { text, headers } = await server.stranger().get('/metrics');
  expect(headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
  for (const line of text.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(# (HELP|TYPE) tagline_\w+ .+|tagline_\w+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.e+-]+)$/,
    );
  expect(text).toContain('tagline_users 1\n');
  expect(text).toContain('tagline_messages 1\n');
  expect(text).toMatch(/tagline_http_answers_total\{method="POST",status="200"\} [1-9]/);
  expect(text).toMatch(/tagline_http_answer_seconds_bucket\{route="PUT \/api\/profile",le="\+Inf"\} [1-9]/);
  expect(text).toMatch(/tagline_event_loop_lag_seconds_count \d/);
  expect(text).not.toContain('ramen');
  expect(text).not.toContain(ann.phone.slice(1));
});

test('durations are kept by route, and unknown paths add no routes', async ({ server }) => {
  const anyone = server.stranger();
  for (const path of [
    '/trpc/product.get',
    '/trpc/invented.name',
    '/trpc/product.get,product.get',
    '/api/tags/x?a=b',
    '/api/invented',
  ])
    await anyone.get(path);
  const { text } = await anyone.get('/metrics');
  const routes = [...text.matchAll(/tagline_http_answer_seconds_count\{route="(.+)"\}/g)].map(
    ([, route]) => route,
  );
  expect(routes.sort()).toEqual(['/api/*', '/trpc/*', '/trpc/product.get', 'GET /api/tags/:tag']);
});

test('other machines need the token to read the metrics', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7' };
  await using server = await testServer({ env: { METRICS_TOKEN: 'open-sesame' } });
  const anyone = server.stranger();
  const status = async (token: string, more = {}) =>
    (await anyone.get('/metrics', { ...more, authorization: `Bearer ${token}` })).status;
  for (const more of [forwarded, {}]) {
    expect(await status('open-sesame', more)).toBe(200);
    expect(await status('open-sesam', more)).toBe(404);
    expect(await status('', more)).toBe(404);
  }
  expect((await anyone.get('/metrics')).status).toBe(404);
});

test('without a token only programs on this machine read the metrics', async ({ server }) => {
  const status = async (headers = {}) => (await server.stranger().get('/metrics', headers)).status;
  expect(await status()).toBe(200);
  for (const name of ['x-forwarded-for', 'x-real-ip', 'x-forwarded-proto', 'via', 'cf-connecting-ip'])
    for (const more of [{}, { authorization: 'Bearer ' }]) {
      const headers = { [name]: '127.0.0.1', ...more };
      expect({ headers, status: await status(headers) }).toEqual({ headers, status: 404 });
    }
});

test('a caller on another machine is not direct, whatever host its request names', () => {
  const from = (address: string) =>
    isDirect(new Request('http://localhost/metrics', { headers: { host: 'localhost' } }), {
      requestIP: () => ({ address }),
    } as never);
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(from)).toEqual([true, true, true]);
  expect(['198.51.100.7', '10.0.0.5', '2001:db8::1'].map(from)).toEqual([false, false, false]);
});

test('with a full disk writes are refused with 503, and reads go on', async ({ server, client }) => {
  const sqlite = server.app.db.$client;
  const { page_count } = sqlite.query('pragma page_count').get() as { page_count: number };
  sqlite.run(`pragma max_page_count = ${page_count}`);
  const write = () => client.post<{ error: string }>('/api/messages', { content: 'x'.repeat(10_000) });
  let full = await write();
  while (full.status === 201) full = await write();
  expect(full.status).toBe(503);
  expect(full.headers.get('retry-after')).toBe('60');
  expect(full.body.error).toBe('There is no room to save this now. Please try again later.');
  const before = (await client.get<unknown[]>('/api/messages')).body.length;
  sqlite.run('pragma max_page_count = 1000000');
  expect((await write()).status).toBe(201);
  expect((await client.get<unknown[]>('/api/messages')).body).toHaveLength(before + 1);
});

test('a log line has no full phone number and no value of a statement', ({ server }) => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  try {
    server.app.db.run('insert into users (phone, secret_note) values (1, 2)');
  } catch (err) {
    log.error({ err }, 'failed for +12025550111');
  }
  const wrapped = new Error('Failed query: insert into messages values (?)\nparams: my secret note', {
    cause: new Error('database is locked'),
  });
  log.error({ err: wrapped }, 'failed');
  expect(lines).toHaveLength(2);
  expect(lines.join()).not.toContain('+12025550111');
  expect(lines.join()).toContain('+•••11');
  expect(lines[1]).not.toContain('my secret note');
  expect(lines[1]).toContain('database is locked');
});
