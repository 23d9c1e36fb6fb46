import { expect, test } from 'bun:test';
import { chmodSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tagline } from '../support/command';
import { tempFolder } from '../support/folder';
import { testServer } from '../support/server';

test('--version prints the version', async () => {
  expect(await tagline(['--version'])).toEqual({
    stdout: `tagline ${packageJson.version}`,
    stderr: '',
    exitCode: 0,
  });
});

test('--help lists every command, and each has help with examples', async () => {
  const { stdout } = await tagline(['--help']);
  const names = [...stdout.split('Options:')[0]!.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(
    (found) => found[1] ?? '',
  );
  expect(names).toContain('serve');
  expect(names.length).toBeGreaterThan(3);
  const helps = await Promise.all(names.map((name) => tagline([name, '--help'])));
  for (const [at, help] of helps.entries()) {
    expect(help).toMatchObject({ stderr: '', exitCode: 0 });
    expect(help.stdout).toContain(`Usage: tagline ${names[at]}`);
    expect(help.stdout).toMatch(/Examples:\n {2}\S/);
  }
});

test('a wrong command line ends with exit code 2 and names the help', async () => {
  for (const args of [
    ['frobnicate'],
    ['backup', '--colour'],
    ['restore'],
    ['backup', 'one', 'two'],
    ['--portt'],
  ]) {
    const { stdout, stderr, exitCode } = await tagline(args);
    expect({ args, stdout, exitCode }).toEqual({ args, stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/Try: tagline .*--help$/);
  }
});

test('with --json, outcomes and failures are JSON; a failure exits with 1', async () => {
  using data = tempFolder();
  const missing = await tagline(['backup', '--json'], { DATA_DIR: data.path });
  expect(missing.exitCode).toBe(1);
  expect(JSON.parse(missing.stdout)).toEqual({ error: missing.stderr });

  await using app = testApp();
  const backup = await tagline(['backup', data.path, '--json'], { DATA_DIR: app.config.dataDir });
  expect(backup).toMatchObject({ stderr: '', exitCode: 0 });
  expect(JSON.parse(backup.stdout)).toMatchObject({ media: 0, bytes: expect.any(Number) });
  const unknown = ['export', '--format', 'pdf', data.path];
  expect(await tagline(unknown, { DATA_DIR: app.config.dataDir })).toMatchObject({
    stderr: expect.stringContaining('There is no format "pdf".'),
    exitCode: 1,
  });
});

test('a command without a database says so, and creates none', async () => {
  using data = tempFolder();
  for (const args of [['backup'], ['export'], ['doctor'], ['make-admin', ann.phone]]) {
    const { stderr, exitCode } = await tagline(args, { DATA_DIR: data.path });
    expect({ args, exitCode, stderr }).toEqual({
      args,
      exitCode: 1,
      stderr: `There is no database in ${data.path}. Set DATA_DIR, or go to the folder the server was started in.`,
    });
  }
  expect(readdirSync(data.path)).toEqual([]);
});

test('an unreadable database is not reported as missing', async () => {
  using data = tempFolder();
  symlinkSync('tagline.db', data.file('tagline.db')); // a link to itself, which even root cannot read
  const { stderr, exitCode } = await tagline(['doctor'], { DATA_DIR: data.path });
  expect(stderr).toStartWith(`The database in ${data.path} cannot be opened: ELOOP`);
  expect(exitCode).toBe(1);
});

test('only its owner can read a file that a command writes', async () => {
  using data = tempFolder();
  chmodSync(data.path, 0o755);
  for (const args of [['seed', '10'], ['backup'], ['export']])
    expect((await tagline(args, { DATA_DIR: data.path })).exitCode).toBe(0);
  const files = readdirSync(data.path, { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(4);
  const readable = files.filter((file) => statSync(join(data.path, file)).mode & 0o077);
  expect(readable).toEqual([]);
});

test('make-admin changes the rights on the running server at once', async () => {
  const ADMIN_PHONES = '+12025550199';
  await using server = await testServer({ env: { ADMIN_PHONES } });
  const env = { DATA_DIR: server.app.config.dataDir, ADMIN_PHONES };
  const client = await server.introduce(ann);
  const isOperator = () =>
    server.app.db.$client.query('select operator from users where phone = ?').get(ann.phone);
  expect(isOperator()).toEqual({ operator: 0 });
  expect(await tagline(['make-admin', '(202) 555-0111'], env)).toEqual({
    stdout: `${ann.phone} is an operator.`,
    stderr: '',
    exitCode: 0,
  });
  expect(isOperator()).toEqual({ operator: 1 });
  expect((await client.get('/api/profile')).status).toBe(200);
  expect((await tagline(['make-admin', ann.phone, '--remove'], env)).exitCode).toBe(0);
  expect(isOperator()).toEqual({ operator: 0 });
  const named = { ...env, ADMIN_PHONES: ann.phone };
  expect(await tagline(['make-admin', ann.phone, '--remove'], named)).toMatchObject({
    stdout: `${ann.phone} stays an operator, because ADMIN_PHONES names it. Take it out there and restart.`,
    exitCode: 1,
  });
  expect((await tagline(['make-admin', '+12025550177'], env)).stderr).toContain('has no account');
});
