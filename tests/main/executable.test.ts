import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync } from 'node:fs';
import { buildExecutable, HERE } from '../../scripts/executable';
import { folder } from '../support/folder';
import { until } from '../support/server';

test('one file serves, backs up and restores in an empty folder with an empty environment', async () => {
  using room = folder();
  const executable = room.file('tagline');
  await buildExecutable(executable, HERE);
  const empty = room.file('empty');
  mkdirSync(empty);
  const run = (args: string[], env: Record<string, string> = {}) =>
    Bun.spawn([executable, ...args], { cwd: empty, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 30_000 });
  const said = async (args: string[]) => (await new Response(run(args).stdout).text()).trim();

  const server = run([], { PORT: '0', BACKUP_DIR: 'backups' });
  let greeting = '';
  for await (const chunk of server.stdout) {
    greeting += new TextDecoder().decode(chunk);
    if (greeting.includes('/phone')) break;
  }
  const [url] = /http:\S+/.exec(greeting) ?? [];
  const page = await (await fetch(`${url}/`)).text();
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
  expect((await fetch(url + script)).headers.get('content-type')).toStartWith('text/javascript');
  expect((await fetch(`${url}/api/none`)).status).toBe(404);
  const text = { from: '+12025550111', body: 'Try the ramen place #food' };
  const sent = await fetch(`${url}/api/simulator/texts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(text),
  });
  expect(sent.ok).toBe(true);
  const [backup = ''] = await until(() => {
    const made = readdirSync(`${empty}/backups`).filter((name) => name.endsWith('.zip'));
    return made.length > 0 ? made : null;
  }); // by the worker within
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);

  expect(await said(['make-admin', '+12025550111'])).toBe('+12025550111 is an operator.');
  expect(await said(['restore', `backups/${backup}`])).toContain('is restored');
  expect(readdirSync(empty).sort()).toEqual(['backups', 'data']);
}, 60_000);
