import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { lockDataDir } from '../../../src/app/data-folder/lock';
import { ann } from '../../support/cast';
import { connect } from '../../support/client';
import { tempFolder } from '../../support/folder';
import { testServer, until } from '../../support/server';
import { KEYS, openTerminal } from '../../support/terminal';
import { startTwilio } from '../../support/twilio';

const { enter, down, clear, ctrlC } = KEYS;
const NOWHERE = 'https://127.0.0.1:9';

test('answers are checked, tried out, saved; then the first text is shown', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  writeFileSync(folder.file('.env'), '# my server\nLOG_LEVEL=warn # quiet\nMINE="a b"\n');
  const env = { TWILIO_API_URL: twilio.url, PORT: '0' };
  await using terminal = openTerminal(['setup'], { cwd: folder.path, env });
  const { reply, wait } = terminal;
  await reply('Which line', enter);
  await reply('In which country', `united st${enter}`);
  await reply('Account SID', `AC12${enter}`);
  await reply('must be AC and 32 hexadecimal digits', clear + twilio.accountSid + enter);
  await reply('Auth token', twilio.authToken + enter);
  await reply('Number that texts are sent from', `call us${enter}`);
  await reply('TWILIO_FROM must be a phone number', clear + twilio.number + enter);
  await reply('Address of this server', NOWHERE + enter);
  await reply('Does a proxy', enter);
  await reply('Your own phone number', `+12025550111${enter}`);
  await reply('Most that the texts of a month may cost', enter);
  await reply('Domain for notes by mail', enter);
  await reply('Time zone', `berlin${enter}`);
  await reply('Folder for daily backups', enter);
  await wait('Set "A message comes in" of +12025550100');
  await reply('What now?', enter);
  await wait('Correct it at Twilio');
  await wait('Twilio delivers texts to');
  expect(twilio.console.numbers[0]?.smsUrl).toBe(`${NOWHERE}/api/webhooks/twilio/sms`);
  expect(readFileSync(folder.file('.env'), 'utf8')).not.toContain('TWILIO');
  await reply('What now?', down + down + down + enter);
  twilio.receive('+12025550111', 'hello #first');
  await reply('Start the server here', enter);
  await wait('Text "hello" to +1 (202) 555-0100 now');
  await wait('"hello #first" has come from +1 (202) 555-0111.');
  await wait('The answer to it is on its way.');
  await reply('What shall the server do?', down + enter);
  await wait('Start the server with: tagline');
  expect(await terminal.program.exited).toBe(0);

  expect(readFileSync(folder.file('.env'), 'utf8')).toBe(
    `# my server
LOG_LEVEL=warn # quiet
MINE="a b"
SMS_GATEWAY=twilio
DEFAULT_COUNTRY=US
TWILIO_ACCOUNT_SID=${twilio.accountSid}
TWILIO_AUTH_TOKEN=${twilio.authToken}
TWILIO_FROM=+12025550100
PUBLIC_URL=${NOWHERE}
TRUST_PROXY=1
HOST=127.0.0.1
ADMIN_PHONES=+12025550111
SMS_BUDGET=20
DEFAULT_TIMEZONE=Europe/Berlin
BACKUP_DIR=./backups
`,
  );
  expect(statSync(folder.file('.env')).mode & 0o777).toBe(0o600);
  expect(terminal.text()).not.toContain(twilio.authToken);
  expect(terminal.text()).not.toContain(twilio.accountSid);
  expect(terminal.lines().filter((line) => Bun.stringWidth(line) > 80)).toEqual([]);
});

test('Enter keeps a setting, secrets are not shown, and a wrong answer can be changed', async () => {
  await using twilio = await startTwilio();
  using folder = tempFolder();
  const before = `TWILIO_ACCOUNT_SID=${twilio.accountSid}
TWILIO_AUTH_TOKEN='a wrong token'
TWILIO_FROM='+1 202 555 0100' # the old one
DEFAULT_COUNTRY=US
DEFAULT_TIMEZONE=Europe/Berlin
ADMIN_PHONES=+12025550111
BACKUP_DIR=/tmp
TWILIO_API_URL=${twilio.url}
PORT=0
`;
  writeFileSync(folder.file('.env'), before);
  await using terminal = openTerminal(['setup'], { cwd: folder.path, env: { NO_COLOR: '1' } });
  const { reply, wait } = terminal;
  await reply('Which line', enter);
  await reply('In which country', enter);
  await reply('Account SID (Twilio console, Account info) (Enter keeps the present one)', enter);
  await reply('Auth token of the account (Enter keeps the present one)', enter);
  await reply('Number that texts are sent from', enter);
  await reply('Address of this server', enter);
  await reply('Your own phone number', enter);
  await reply('Most that the texts of a month may cost', enter);
  await reply('Domain for notes by mail', enter);
  await reply('Time zone', enter);
  await reply('Folder for daily backups', enter);
  await wait('Twilio refuses');
  await reply('What now?', down + enter);
  await reply('Which answer?', down + down + down + enter);
  await reply('Auth token of the account (Enter keeps the present one)', twilio.authToken + enter);
  await wait('The Twilio account is active.');
  await reply('What now?', down + down + enter);
  await wait('The Twilio account is active.');
  await reply('What now?', down + down + down + enter);
  await reply('Start the server here', down + enter);
  expect(await terminal.program.exited).toBe(0);
  expect(readFileSync(folder.file('.env'), 'utf8')).toBe(
    `${before.replace("'a wrong token'", twilio.authToken)}SMS_GATEWAY=twilio\nSMS_BUDGET=20\n`,
  );
  expect(terminal.text()).not.toMatch(new RegExp(`${twilio.authToken}|${twilio.accountSid}|wrong token`));
  expect(terminal.raw()).not.toMatch(/\x1b\[[\d;]*m/);
});

test('Ctrl-C in a question, in the trial and before saving writes nothing', async () => {
  await using twilio = await startTwilio();
  const names = ['DEFAULT_TIMEZONE', 'BACKUP_DIR', 'PUBLIC_URL', 'ADMIN_PHONES', 'SMS_BUDGET', 'MAIL_DOMAIN'];
  const given = ['DEFAULT_COUNTRY=US', ...names.map((name) => `${name}=`)];
  const args = ['setup', '--line', 'twilio', ...given.flatMap((setting) => ['--set', setting])];
  for (const leaveAt of ['Auth token', 'Trying Twilio', 'What now?']) {
    using folder = tempFolder();
    if (leaveAt === 'Trying Twilio') twilio.failNext('hang');
    const env = { ...twilio.environment, PORT: '0' };
    await using terminal = openTerminal(args, { cwd: folder.path, env });
    for (const question of ['Account SID', 'Auth token', 'Number that']) {
      if (leaveAt === question) break;
      await terminal.reply(question, enter);
    }
    await terminal.wait(leaveAt);
    if (leaveAt === 'Trying Twilio') await until(() => twilio.calls.length > 0);
    terminal.type(ctrlC);
    await terminal.wait('Nothing was written.');
    expect(await terminal.program.exited).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
  }
});

const SIMULATOR = ['setup', '--line', 'simulator', '--set', 'DEFAULT_COUNTRY=US', '--set', 'MAIL_DOMAIN='];

test('with the simulator the first text comes from its page', async () => {
  using folder = tempFolder();
  const args = [...SIMULATOR, '--set', 'BACKUP_DIR='];
  const env = { PORT: '0', DEFAULT_TIMEZONE: 'Europe/Berlin' };
  await using terminal = openTerminal(args, { cwd: folder.path, env });
  await terminal.reply('Time zone', `paris${enter}`);
  await terminal.reply('Save these settings?', enter);
  await terminal.wait('The environment sets DEFAULT_TIMEZONE to another value');
  await terminal.reply('Start the server here', enter);
  await terminal.wait('from a phone there.');
  const [simulator = ''] = /http:\S+(?=\/phone)/.exec(terminal.text()) ?? [];
  await connect(simulator).post('/api/simulator/texts', { from: '+12025550111', body: 'hello\x1b[9m' });
  await terminal.wait('has come from');
  expect(terminal.raw()).not.toContain('\x1b[9m'); // a text must not control the terminal
  await terminal.reply('What shall the server do?', enter);
  await terminal.wait('The phone simulator is at');
  terminal.type(ctrlC);
  expect(await terminal.program.exited).toBe(0);
  expect(readFileSync(folder.file('.env'), 'utf8')).toBe(
    'SMS_GATEWAY=simulator\nDEFAULT_COUNTRY=US\nDEFAULT_TIMEZONE=Europe/Paris\n',
  );
});

test('if a server runs already, setup looks for the first text in its data', async () => {
  await using server = await testServer();
  const { dataDir } = server.app.config;
  const lock = lockDataDir(dataDir);
  using folder = tempFolder();
  const args = [...SIMULATOR, '--set', 'BACKUP_DIR='];
  await using terminal = openTerminal(args, { cwd: folder.path, env: { PORT: '0', DATA_DIR: dataDir } });
  await terminal.reply('Time zone', enter);
  await terminal.reply('Save these settings?', enter);
  await terminal.reply('A server runs here already. Restart it, so that it reads the settings.', enter);
  await terminal.wait('Ctrl-C skips this.');
  await server.text(ann, 'hello');
  await terminal.wait('"hello" has come from');
  expect(await terminal.program.exited).toBe(0);
  lock?.release();
});
