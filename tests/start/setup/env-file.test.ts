import { expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fc from 'fast-check';
import { namesIn, withChanges, writeEnvFile } from '../../../src/start/setup/env-file';
import { run } from '../../support/command';
import { tempFolder } from '../../support/folder';

test('Bun reads every value back as it was given', async () => {
  using folder = tempFolder();
  const special = fc.constantFrom(...'aN $\\"\'`=#{}!;%~é\t');
  const values = fc.sample(fc.string({ unit: special, minLength: 1, maxLength: 9 }), 2000);
  const given: Record<string, string> = {};
  for (const [index, value] of values.entries())
    if (isWritable(value.trim())) given[`V${index}`] = value.trim();
  expect(Object.keys(given).length).toBeGreaterThan(1000);
  writeFileSync(folder.file('.env'), withChanges('a=AAA\n# a note\n', given));
  writeFileSync(folder.file('print.ts'), 'console.log(JSON.stringify(process.env))');
  const { stdout } = await run([process.execPath, 'print.ts'], { cwd: folder.path, env: {} });
  expect(JSON.parse(stdout)).toMatchObject(given);
});

test('a value that Bun could not read back is refused, without showing it', () => {
  for (const value of ['a\nb', 'a\rB=1', `'"\``, 'end \\', '\\$ x'])
    expect(() => withChanges('', { TWILIO_AUTH_TOKEN: value })).toThrow(
      'TWILIO_AUTH_TOKEN cannot be written into a file .env: it has a line break, all three kinds of quotes, or a backslash where none can be read back.',
    );
});

test('comments, other lines and the order stay', () => {
  const before = [
    '# my server',
    'export TWILIO_FROM="+1 202 555 0100" # bought in May',
    '# TWILIO_FROM=+12025550199',
    'MINE="two',
    'TWILIO_FROM=lines"',
    'this is no assignment',
    '',
    'PORT = 3000',
  ].join('\r\n');
  const after = withChanges(before, { TWILIO_FROM: '+12025550101', PORT: null, HOST: '127.0.0.1' });
  expect(after.split(/\r?\n/)).toEqual([
    '# my server',
    'export TWILIO_FROM=+12025550101 # bought in May',
    '# TWILIO_FROM=+12025550199',
    'MINE="two',
    'TWILIO_FROM=lines"',
    'this is no assignment',
    '',
    'HOST=127.0.0.1',
    '',
  ]);
  expect([...namesIn(after)]).toEqual(['TWILIO_FROM', 'MINE', 'HOST']);
});

test('a setting that occurs twice is written once', () => {
  expect(withChanges('A=1\nB=2\nA=3', { A: '4' })).toBe('A=4\nB=2\n');
  expect(withChanges('A=1\nA=2\n', { A: null })).toBe('');
});

test('the file is for its owner alone, and a link to it stays a link', () => {
  using folder = tempFolder();
  writeFileSync(folder.file('real'), 'A=1\n');
  chmodSync(folder.file('real'), 0o644);
  symlinkSync(folder.file('real'), folder.file('.env'));
  writeEnvFile(folder.file('.env'), 'A=2\n');
  writeEnvFile(folder.file('new'), 'B=1\n');
  expect(readFileSync(folder.file('real'), 'utf8')).toBe('A=2\n');
  for (const name of ['real', 'new']) expect(statSync(folder.file(name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path).sort()).toEqual(['.env', 'new', 'real']);
});

test('a write that fails leaves the old file and nothing else', () => {
  using folder = tempFolder();
  mkdirSync(folder.file('.env'));
  writeFileSync(folder.file('.env/kept'), '');
  expect(() => writeEnvFile(folder.file('.env'), 'A=2\n')).toThrow();
  expect(readdirSync(folder.path, { recursive: true }).sort()).toEqual(['.env', '.env/kept']);
});

const NOBODY = 65_534;

test.skipIf(process.getuid?.() !== 0)('a file that root writes belongs to the owner of the old one', () => {
  using folder = tempFolder();
  writeFileSync(folder.file('.env'), 'A=1\n');
  chownSync(folder.file('.env'), NOBODY, NOBODY);
  writeEnvFile(folder.file('.env'), 'A=2\n');
  chownSync(folder.path, NOBODY, NOBODY);
  writeEnvFile(folder.file('new'), 'A=1\n');
  for (const name of ['.env', 'new']) expect(statSync(folder.file(name)).uid).toBe(NOBODY);
});

function isWritable(value: string): boolean {
  if (value === '') return false;
  try {
    return withChanges('', { V: value }) !== '';
  } catch {
    return false;
  }
}
