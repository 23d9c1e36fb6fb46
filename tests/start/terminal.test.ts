import { expect, test } from 'bun:test';
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockDataDir } from '../../src/app/data-folder/lock';
import { errorSentence } from '../../src/app/error-sentence';
import { type Command, runCommand } from '../../src/start/command-line';
import { testApp } from '../support/app';
import { executable, run, tagline } from '../support/command';
import { tempFolder } from '../support/folder';
import { start } from './program';

const MAIN = join(import.meta.dir, '../../src/main.ts');
const STACK = /^\s+at |^\s*\d+ \| |\.[jt]s:\d+/m;
const GARBAGE = 'These are my shopping lists. '.repeat(300);

test('a command that fails prints one sentence, without a stack', async () => {
  await using app = testApp();
  using broken = tempFolder();
  writeFileSync(broken.file('tagline.db'), GARBAGE);
  const healthy = app.config.dataDir;
  for (const [args, DATA_DIR, says] of [
    [['backup', '/proc/'], healthy, /^\/proc\/\S+ cannot be read or written \(E\w+\)\./],
    [['export', '/proc/'], healthy, /^\/proc\/\S+ cannot be read or written \(E\w+\)\./],
    [['backup'], broken.path, /is damaged: .* run tagline restore with a backup\.$/],
    [['doctor'], broken.path, /is damaged: .* run tagline restore with a backup\.$/],
    [['import', healthy], healthy, /cannot be imported: it is a folder with .* Tagline takes /],
    [['restore', healthy], healthy, /is a folder\. Name a file\.$/],
    [['import', '/dev/null'], healthy, /cannot be imported: it is empty\. Tagline takes /],
  ] as const) {
    const { stdout, stderr, exitCode } = await tagline([...args], { DATA_DIR });
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr.split('\n')).toHaveLength(1);
    expect(stderr).not.toMatch(STACK);
  }
});

test('no backup or export is written over the data, or over a pipe', async () => {
  await using app = testApp();
  using other = tempFolder();
  const { dataDir } = app.config;
  app.close();
  mkdirSync(join(dataDir, 'media'));
  mkdirSync(join(dataDir, 'backups'));
  symlinkSync(dataDir, other.file('link'));
  Bun.spawnSync(['mkfifo', other.file('pipe')]);
  const secret = readFileSync(join(dataDir, 'secret'));
  const among = /would be among the data itself\. Name another file or folder\.$/;
  for (const [args, says] of [
    [['backup', join(dataDir, 'tagline.db')], among],
    [['backup', 'secret'], among],
    [['backup', other.file('link/tagline.db')], among],
    [['backup', `${join(dataDir, 'media')}/`], among],
    [['export', join(dataDir, 'tagline.db')], among],
    [['export', other.file('pipe')], /is not a file\. Name another one, or a folder\.$/],
  ] as const) {
    const { stderr, exitCode } = await tagline([...args], { DATA_DIR: dataDir });
    expect({ args, exitCode }).toEqual({ args, exitCode: 1 });
    expect(stderr).toMatch(says);
  }
  expect(readFileSync(join(dataDir, 'secret'))).toEqual(secret);
  expect(readdirSync(join(dataDir, 'media'))).toEqual([]);
  const made = await tagline(['backup', `${join(dataDir, 'backups')}/`], { DATA_DIR: dataDir });
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
});

test('an error of any kind becomes one sentence that ends with a full stop', () => {
  const errno = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
  const wrapped = new Error('Failed query: insert, params: +12025550111', {
    cause: new TypeError('x is no y'),
  });
  for (const [error, sentence] of [
    [errno('ENOSPC', { path: '/mnt/a' }), 'There is no room left on the disk (/mnt/a, ENOSPC). Free'],
    [errno('SQLITE_FULL'), 'There is no room left on the disk (SQLITE_FULL). Free'],
    [errno('SQLITE_CORRUPT_VTAB'), 'The database is damaged. Stop the server'],
    [errno('SQLITE_IOERR_READ'), 'The disk fails (SQLITE_IOERR_READ).'],
    [errno('EIO', { syscall: 'read' }), 'The disk fails (EIO).'],
    [errno('EROFS', { path: '/a' }), 'The disk or its files are read-only (/a, EROFS).'],
    [errno('EDQUOT', { path: '/a' }), 'The quota of the disk is used up (/a, EDQUOT).'],
    [errno('EMFILE'), 'Too many files are open (EMFILE).'],
    [errno('EACCES', { syscall: 'open', path: '/a' }), '/a cannot be read or written (EACCES).'],
    [errno('ELOOP', { syscall: 'open', path: '/a' }), '/a cannot be read or written (ELOOP).'],
    [wrapped, 'This is a fault of Tagline: x is no y. Run it again with LOG_LEVEL=debug'],
    ['just a text', 'This is a fault of Tagline: just a text.'],
    [null, 'This is a fault of Tagline: null.'],
    [new Error(''), 'This is a fault of Tagline: an error without a message.'],
  ] as const) {
    expect(errorSentence(error)).toStartWith(sentence);
    expect(errorSentence(error)).toMatch(/^[^\n]+\.$/);
  }
});

test('an uncaught error ends a command with a sentence', async () => {
  await using app = testApp();
  using files = tempFolder();
  // the program calls `process.umask` just before it runs the command
  writeFileSync(
    files.file('fault.ts'),
    "process.umask = () => { queueMicrotask(() => { throw new Error('first line\\nsecond line'); }); return 0; };",
  );
  const { stderr, exitCode } = Bun.spawnSync(
    [process.execPath, '--preload', files.file('fault.ts'), MAIN, 'doctor'],
    { env: { PATH: process.env.PATH, DATA_DIR: app.config.dataDir, LOG_LEVEL: 'silent' } },
  );
  expect(stderr.toString()).toStartWith('This is a fault of Tagline: first line. Run it again');
  expect(stderr.toString().trimEnd().split('\n')).toHaveLength(1);
  expect(exitCode).toBe(1);
});

test('a backup creates a missing BACKUP_DIR', async () => {
  await using app = testApp();
  using other = tempFolder();
  const env = { DATA_DIR: app.config.dataDir, BACKUP_DIR: other.file('backups') };
  expect((await tagline(['backup'], env)).exitCode).toBe(0);
  expect(readdirSync(env.BACKUP_DIR)).toHaveLength(1);
});

test('a backup of an emptied database is refused', async () => {
  await using app = testApp();
  const { dataDir } = app.config;
  app.close();
  truncateSync(join(dataDir, 'tagline.db'));
  const { stderr, exitCode } = await tagline(['backup'], { DATA_DIR: dataDir });
  expect(exitCode).toBe(1);
  expect(stderr).toContain('is missing or empty');
});

test('a damaged lock file is emptied, and one that cannot be used is named', () => {
  using data = tempFolder();
  const lockFile = data.file('in-use');
  writeFileSync(lockFile, GARBAGE);
  const lock = lockDataDir(data.path);
  expect(lock).not.toBeNull();
  expect(readFileSync(lockFile, 'utf8')).toBe('');
  expect(lockDataDir(data.path)).toBeNull();
  lock?.release();
  rmSync(lockFile);
  mkdirSync(lockFile);
  expect(() => lockDataDir(data.path)).toThrow(
    `The lock file ${lockFile} cannot be used (SQLITE_CANTOPEN). It holds no data: delete it while no server is running, and run this again.`,
  );
});

test('a damaged lock file does not open a folder that is locked', () => {
  using data = tempFolder();
  const lock = lockDataDir(data.path);
  writeFileSync(data.file('in-use'), GARBAGE, { flag: 'r+' });
  expect(lockDataDir(data.path)).toBeNull();
  expect(readFileSync(data.file('in-use'), 'utf8')).toBe(GARBAGE);
  lock?.release();
});

test('serve --json prints its addresses, or why it cannot start, as JSON', async () => {
  using data = tempFolder();
  const server = start({ DATA_DIR: data.path, LOG_LEVEL: 'silent' }, ['serve', '--json']);
  let printed = '';
  for await (const chunk of server.stdout) {
    printed += new TextDecoder().decode(chunk);
    if (!printed.includes('\n')) continue;
    const again = await tagline(['serve', '--json'], { PORT: '0', DATA_DIR: data.path });
    expect(again.exitCode).toBe(1);
    expect(JSON.parse(again.stdout)).toEqual({
      error: `DATA_DIR ${data.path} is being served by another process.`,
    });
    server.kill('SIGTERM');
  }
  expect(await server.exited).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({
    url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    gateway: 'simulator',
    phoneNumber: '+12025550100',
  });
});

test('a command that goes on running has no exit code yet', async () => {
  const write = process.stdout.write;
  const printed: string[] = [];
  process.stdout.write = ((text: string) => printed.push(text)) as never;
  try {
    const run = () => ({ say: 'It runs.', data: { url: 'x' }, keepsRunning: true as const });
    const commands: Record<string, Command> = { go: { summary: '', examples: [''], run } };
    const options = {
      byDefault: 'go',
      failureOf: (error: unknown) => ({ sentence: errorSentence(error), exitCode: 1 }),
    };
    expect(await runCommand(commands, ['go'], options)).toBeNull();
    expect(await runCommand(commands, ['--json'], options)).toBeNull();
  } finally {
    process.stdout.write = write;
  }
  expect(printed).toEqual(['It runs.\n', '{"url":"x"}\n']);
});

/** The next test runs only if the tests run as root, because only root can change the owner of a file. */
const NOBODY = 65_534;

test.skipIf(process.getuid?.() !== 0)(
  'what root restores or seeds belongs to the owner of the folder',
  async () => {
    await using app = testApp();
    using home = tempFolder();
    const { dataDir } = app.config;
    mkdirSync(join(dataDir, 'media'), { recursive: true });
    writeFileSync(join(dataDir, 'media/photo'), 'photo');
    const backup = home.file('backup.zip');
    expect((await tagline(['backup', backup], { DATA_DIR: dataDir })).exitCode).toBe(0);
    chownSync(home.path, NOBODY, NOBODY); // the commands create folders in it as this user
    for (const [folder, args, files] of [
      ['restored', ['restore', backup], 5],
      ['restored', ['restore', backup], 10],
      ['seeded', ['seed', '5'], 3],
    ] as const) {
      const DATA_DIR = home.file(folder);
      const { exitCode } = await run([executable(), ...args], { env: { DATA_DIR } });
      expect({ args, exitCode }).toEqual({ args, exitCode: 0 });
      const names = ['.', ...readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })];
      expect(names.length).toBeGreaterThan(files);
      expect(names.filter((name) => lstatSync(join(DATA_DIR, name)).uid !== NOBODY)).toEqual([]);
    }
  },
);
