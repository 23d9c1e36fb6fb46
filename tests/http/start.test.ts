import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { createApp } from '../../src/app';
import { createSession } from '../../src/auth/sessions';
import { ConfigError, readConfig } from '../../src/config';
import { create } from '../../src/messages/messages';
import { findOrCreateUser } from '../../src/users/users';
import { ann } from '../support/cast';
import { connect } from '../support/client';
import { tempFolder } from '../support/folder';
import { until } from '../support/server';
import { openSocket } from '../support/socket';

const ROOT = join(import.meta.dir, '../..');

function start(env: Record<string, string>) {
  return Bun.spawn([process.execPath, 'src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
}

/** A start that must fail: one line on stderr, nothing on stdout, exit code 1. */
async function refused(env: Record<string, string>): Promise<string> {
  const server = start(env);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(server.stdout).text(),
    new Response(server.stderr).text(),
    server.exited,
  ]);
  expect({ stdout, exitCode, lines: stderr.trimEnd().split('\n').length, stderr }).toEqual({
    stdout: '',
    exitCode: 1,
    lines: 1,
    stderr,
  });
  return stderr.trimEnd();
}

/** The first lines a server prints. Its output stays open, so that it can go on printing. */
async function greeting(server: ReturnType<typeof start>, lines = 1): Promise<string[]> {
  const reader = server.stdout.getReader();
  let printed = '';
  while (printed.split('\n').length <= lines) {
    const { value, done } = await reader.read();
    if (done)
      throw new Error(`It ended with ${await server.exited}: ${await new Response(server.stderr).text()}`);
    printed += new TextDecoder().decode(value);
  }
  return printed.split('\n').slice(0, lines);
}

const address = async (server: ReturnType<typeof start>) =>
  /http:\S+/.exec((await greeting(server))[0] ?? '')?.[0] ?? '';

test('the first lines tell where the dashboard and the simulator are and who the operator is', async () => {
  using data = tempFolder();
  const server = start({ PORT: '0', DATA_DIR: data.path });
  const [dashboard = '', simulator, operator] = await greeting(server, 3);
  const [url] = /http:\/\/localhost:\d+/.exec(dashboard) ?? [];
  expect(dashboard).toEndWith(` ${url}`);
  expect(simulator).toContain(` ${url}/phone `);
  expect(operator).toContain('+12025550111');
  server.kill();
  expect(await server.exited).toBe(0);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} ends it cleanly, even twice`, async () => {
    using data = tempFolder();
    const server = start({ PORT: '0', DATA_DIR: data.path });
    const url = await address(server);
    expect((await fetch(`${url}/api/product`)).status).toBe(200);
    server.kill(signal);
    server.kill(signal);
    expect(await server.exited).toBe(0);
  });

test('what was acknowledged before a kill -9 is there after the next start', async () => {
  using data = tempFolder();
  const first = start({ PORT: '0', DATA_DIR: data.path });
  const body = JSON.stringify({ from: '+12025550122', body: 'Milk #food' });
  const headers = { 'content-type': 'application/json' };
  const sent = await fetch(`${await address(first)}/api/simulator/texts`, { method: 'POST', headers, body });
  expect(sent.status).toBe(201);
  first.kill('SIGKILL');
  await first.exited;
  const second = start({ PORT: '0', DATA_DIR: data.path });
  const texts = await (await fetch(`${await address(second)}/api/simulator/texts`)).json();
  expect(texts).toContainEqual(expect.objectContaining({ direction: 'inbound', body: 'Milk #food' }));
  second.kill();
  expect(await second.exited).toBe(0);
});

test('what is underway when it stops is answered to its end, and nobody new is let in', async () => {
  using data = tempFolder();
  const app = createApp(readConfig({ DATA_DIR: data.path }));
  const { user } = findOrCreateUser(app, ann.phone);
  const content = 'A long note. '.repeat(700);
  transaction(app.db, () => {
    for (let n = 0; n < 3000; n++) create(app, user, { content, source: 'api' }); // more than sockets hold
  });
  const cookie = (await createSession(app, user.id)).split(';')[0] ?? '';
  app.close();
  const server = start({ PORT: '0', DATA_DIR: data.path });
  const url = await address(server);
  const answer = await fetch(`${url}/api/export?format=csv`, { headers: { cookie } });
  server.kill();
  const refuses = () =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
  await until(refuses);
  expect((await answer.text()).split(content)).toHaveLength(3001);
  expect(await server.exited).toBe(0);
}, 60_000);

test('a restart tells open pages to come back, and does not wait for them', async () => {
  using data = tempFolder();
  const server = start({ PORT: '0', DATA_DIR: data.path });
  const url = await address(server);
  const app = createApp(readConfig({ DATA_DIR: data.path }));
  const cookie = (await createSession(app, findOrCreateUser(app, ann.phone).user.id)).split(/[=;]/);
  app.close();
  await using page = await openSocket(
    { url },
    connect(url, { cookies: new Map([[cookie[0]!, cookie[1]!]]) }),
  );
  server.kill();
  expect(await page.closed()).toMatchObject({ code: 1012 });
  expect(await server.exited).toBe(0);
});

test('a DATA_DIR that cannot be written stops the start with one line that names it', async () => {
  using data = tempFolder();
  const file = join(data.path, 'file');
  writeFileSync(file, '');
  const dirs = [file, join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/tagline'] : [])];
  for (const dir of dirs) expect(await refused({ PORT: '0', DATA_DIR: dir })).toContain(`DATA_DIR ${dir} `);
});

test('a database that is none stops the start with one line', async () => {
  using data = tempFolder();
  writeFileSync(join(data.path, 'tagline.db'), 'These are my shopping lists, not a database. '.repeat(40));
  expect(await refused({ PORT: '0', DATA_DIR: data.path })).toContain(data.path);
});

test('a port in use stops the start with one line that names it', async () => {
  using data = tempFolder();
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as { port: number };
  expect(await refused({ PORT: String(port), DATA_DIR: data.path })).toMatch(
    new RegExp(`^PORT ${port} .* in use`),
  );
  await new Promise((closed) => other.close(closed));
});

const WRONG: [name: string, value: string, more?: Record<string, string>][] = [
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', '0.0.0.0'],
  ['HOST', '192.0.2.1'],
  ['PUBLIC_URL', 'tagline.example'],
  ['PUBLIC_URL', 'ftp://tagline.example'],
  ['SMS_GATEWAY', 'pigeon'],
  ['PHONE_NUMBER', '12'],
  ['DEFAULT_COUNTRY', 'Atlantis'],
  ['ALLOWED_COUNTRIES', 'US,Atlantis'],
  ['ADMIN_PHONES', '+12025550111, bob'],
  ['LOG_LEVEL', 'loud'],
  ['TRUST_PROXY', 'perhaps'],
  ['HF_ENDPOINT_URL', 'localhost:8080'],
  ['TWILIO_ACCOUNT_SID', 'AC123'],
  ['TWILIO_ACCOUNT_SID', '', { SMS_GATEWAY: 'twilio', TWILIO_FROM: '+12025550100', TWILIO_AUTH_TOKEN: 'x' }],
  [
    'TWILIO_AUTH_TOKEN',
    '',
    { SMS_GATEWAY: 'twilio', TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_FROM: '+12025550100' },
  ],
  [
    'TWILIO_FROM',
    '',
    { SMS_GATEWAY: 'twilio', TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'x' },
  ],
];

test('a wrong value is refused by one sentence that names the variable', () => {
  expect(() => readConfig({})).not.toThrow();
  for (const [name, value, more] of WRONG) {
    const read = () => readConfig({ ...more, [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} [^\n]*\\.$`));
  }
});

test('a wrong value stops the start, and a secret is not shown', async () => {
  using data = tempFolder();
  const line = await refused({ PORT: '0', DATA_DIR: data.path, TWILIO_ACCOUNT_SID: 'AC-my-secret' });
  expect(line).toStartWith('TWILIO_ACCOUNT_SID ');
  expect(line).not.toContain('my-secret');
});
