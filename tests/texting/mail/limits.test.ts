import { expect } from 'bun:test';
import { type RateLimitName, tryChargeRateLimits } from '../../../src/app/rate-limits';
import { mailAddress } from '../../../src/boards/mail-addresses';
import { sendMails } from '../../../src/notices/mail/mailing';
import { blockNumber } from '../../../src/operators/blocked-numbers';
import { askToConfirm } from '../../../src/people/mail-address';
import { checkRecipient, deliverMail } from '../../../src/texting/mail/delivery';
import { startMailLines } from '../../../src/texting/mail/lines';
import { sendSimulatedMail } from '../../../src/texting/mail/simulated';
import { mailState } from '../../../src/texting/mail/state';
import { answerQuestions } from '../../../src/texting/questions';
import { confirmAddress } from '../../notices/mail/world';
import { type TestApp, testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { ann } from '../../support/cast';
import { addressOf, mailIn } from '../../support/mails';
import { ensureUser } from '../../support/people';
import { smtpClient } from '../../support/smtp-client';
import { TWILIO } from '../../support/twilio-account';

const IP = '192.0.2.7';
const spend = (app: TestApp, name: RateLimitName, key: string | number) => {
  while (tryChargeRateLimits(app, { [name]: key }));
};

test('a network that guesses addresses is cut off, and a person gets so many mails a day', ({
  app,
  user,
}) => {
  expect(checkRecipient(app, 'x@notes.example', IP)).toBe('unknown');
  spend(app, 'unknown mail address from a network', IP);
  expect(checkRecipient(app, 'x@notes.example', IP)).toBe('ended');
  const to = addressOf(app, user);
  expect(checkRecipient(app, to, IP)).toBeNull();
  spend(app, 'mail to a person a day', user.id);
  expect(checkRecipient(app, to, IP)).toBe('limited');
});

test('a network that connects too often is turned away', async () => {
  await using app = testApp({ MAIL_DOMAIN: 'notes.example', MAIL_LISTEN: '127.0.0.1:0' });
  const lines = await startMailLines(app, app.config.mail!);
  using first = await smtpClient(mailState(app).port!);
  expect(first.greeting).toStartWith('220');
  spend(app, 'mail connection from a network', '127.0.0.1');
  using second = await smtpClient(mailState(app).port!);
  expect(second.greeting).not.toStartWith('220');
  await lines.stop();
});

test('programs that answer each other by mail stop at the limit of a day', async ({ app, user }) => {
  await confirmAddress(app, user);
  const to = addressOf(app, user);
  const answers = async () => {
    mailIn(app, to, { subject: '? milk' });
    await answerQuestions(app);
    await sendMails(app);
    return app.outbox(ann.phone).filter(({ kind }) => kind === 'mail').length;
  };
  const before = await answers();
  spend(app, 'answer by mail to a person a day', user.phone);
  expect(await answers()).toBe(before);
});

test('the simulator says that the mail of a blocked phone is refused', async ({ app, owner, member }) => {
  const mail = { phone: member.phone, subject: 'x', body: 'x' };
  expect(await sendSimulatedMail(app, mail)).toMatchObject({ success: true });
  blockNumber(app, owner, { phoneNumber: member.phone, reason: 'spam' });
  await expect(sendSimulatedMail(app, mail)).rejects.toThrow('This mail was refused.');
});

test('a mail for nobody is refused, and a server without mail makes no address', async ({ app }) => {
  const bytes = new TextEncoder().encode('Subject: x\r\n\r\nx');
  const envelope = { recipients: ['x@notes.example'], sender: 'a@b.example', ip: '', helo: '' };
  expect(await deliverMail(app, bytes, envelope)).toBe('unknown');
  const other = { phone: '+12025550199', subject: 'x', body: 'x' };
  await expect(sendSimulatedMail(app, other)).rejects.toThrow('no account yet');
  await using without = testApp(TWILIO);
  const person = ensureUser(without, ann);
  expect(() => addressOf(without, person)).toThrow('not set up on this server');
  expect(mailAddress(without, person, null)).toBeNull();
  expect(() => askToConfirm(without, person, 'ann@example.org')).toThrow('This server sends no mail.');
});
