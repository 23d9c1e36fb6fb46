import { expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeErrors } from '../setup';
import { words } from '../support/words';

const failure = (attempt: () => Promise<unknown>) =>
  attempt().then(
    () => 'connected',
    (error) => String(error.message),
  );

test('a connection to another machine is refused, and fails the test', async () => {
  const refused = 'Tests may not reach 192.0.2.1.';
  const attempts = [
    () => fetch('http://192.0.2.1/'),
    () => fetch(new Request('https://192.0.2.1/')),
    async () => Bun.connect({ hostname: '192.0.2.1', port: 80, socket: { data() {} } }),
    () => new Promise((done, failed) => request('http://192.0.2.1/', done).on('error', failed).end()),
  ];
  for (const attempt of attempts) expect(await failure(attempt)).toBe(refused);
  expect(takeErrors()).toEqual(attempts.map(() => refused));
});

test('a name is reached only if its look-up returns this machine', async () => {
  using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('here') });
  const get = (address: string) =>
    new Promise<number | undefined>((done, failed) => {
      const lookup = ((_name, _how, answer) => answer(null, [{ address, family: 4 }])) as LookupFunction;
      request(`http://page.example:${server.port}/`, { lookup, agent: false }, (answer) =>
        done(answer.statusCode),
      )
        .on('error', failed)
        .end();
    });
  expect(await get('127.0.0.1')).toBe(200);
  expect(await failure(() => get('192.0.2.1'))).toContain('Tests may not reach 192.0.2.1.');
  expect(takeErrors()).not.toBeEmpty();
});

test('a test that prints an error fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tagline-'));
  await Bun.write(
    join(folder, 'one.test.ts'),
    `import { test } from 'bun:test';
     test('quiet', () => {});
     test('loud', () => console.error('spilled %d', 1));`,
  );
  const preload = join(import.meta.dir, '../setup.ts');
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, 'test', '--preload', preload], {
    cwd: folder,
  });
  await rm(folder, { recursive: true });
  expect(exitCode).toBe(1);
  expect(stderr.toString()).toContain('error: console.error: spilled 1');
  expect(stderr.toString()).toContain('(pass) quiet');
  expect(stderr.toString()).toContain('(fail) loud');
});

test('tests do not see the configuration of the developer', () => {
  expect(process.env.NODE_ENV).toBe('test');
  for (const name of words`PORT HOST DATA_DIR TWILIO_AUTH_TOKEN SMS_GATEWAY HTTP_PROXY ADMIN_PHONES`)
    expect(process.env[name]).toBeUndefined();
});

test('hiding the globals of a browser leaves none of them behind', async () => {
  const { showBrowserGlobals, hideBrowserGlobals } = await import('../dom');
  const names = () => Object.getOwnPropertyNames(globalThis).sort();
  const before = names();
  expect(typeof document).toBe('undefined');
  showBrowserGlobals();
  expect([typeof document, typeof HTMLElement, typeof localStorage]).toEqual([
    'object',
    'function',
    'object',
  ]);
  hideBrowserGlobals();
  expect(names()).toEqual(before);
});
