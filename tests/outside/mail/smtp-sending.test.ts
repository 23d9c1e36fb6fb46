import { expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { sendMails } from '../../../src/notices/mail/mailing';
import { dkimRecord, makeDkimKey } from '../../../src/outside/mail/dkim';
import { askToConfirm, confirm, readMailSettings } from '../../../src/people/mail-address';
import { findUser } from '../../../src/people/users';
import { testApp } from '../../support/app';
import { bob } from '../../support/cast';
import { HOUR, MINUTE } from '../../support/clock';
import { house, post } from '../../support/house';
import { NO_BROWSER } from '../../support/people';
import { openSmtpServer } from './smtp-server';

const BOBS = 'bob@example.org';

async function world() {
  const server = await openSmtpServer();
  const app = testApp({ MAIL_SEND: server.url, MAIL_DOMAIN: 'notes.example', MAIL_FROM: 'us@notes.example' });
  const { owner, member } = house(app);
  async function confirmed() {
    askToConfirm(app, findUser(app, member.id)!, BOBS);
    await sendMails(app);
    const words = server.arrived.at(-1)!.raw.replace(/=\r\n/g, '');
    confirm(app, /\/mail\/confirm\/([\w-]+)/.exec(words)![1]!, NO_BROWSER);
    app.db.$client.run('delete from outbox');
    server.arrived.length = 0;
    app.clock.advance(HOUR);
  }
  await confirmed();
  return {
    app,
    server,
    confirmed,
    post: (content: string) => post(app, owner, `${content} #house`),
    settings: () => readMailSettings(app, findUser(app, member.id)!),
    states: () => app.outbox(bob.phone).map(({ state }) => state),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const header = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\r\n/g, '');

test('a mail is signed, says how to end it, and asks for no answer of programs', async () => {
  await using w = await world();
  const key = makeDkimKey(resolve(w.app.config.dataDir), 'notes.example');
  w.post('Lamp für Zoë 💡');
  await sendMails(w.app);
  const [{ raw, ...envelope }] = w.server.arrived as [(typeof w.server.arrived)[number]];
  expect(envelope).toEqual({
    from: expect.stringMatching(/^bounce-[0-9a-z]+-[a-z2-7]{16}@notes\.example$/),
    to: BOBS,
    user: 'tagline',
  });
  const headers = {
    from: /Tagline.* <us@notes\.example>/,
    'reply-to': /^re-1-2-[a-z2-7]{16}@notes\.example$/,
    'message-id': /^<outbox-\d+\.[a-z2-7]{16}@notes\.example>$/,
    'auto-submitted': /^auto-generated$/,
    'list-unsubscribe': /^<http:.*\/mail\/stop\/2-[a-z2-7]{16}>$/,
    'list-unsubscribe-post': /^List-Unsubscribe=One-Click$/,
    'dkim-signature': /d=notes\.example; *q=dns\/txt; *s=tagline/,
    'content-type': /^multipart\/alternative/,
  };
  for (const [name, value] of Object.entries(headers))
    expect([name, header(raw, name)]).toEqual([name, expect.stringMatching(value)]);
  expect(w.states()).toEqual(['mailed']);
  const resolver = async () => [[dkimRecord(key)]];
  const { results } = await dkimVerify(Buffer.from(raw), { resolver } as never);
  expect(results).toMatchObject([
    { signingDomain: 'notes.example', status: { result: 'pass', aligned: 'notes.example' } },
  ]);
});

const CASES = [
  ['an unknown recipient is texted at once', { at: 'recipient', code: 550 }, 'queued', 1],
  ['a refused mail is texted at once', { at: 'data', code: 554 }, 'queued', 1],
  ['a full mailbox is tried again', { at: 'recipient', code: 452 }, 'mailed', 0],
  ['a mail put off after its content is tried again', { at: 'data', code: 451 }, 'mailed', 0],
  ['a wrong password is nobody else’s fault', { at: 'login', code: 535 }, 'mailed', 0],
  ['a refused sender is not the reader’s fault', { at: 'sender', code: 550 }, 'mailed', 0],
] as const;

for (const [name, refusal, state, failures] of CASES)
  test(name, async () => {
    await using w = await world();
    w.server.next(refusal);
    w.post('Lamp');
    await sendMails(w.app);
    expect(w.states()).toEqual([state === 'mailed' ? 'mailing' : state]);
    w.app.clock.advance(MINUTE);
    await sendMails(w.app);
    await sendMails(w.app);
    expect(w.states()).toEqual([state]);
    expect(w.server.arrived).toHaveLength(state === 'mailed' ? 1 : 0);
    expect(w.app.db.$client.query('select max(mail_failures) as n from users').get()).toEqual({
      n: failures,
    });
  });

test('a mail whose answer is lost is neither sent again nor texted', async () => {
  await using w = await world();
  w.server.next({ at: 'drop' });
  w.post('Lamp');
  await sendMails(w.app);
  w.app.clock.advance(HOUR);
  await sendMails(w.app);
  expect(w.states()).toEqual(['failed']);
  expect(w.server.arrived).toHaveLength(1);
});

test('a mail that a dead process had handed over is not sent again; others are', async () => {
  await using w = await world();
  w.post('Lamp');
  w.app.db.$client.run("update outbox set sid = 'mail ' || id");
  w.app.clock.advance(HOUR);
  w.post('Sofa');
  await sendMails(w.app);
  expect(w.states()).toEqual(['failed', 'mailed']);
  expect(w.server.arrived.map(({ raw }) => header(raw, 'subject'))).toEqual(['#house, Ann Lee: Sofa']);
});

test('after three refusals an address is silent until it is confirmed again', async () => {
  await using w = await world();
  for (const content of ['One', 'Two', 'Three']) {
    w.server.next({ at: 'recipient', code: 550 });
    w.post(content);
    await sendMails(w.app);
    w.app.clock.advance(HOUR);
  }
  expect(w.settings()).toMatchObject({ address: BOBS, byMail: true, silent: true });
  w.post('Four');
  await sendMails(w.app);
  expect(w.server.arrived).toEqual([]);
  expect(w.states()).toEqual(Array(4).fill('queued'));
  await w.confirmed();
  w.post('Five');
  await sendMails(w.app);
  expect(w.settings().silent).toBe(false);
  expect(w.states()).toEqual(['mailed']);
});

test('what waits is texted once the server sends no mail any more', async () => {
  await using w = await world();
  w.post('Lamp');
  Object.assign(w.app, { mailer: null });
  await sendMails(w.app);
  expect(w.states()).toEqual(['queued']);
});

test('a server that stays away is tried for an hour, then texts go', async () => {
  await using w = await world();
  await w.server[Symbol.asyncDispose]();
  w.post('Lamp');
  for (const wait of [0, 1, 1, 5, 15, 30]) {
    w.app.clock.advance(wait * MINUTE);
    expect(w.states()).toEqual(['mailing']);
    await sendMails(w.app);
  }
  expect(w.states()).toEqual(['queued']);
});
