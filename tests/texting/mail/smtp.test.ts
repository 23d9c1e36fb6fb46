import { expect } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { answerReady } from '../../../src/http/health';
import { checkMailsIn } from '../../../src/operators/health/mails-in';
import { createCertificate } from '../../../src/outside/mail/self-signed';
import { startMailLines } from '../../../src/texting/mail/lines';
import { mailState } from '../../../src/texting/mail/state';
import { confirmAddress } from '../../notices/mail/world';
import { testApp } from '../../support/app';
import { ann } from '../../support/cast';
import { dnsServer } from '../../support/dns-server';
import { addressOf } from '../../support/mails';
import { ensureUser } from '../../support/people';
import { MAIL_RECORDS, signed } from '../../support/signed-mail';
import { smtpClient } from '../../support/smtp-client';
import { testIn } from '../../support/test-in';
import { messagesOf } from '../../support/texts';
import { until } from '../../support/until';

const test = testIn(async () => {
  const app = testApp({ MAIL_DOMAIN: 'notes.example.org', MAIL_LISTEN: '127.0.0.1:0' });
  const lines = await startMailLines(app, app.config.mail!);
  return {
    app,
    to: addressOf(app, ensureUser(app, ann)),
    client: () => smtpClient(mailState(app).port!),
    async [Symbol.asyncDispose]() {
      await lines.stop();
      await app[Symbol.asyncDispose]();
    },
  };
});

const mail = (id: string, words: string) =>
  `From: ann@example.org\nSubject: Note\nMessage-ID: <${id}@example.org>\n\n${words}`;

test('a mail is stored before its 250, over TLS too, and once', async ({ app, to, client }) => {
  using plain = await client();
  expect(await plain.send([to], mail('1', 'milk\n.dots\n'))).toBe('250 250 354 250');
  expect(messagesOf(app, ann)).toEqual(['Note\nmilk\n.dots']);
  using secure = await client();
  expect(await secure.startTls()).toStartWith('220');
  expect(await secure.send([to, to], mail('1', 'milk'))).toBe('250 250 250 354 250');
  expect(await secure.send([to], mail('2', 'bread'))).toBe('250 250 354 250');
  expect(messagesOf(app, ann)).toEqual(['Note\nmilk\n.dots', 'Note\nbread']);
});

test('unknown addresses are refused before the data, other domains too', async ({ app, to, client }) => {
  using other = await client();
  expect(await other.send(['ann@elsewhere.example', 'ann@notes.example.org'], '')).toBe('250 550 550');
  expect(await other.say('AUTH PLAIN AGEAYg==')).toStartWith('5');
  expect(await other.say('VRFY ann')).not.toStartWith('250');
  expect(await other.send(['notes@notes.example.org'], mail('3', 'x'))).toBe('250 250 354 550');
  expect(await other.send(['x@notes.example.org', to], mail('4', 'fine'))).toBe('250 550 250 354 250');
  const guesses = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@notes.example.org`);
  expect(await other.send(guesses, '')).toContain('421');
  expect(messagesOf(app, ann)).toEqual(['Note\nfine']);
  expect(mailState(app).refused).toBe(1);
});

test('a writer with other letters is heard, a domain has two spellings, an address one', async () => {
  await using app = testApp({ MAIL_DOMAIN: 'xn--bcher-kva.example', MAIL_LISTEN: '127.0.0.1:0' });
  const lines = await startMailLines(app, app.config.mail!);
  const to = addressOf(app, ensureUser(app, ann)).replace('xn--bcher-kva', 'Bücher');
  using zoe = await smtpClient(mailState(app).port!);
  expect(await zoe.say('MAIL FROM:<zoë@exämple.org> SMTPUTF8')).toStartWith('250');
  await zoe.say('RSET');
  const text = mail('u', 'Grüße').replace('ann@example.org', 'Zoë <zoë@exämple.org>');
  const unknown = to.replace('ann-', 'ann-ü');
  expect(await zoe.send([unknown, to], text, 'zoë@exämple.org')).toBe('250 550 250 354 250');
  await lines.stop();
  expect(messagesOf(app, ann)).toEqual(['Note\nGrüße']);
});

test('a mail that is too large is refused, and one that breaks off is nothing', async ({
  app,
  to,
  client,
}) => {
  using one = await client();
  expect(await one.say(`MAIL FROM:<a@b.example> SIZE=${26 * 1024 * 1024}`)).toStartWith('552');
  expect(await one.send([to], `${mail('5', '')}${'x'.repeat(998)}\n`.repeat(27_000))).toBe('250 250 354 552');
  using broken = await client();
  await broken.say('MAIL FROM:<a@b.example>');
  await broken.say(`RCPT TO:<${to}>`);
  await broken.say('DATA');
  broken.drop();
  expect(await one.send([to], mail('6', 'after'))).toBe('250 250 354 250');
  expect(messagesOf(app, ann)).toEqual(['Note\nafter']);
});

test('mail bombs end in the process that reads them', async ({ app, to, client }) => {
  using one = await client();
  const headers = Array.from({ length: 300_000 }, (_, n) => `X-${n}: y`).join('\n');
  const parts = Array.from(
    { length: 20_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}`,
  ).join('\n');
  for (const bomb of [`${headers}\n\nx`, `Subject: x\n${parts}\n\nx`]) {
    expect(await one.send([to], bomb)).toMatch(/^250 250 354 (?:554|451|250)$/);
  }
  expect(await one.send([to], mail('7', 'alive'))).toBe('250 250 354 250');
  expect(messagesOf(app, ann).at(-1)).toBe('Note\nalive');
});

test('the certificate that the server makes is one of its own', () => {
  const { cert, key } = createCertificate('notes.example.org');
  const read = new X509Certificate(cert);
  expect([read.subject, read.subjectAltName]).toEqual(['CN=notes.example.org', 'DNS:notes.example.org']);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(Date.parse(read.validTo)).toBeGreaterThan(Date.now() + 10 * 365 * 86_400_000);
  expect(key).toStartWith('-----BEGIN PRIVATE KEY-----');
});

test('who writes from a confirmed address that is proven may use the common one', async () => {
  using dns = await dnsServer(MAIL_RECORDS);
  const mail = await signed('ann.example', 'From: ann@ann.example\r\nSubject: Note\r\n\r\nbread #food\r\n');
  await using app = testApp({
    MAIL_DOMAIN: 'notes.example.org',
    MAIL_LISTEN: '127.0.0.1:0',
    MAIL_DNS: dns.address,
  });
  const lines = await startMailLines(app, app.config.mail!);
  using smtp = await smtpClient(mailState(app).port!);
  const to = ['notes@notes.example.org'];
  expect(await smtp.send(to, mail)).toBe('250 250 354 550');
  await confirmAddress(app, ensureUser(app, ann), 'ann@ann.example');
  expect(await smtp.send(to, mail.replace('bread', 'beer'))).toBe('250 250 354 550');
  expect(await smtp.send(to, mail)).toBe('250 250 354 250');
  await lines.stop();
  expect(messagesOf(app, ann)).toEqual(['Note\nbread #food']);
});

test('health and readiness tell why no mails come in', async () => {
  using taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  await using app = testApp({
    MAIL_DOMAIN: 'notes.example.org',
    MAIL_LISTEN: `127.0.0.1:${taken.port}`,
    MAIL_IMAP: `imap://box:secret@127.0.0.1:${taken.port}`,
  });
  const lines = await startMailLines(app, app.config.mail!);
  taken.stop(true);
  await until(() => mailState(app).imapError);
  await lines.stop();
  expect(checkMailsIn(app).map(({ state }) => state)).toEqual(['bad', 'bad']);
  const answer = await (await answerReady(app)).json();
  expect(answer).toMatchObject({ status: 'ready', findings: [{ name: 'Notes by mail' }] });
  expect(JSON.stringify(answer)).not.toContain('127.0.0.1');
});
