import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { setUp } from '../../../src/start/setup/setup';
import { mailbox } from '../../outside/mail/imap-server';
import { executable, run } from '../../support/command';
import { tempFolder } from '../../support/folder';
import { startTwilio } from '../../support/twilio';

const setup = (cwd: string, args: string[], env: Record<string, string> = {}) =>
  run([executable(), 'setup', ...args], { cwd, env: { PORT: '0', ...env } });

test('without a terminal setup says how to answer by options', async () => {
  using folder = tempFolder();
  const { stdout, stderr, exitCode } = await setup(folder.path, []);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  expect(stderr).toBe(
    'Setup asks its questions in a terminal, and this is none. Answer by options instead, such as --line, --set and --yes: see tagline setup --help.',
  );
  expect(readdirSync(folder.path)).toEqual([]);
});

test('the simulator needs no further answer', async () => {
  using folder = tempFolder();
  const { stderr, exitCode } = await setup(folder.path, ['--line', 'simulator', '--yes', '--json']);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  expect(readFileSync(folder.file('.env'), 'utf8')).toBe('SMS_GATEWAY=simulator\nDEFAULT_COUNTRY=US\n');
  expect(readdirSync(folder.path)).toEqual(['.env']);
});

test('a mailbox is tried before it is saved, beside the simulator too', async () => {
  using folder = tempFolder();
  const trySetup = (url: string) =>
    setup(folder.path, ['--line', 'simulator', '--yes', '--set', 'MAIL_DOMAIN=ann@example.org'], {
      MAIL_IMAP: url,
    });
  using refusing = mailbox({ login: 'NO wrong' });
  const wrong = await trySetup(refusing.url.href);
  expect([wrong.exitCode, wrong.stdout]).toEqual([
    1,
    expect.stringContaining('The mailbox refuses its name or password. Check MAIL_IMAP.'),
  ]);
  expect(readdirSync(folder.path)).toEqual([]);
  using box = mailbox({});
  expect((await trySetup(box.url.href)).exitCode).toBe(0);
  expect(readFileSync(folder.file('.env'), 'utf8')).toContain(`MAIL_IMAP=${box.url.href}\n`);
});

test('secrets come from the environment or stdin, and are not printed', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const settings = {
    TWILIO_API_URL: twilio.url,
    TWILIO_FROM: twilio.number,
    PUBLIC_URL: 'https://127.0.0.1:9',
    ADMIN_PHONES: '+12025550111',
  };
  const sets = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const args = [...sets, '--line', 'twilio', '--yes', '--force'];
  const account = { TWILIO_ACCOUNT_SID: twilio.accountSid, TWILIO_AUTH_TOKEN: twilio.authToken };
  const first = await setup(folder.path, args, account);
  expect(first.stdout).toContain('ok    Twilio account: The Twilio account is active.');
  const file = readFileSync(folder.file('.env'), 'utf8');
  expect(file).toContain(`TWILIO_AUTH_TOKEN=${twilio.authToken}\n`);
  expect(file).toContain('HOST=127.0.0.1\n');
  expect(statSync(folder.file('.env')).mode & 0o777).toBe(0o600);

  // the file already has the account, so only the token is new
  const typed = Bun.spawn([executable(), 'setup', ...args, '--stdin'], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, PORT: '0' },
    stdin: new Blob(['TWILIO_AUTH_TOKEN=another token\n']),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const second = (await new Response(typed.stdout).text()) + (await new Response(typed.stderr).text());
  expect(second).toContain('WRONG Twilio account');
  expect(readFileSync(folder.file('.env'), 'utf8')).toBe(file.replace(twilio.authToken, "'another token'"));

  for (const printed of [first.stdout, first.stderr, second])
    expect(printed).not.toMatch(new RegExp(`${twilio.authToken}|${twilio.accountSid}|another token`));
});

test('with --force settings are saved despite a fault; --wait waits for a text', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const file = folder.file('.env');
  const surroundings = {
    file,
    env: {
      ...twilio.environment,
      PUBLIC_URL: 'http://127.0.0.1:9',
      PORT: '0',
      DATA_DIR: folder.file('data'),
      BACKUP_DIR: folder.file('backups'),
    },
    isTerminal: false,
    readStdin: async () => '',
  };
  const refused = await setUp({ options: { yes: 'yes' }, lists: {} }, surroundings);
  expect(refused.ok).toBe(false);
  expect(refused.say).toContain('WRONG Webhook: Set "A message comes in" of +12025550100');
  expect(refused.say).toEndWith(
    'Nothing was written. Correct what is wrong, or save the settings anyway with --force.',
  );
  expect(readdirSync(folder.path)).toEqual([]);
  twilio.receive('+12025550111', 'hello');
  const options = { yes: 'yes', force: 'yes', wait: '1' };
  const saved = await setUp({ options, lists: {} }, surroundings);
  expect(saved).toMatchObject({ ok: true, data: { saved: true } });
  expect(saved.say).toEndWith('"hello" has come from +1 (202) 555-0111.');
  expect(readdirSync(folder.path)).toContain('.env');
});

type Options = Parameters<typeof setUp>[0];

test.each<[Options, string]>([
  [{ options: { line: 'pigeon' }, lists: {} }, 'SMS_GATEWAY must be one of '],
  [{ options: {}, lists: {} }, 'Name the line for texts, such as --line twilio.'],
  [{ options: { line: 'twilio' }, lists: {} }, 'TWILIO_ACCOUNT_SID is missing: the Twilio gateway needs it.'],
  [{ options: { line: 'simulator', wait: 'long' }, lists: {} }, '--wait takes a number of minutes up to 60.'],
  [set('TWILO_FROM=1'), 'There is no setting "TWILO_FROM".'],
  [set('TWILIO_AUTH_TOKEN=abc'), 'TWILIO_AUTH_TOKEN is secret, and other users'],
  [set('hunter2'), 'A setting is given as NAME=VALUE.'],
  [set('DEFAULT_COUNTRY=Atlantis'), 'DEFAULT_COUNTRY must be a two-letter country code'],
  [set('PUBLIC_URL=https://a.example'), 'PUBLIC_URL https://a.example would open a server to others'],
])('%o is refused, and nothing is written', async ({ options, lists }, sentence) => {
  using folder = tempFolder();
  const file = folder.file('.env');
  const env = { DATA_DIR: folder.file('data'), PORT: '0' };
  const surroundings = { file, env, isTerminal: false, readStdin: async () => '' };
  const error = await setUp({ options: { ...options, yes: 'yes' }, lists }, surroundings).catch(
    (error) => error,
  );
  expect(error.message).toStartWith(sentence);
  expect(error.message).not.toMatch(/hunter2|abc/);
  expect(readdirSync(folder.path)).toEqual([]);
});

function set(...assignments: string[]): Options {
  return { options: { line: 'simulator' }, lists: { set: assignments } };
}
