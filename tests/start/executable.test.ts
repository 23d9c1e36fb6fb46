import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { connect } from '../support/client';
import { addressesOf, executable } from '../support/command';
import { startEmbeddingServer } from '../support/embeddings';
import { tempFolder } from '../support/folder';
import { until } from '../support/server';
import { KEYS, openTerminal } from '../support/terminal';
import { startTwilio } from '../support/twilio';
import { codeFor } from './program';

const SIZE_MAX = 150_000_000;

test('in an empty folder the executable serves, searches, backs up, restores', async () => {
  using folder = tempFolder(tmpdir());
  const file = folder.file('tagline');
  copyFileSync(executable(), file);
  expect(statSync(file).size).toBeLessThan(SIZE_MAX);
  const empty = folder.file('empty');
  mkdirSync(empty);
  const run = (args: string[], env: Record<string, string> = {}) =>
    Bun.spawn([file, ...args], { cwd: empty, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 90_000 });
  const stdoutOf = async (args: string[]) => (await new Response(run(args).stdout).text()).trim();

  using embeddings = startEmbeddingServer();
  const server = run([], { PORT: '0', BACKUP_DIR: 'backups', ...embeddings.environment });
  const [url = '', simulatorUrl = ''] = await addressesOf(server.stdout);
  const page = await (await fetch(`${url}/`)).text();
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  expect((await fetch(url + script)).headers.get('content-type')).toStartWith('text/javascript');
  expect((await fetch(`${url}/api/none`)).status).toBe(404);
  const phone = '+12025550111';
  const anyone = connect(url);
  const simulator = connect(simulatorUrl);
  const sent = await simulator.post('/api/simulator/texts', { from: phone, body: 'noodles tonight #food' });
  expect(sent.status).toBe(201);
  expect((await anyone.post('/api/auth/login', { phoneNumber: phone })).status).toBe(200);
  const code = await codeFor(simulator, phone);
  expect((await anyone.post('/api/auth/verify', { phoneNumber: phone, code })).status).toBe(200);
  // the search by meaning finds ramen, so the vector extension works inside the executable, in a worker
  await until(async () => (await anyone.get<unknown[]>('/api/messages/search?q=ramen')).body.length > 0);
  const [backup = ''] = await until(() => {
    const written = [...new Bun.Glob('backups/*.zip').scanSync(empty)];
    return written.length > 0 ? written : null;
  });
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  // the executable lacks parts of Twilio's package; this shows that it does not call them
  await using twilio = await startTwilio();
  const doctor = run(['doctor'], twilio.environment);
  expect(await new Response(doctor.stdout).text()).toContain('The Twilio account is active.');

  // setup loads the package for its questions only when it asks the first one
  await using terminal = openTerminal(['setup'], { cwd: empty, file });
  await terminal.reply('Which line', KEYS.enter);
  await terminal.reply('In which country', KEYS.ctrlC);
  await terminal.wait('Nothing was written.');

  expect(await stdoutOf(['make-admin', '+12025550111'])).toBe('+12025550111 is an operator.');
  expect(await stdoutOf(['restore', backup])).toContain('is restored');
  expect(readdirSync(empty).sort()).toEqual(['backups', 'data']);
});
