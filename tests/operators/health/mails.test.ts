import { expect, test } from 'bun:test';
import { readConfig } from '../../../src/app/config/config';
import { sendMails } from '../../../src/notices/mail/mailing';
import { examineMail } from '../../../src/operators/health/health';
import { checkMails } from '../../../src/operators/health/mails';
import { askToConfirm } from '../../../src/people/mail-address';
import { mailRecords } from '../../../src/start/setup/mail-records';
import { openDnsServer } from '../../outside/mail/dns-server';
import { mailbox } from '../../outside/mail/imap-server';
import { openSmtpServer } from '../../outside/mail/smtp-server';
import { testApp } from '../../support/app';
import { ann } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { tempFolder } from '../../support/folder';
import { ensureUser } from '../../support/people';
import { TWILIO } from '../../support/twilio-account';

test('the health page says how mails go, and doctor whether the server takes them', async () => {
  await using server = await openSmtpServer();
  await using dns = await openDnsServer({});
  await using app = testApp({ ...TWILIO, MAIL_DOMAIN: 'notes.example', MAIL_SEND: server.url });
  const ask = (address: string) => askToConfirm(app, ensureUser(app, ann), address);
  const look = () => checkMails(app).map(({ state, value }) => `${state}: ${value}`);
  const examined = async () =>
    (await examineMail(app, [dns.address])).map(({ name, state }) => `${name}: ${state}`);
  ask('one@example.org');
  await sendMails(app);
  expect(look()).toEqual(['good: 1 mail']);
  expect(await examined()).toEqual(['Mail server: good', 'DNS of mail: notice']);
  server.next({ at: 'login', code: 535 }, { at: 'login', code: 535 });
  expect(await examined()).toEqual(['Mail server: bad', 'DNS of mail: notice']);
  ask('two@example.org');
  await sendMails(app);
  app.clock.advance(11 * MINUTE);
  expect(look()).toEqual(['bad: 1 waiting']);
  server.next({ at: 'recipient', code: 550 });
  await sendMails(app);
  expect(look()).toEqual(['notice: 1 mail']);
});

test.each([
  [{}, 'good: It can be read.'],
  [
    { login: 'NO wrong' },
    'bad: It cannot be read: The mailbox refuses its name or password. Check MAIL_IMAP.',
  ],
  [null, 'bad: It cannot be read: '],
] as const)('doctor says whether the mailbox can be read: %j', async (answers, expected) => {
  using server = mailbox(answers ?? {});
  if (!answers) server[Symbol.dispose]();
  for (const line of [TWILIO, {}]) {
    await using app = testApp({ ...line, MAIL_DOMAIN: 'ann@example.org', MAIL_IMAP: server.url.href });
    const [finding, ...others] = await examineMail(app);
    expect(`${finding!.state}: ${finding!.advice}`).toStartWith(expected);
    expect([finding!.name, others]).toEqual(['Mailbox', []]);
  }
});

test('setup makes the key of a domain once, and shows its records', () => {
  using folder = tempFolder();
  const config = readConfig({
    DATA_DIR: folder.file('data'),
    MAIL_DOMAIN: 'notes.example.org',
    MAIL_LISTEN: '25',
    MAIL_SEND: 'smtp://us:pw@smtp.example.net',
  });
  const records = mailRecords(config);
  expect(records.join('\n')).toMatch(
    /MX {2}10 .*v=spf1.*tagline\._domainkey\.notes\.example\.org {2}TXT {2}v=DKIM1.*_dmarc\./s,
  );
  expect(mailRecords(config)).toEqual(records);
  expect(mailRecords({ ...config, mail: null })).toEqual([]);
});
