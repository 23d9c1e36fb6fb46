import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { transaction } from '../../db/open';
import { readConfig } from '../../src/app/config/config';
import { create } from '../../src/messages/messages';
import { createSession } from '../../src/people/auth/sessions';
import { findOrCreateUser } from '../../src/people/users';
import { createApp } from '../../src/start/create-app';
import { ann } from '../support/cast';
import { connect } from '../support/client';
import { addressesOf, executable, run } from '../support/command';
import { tempFolder } from '../support/folder';
import { until } from '../support/server';
import { start } from './program';

async function startError(env: Record<string, string>): Promise<string> {
  const { stdout, stderr, exitCode } = await run([executable()], { env: { PORT: '0', ...env } });
  expect({ stdout, exitCode, stderr: stderr.split('\n') }).toEqual({
    stdout: '',
    exitCode: 1,
    stderr: [expect.any(String)],
  });
  return stderr;
}

async function firstLines(server: ReturnType<typeof start>, lines = 1): Promise<string[]> {
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

test('an exposed simulator is announced in red', async () => {
  using data = tempFolder();
  const server = start({ DATA_DIR: data.path, SMS_SIMULATOR_EXPOSED: '1', FORCE_COLOR: '1' });
  const warning = (await firstLines(server, 4)).at(-1) ?? '';
  expect(warning).toStartWith('\x1b[1;31mSMS_SIMULATOR_EXPOSED is set: whoever can open http://localhost:');
  expect(warning).toContain('reads every verification code');
  server.kill();
  expect(await server.exited).toBe(0);
});

test('a server of a cell does not start without its lease', async () => {
  using data = tempFolder();
  const copies = {
    REPLICA_URL: `file://${data.file('copies')}`,
    REPLICA_PASSPHRASE: 'correct horse battery staple',
  };
  const env = { DATA_DIR: data.file('data'), LEASE: 'etcd://127.0.0.1:1', ...copies };
  expect(await startError(env)).toContain('start `tagline cell`');
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`${signal} stops the server with exit code 0, even if sent twice`, async () => {
    using data = tempFolder();
    const server = start({ DATA_DIR: data.path });
    const [url] = await addressesOf(server.stdout);
    expect((await fetch(`${url}/api/product`)).status).toBe(200);
    server.kill(signal);
    server.kill(signal);
    expect(await server.exited).toBe(0);
  });

test('a text acknowledged before kill -9 is there after the next start', async () => {
  using data = tempFolder();
  const startSimulator = async () => {
    const server = start({ DATA_DIR: data.path });
    const [, simulator = ''] = await addressesOf(server.stdout);
    return { server, simulator: connect(simulator) };
  };
  const first = await startSimulator();
  const text = { from: '+12025550122', body: 'Milk #food' };
  expect((await first.simulator.post('/api/simulator/texts', text)).status).toBe(201);
  first.server.kill('SIGKILL');
  await first.server.exited;
  const second = await startSimulator();
  expect((await second.simulator.get('/api/simulator/texts')).body).toContainEqual(
    expect.objectContaining({ direction: 'inbound', body: 'Milk #food' }),
  );
  second.server.kill();
  expect(await second.server.exited).toBe(0);
});

test('a server that stops ends open answers and accepts no new request', async () => {
  using data = tempFolder();
  const app = createApp(readConfig({ DATA_DIR: data.path }));
  const { user } = findOrCreateUser(app, ann.phone);
  const content = 'x'.repeat(11_200);
  transaction(app.db, () => {
    // together, these messages are larger than the buffers of a socket
    for (let n = 0; n < 3000; n++) create(app, user, { content, source: 'api' });
  });
  const cookie = (await createSession(app, user.id)).split(';')[0] ?? '';
  app.close();
  const server = start({ DATA_DIR: data.path, EMBEDDINGS: 'off' });
  const [url] = await addressesOf(server.stdout);
  const answer = await fetch(`${url}/api/export?format=csv`, { headers: { cookie } });
  server.kill();
  const isRefused = () =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
  await until(isRefused);
  expect((await answer.text()).split(content)).toHaveLength(3001);
  expect(await server.exited).toBe(0);
});

test('a DATA_DIR that cannot be written stops the start with one line', async () => {
  using data = tempFolder();
  const file = join(data.path, 'file');
  writeFileSync(file, '');
  const dirs = [file, join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/tagline'] : [])];
  for (const dir of dirs) expect(await startError({ DATA_DIR: dir })).toContain(`DATA_DIR ${dir} `);
});

test('a file that is no database stops the start with one line', async () => {
  using data = tempFolder();
  writeFileSync(join(data.path, 'tagline.db'), 'These are my shopping lists, not a database. '.repeat(40));
  expect(await startError({ DATA_DIR: data.path })).toContain(data.path);
});

test('a port in use stops the start with one line', async () => {
  using data = tempFolder();
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as { port: number };
  expect(await startError({ PORT: String(port), DATA_DIR: data.path })).toMatch(
    new RegExp(`^PORT ${port} .* in use`),
  );
  expect(await startError({ SIMULATOR_PORT: String(port), DATA_DIR: data.path })).toBe(
    `SIMULATOR_PORT ${port} is in use by another program.`,
  );
  await new Promise((closed) => other.close(closed));
});
