import { expect } from 'bun:test';
import { acceptInvite, deleteOldInvites, ownInvite, submitInvite } from '../../../src/boards/invites/invites';
import { type TestApp, testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { ann, bob, cho, dee } from '../../support/cast';
import { sendBody } from '../../support/client';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { ensureUser } from '../../support/people';
import { type TestServer, testServer } from '../../support/server';
import { accountOf, kindsOf, messagesOf, textIn } from '../../support/texts';

const submit = (app: TestApp, phoneNumber: string, inviteCode: string, address: string | null = null) =>
  submitInvite(app, { phoneNumber, inviteCode, address });

const lastText = (app: TestApp, phone: string) => app.outbox(phone).at(-1)?.body;

test('YES to an invite makes the account, sends it a welcome and tells the inviter', async () => {
  for (const word of ['YES', 'yes!', 'Join']) {
    await using app = testApp({ PUBLIC_URL: 'https://notes.example' });
    const inviter = ensureUser(app, ann);
    submit(app, '(202) 555-0122', inviter.inviteCode);
    expect(lastText(app, bob.phone)).toStartWith('Ann Lee invites you to Tagline');
    expect(accountOf(app, bob)).toBeUndefined();
    textIn(app, bob, word);
    expect(accountOf(app, bob)).toBeDefined();
    expect(lastText(app, bob.phone)).toStartWith('Welcome to Tagline.');
    expect(lastText(app, bob.phone)).toContain('https://notes.example');
    expect(lastText(app, ann.phone)).toBe(
      'Your invite was accepted: the number ending in 0122 now uses Tagline.',
    );
    textIn(app, bob, word);
    expect([kindsOf(app, bob)[0], messagesOf(app, bob), app.outbox(ann.phone).length]).toEqual([
      'join',
      [],
      1,
    ]);
  }
});

test('a YES that Twilio reports as a START accepts an invite', ({ app }) => {
  submit(app, bob.phone, ensureUser(app, ann).inviteCode);
  textIn(app, bob, 'Yes', { optOut: 'start' });
  expect(lastText(app, bob.phone)).toStartWith('Welcome to Tagline.');
});

test('YES a day later makes no account; the answer says how to start', ({ app }) => {
  submit(app, bob.phone, ensureUser(app, ann).inviteCode);
  app.clock.advance(DAY);
  textIn(app, bob, 'YES');
  expect(accountOf(app, bob)).toBeUndefined();
  expect(lastText(app, bob.phone)).toContain('you can still start');
  textIn(app, bob, 'Hello');
  expect(messagesOf(app, bob)).toEqual(['Hello']);
});

test('an invite without an answer is deleted after a month', ({ app }) => {
  submit(app, bob.phone, ensureUser(app, ann).inviteCode);
  const waiting = () => app.db.$client.query('select phone from invites').all();
  app.clock.advance(20 * DAY);
  deleteOldInvites(app);
  expect(waiting()).toHaveLength(1);
  app.clock.advance(20 * DAY);
  deleteOldInvites(app);
  expect(waiting()).toEqual([]);
});

test('YES without an invite makes no account and no message', ({ app }) => {
  textIn(app, bob, 'YES');
  textIn(app, bob, 'JOIN');
  expect([accountOf(app, bob), messagesOf(app, bob)]).toEqual([undefined, []]);
  expect(app.outbox(bob.phone).map(({ kind }) => kind)).toEqual(['welcome']);
  expect(acceptInvite(app, bob.phone)).toBeNull();
});

test('the answer does not tell whether a number has an account', async () => {
  await using server = await testServer();
  const { inviteCode } = ensureUser(server.app, ann);
  ensureUser(server.app, bob);
  textIn(server.app, dee, 'STOP');
  const answers = [];
  for (const { phone } of [bob, cho, dee]) {
    const { status, text } = await server
      .stranger()
      .post('/api/invite/submit', { phoneNumber: phone, inviteCode });
    answers.push({ status, text });
  }
  expect(answers[0]).toEqual({
    status: 200,
    text: '{"success":true,"message":"Check your phone for a confirmation text"}',
  });
  expect(answers[1]).toEqual(answers[0]!);
  expect(answers[2]).toEqual(answers[0]!);
  // the web answer is the same for both numbers; only the text says if a number has an account
  expect(lastText(server.app, bob.phone)).toStartWith('You already use Tagline');
  expect(lastText(server.app, cho.phone)).toStartWith('Ann Lee invites you');
  expect(server.app.outbox(dee.phone)).toEqual([]);
});

test('a wrong code and a number that must not be texted are refused', async () => {
  await using server = await testServer({ env: { ALLOWED_COUNTRIES: 'US' } });
  const { inviteCode } = ensureUser(server.app, ann);
  const ask = async (phoneNumber: string, code: string) =>
    (await server.stranger().post('/api/invite/submit', { phoneNumber, inviteCode: code })).status;
  expect(await ask(bob.phone, 'wrong')).toBe(400);
  expect(await ask(bob.phone, '')).toBe(400);
  expect(await ask('hello', inviteCode)).toBe(400);
  expect(await ask('', inviteCode)).toBe(400);
  expect(await ask('+4930123456', inviteCode)).toBe(400);
  expect(await ask('+19005550100', inviteCode)).toBe(400);
  expect(server.app.outbox()).toEqual([]);
  expect(await ask(bob.phone, ` ${inviteCode} `)).toBe(200);
});

test('invites are limited by number, by address and by code', ({ app }) => {
  app.clock.freeze();
  const { inviteCode } = ensureUser(app, ann);
  const phone = (n: number) => `+12025557${String(n).padStart(3, '0')}`;
  const refused = (act: () => void) => {
    try {
      act();
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      return true;
    }
  };
  expect(refused(() => submit(app, phone(0), inviteCode))).toBe(false);
  expect(refused(() => submit(app, phone(0), inviteCode))).toBe(true);
  app.clock.advance(10 * MINUTE);
  expect(refused(() => submit(app, phone(0), inviteCode))).toBe(false);
  app.clock.advance(10 * MINUTE);
  expect(refused(() => submit(app, phone(0), inviteCode))).toBe(true);

  app.clock.advance(2 * DAY);
  for (let n = 1; n <= 5; n++) submit(app, phone(n), inviteCode, '192.0.2.1');
  expect(refused(() => submit(app, phone(6), inviteCode, '192.0.2.1'))).toBe(true);
  submit(app, phone(6), inviteCode, '192.0.2.2');
  for (let n = 7; n <= 20; n++) submit(app, phone(n), inviteCode);
  expect(refused(() => submit(app, phone(21), inviteCode))).toBe(true);
  submit(app, phone(21), ensureUser(app, bob).inviteCode);
  app.clock.advance(DAY + HOUR);
  expect(refused(() => submit(app, phone(22), inviteCode))).toBe(false);
});

function inviteSender(server: TestServer) {
  const inviters = [ann, bob, cho, dee].map((person) => ensureUser(server.app, person).inviteCode);
  let sent = 0;
  return async (forwarded?: string) => {
    const phoneNumber = `+12025557${String(sent).padStart(3, '0')}`;
    const body = JSON.stringify({ phoneNumber, inviteCode: inviters[sent++ % inviters.length] });
    const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {};
    return (await sendBody(server.stranger(), '/api/invite/submit', body, { headers })).status;
  };
}

test('a trusted proxy names the address, and an IPv6 network is one address', async () => {
  await using server = await testServer({ env: { TRUST_PROXY: '1' } });
  const sendInvite = inviteSender(server);
  const network = ['2001:db8::1', '2001:db8::a:1', '2001:db8::a:b:1', '2001:db8:0:0:a:b:c:1', '2001:DB8::2'];
  for (const [allowed, refused] of [
    [network, '2001:db8::3'],
    [[1, 2, 3, 4, 5].map((port) => `198.51.100.1:${port}`), '198.51.100.1'],
    [[1, 2, 3, 4, 5].map((port) => `[2001:db8:0:2::1]:${port}`), '2001:db8:0:2::1'],
    [['a', 'b', 'c', 'd', 'e'].map((claimed) => `${claimed}, 192.0.2.1`), '192.0.2.2, ::ffff:192.0.2.1'],
  ] as const) {
    for (const address of allowed) expect(await sendInvite(address)).toBe(200);
    expect(await sendInvite(refused)).toBe(429);
  }
  expect(await sendInvite('2001:db8:0:1::1')).toBe(200);
  expect(await sendInvite('192.0.2.1, ::ffff:192.0.2.2')).toBe(200);
  for (let n = 0; n < 6; n++) expect(await sendInvite()).toBe(200);
});

test('all requests through an untrusted proxy count as one address', async () => {
  await using server = await testServer();
  const sendInvite = inviteSender(server);
  for (let n = 1; n <= 5; n++) expect(await sendInvite(`192.0.2.${n}`)).toBe(200);
  expect(await sendInvite('192.0.2.6')).toBe(429);
  expect(await sendInvite()).toBe(200);
});

test('YES accepts the newest invite of a number', ({ app }) => {
  submit(app, cho.phone, ensureUser(app, ann).inviteCode);
  app.clock.advance(10 * MINUTE);
  submit(app, cho.phone, ensureUser(app, bob).inviteCode);
  textIn(app, cho, 'YES');
  expect([app.outbox(ann.phone).length, app.outbox(bob.phone).length]).toEqual([0, 1]);
});

test('every user has an invite link that names its owner', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://notes.example' } });
  await server.introduce(ann);
  const { body } = await server.as(ann).get<{ code: string; url: string }>('/api/invite');
  expect(body.url).toBe(`https://notes.example/join/${body.code}`);
  expect((await server.stranger().get(`/api/invite/${body.code}`)).body).toEqual({ inviterName: 'Ann Lee' });
  expect((await server.stranger().get('/api/invite/nobodys')).status).toBe(400);
  const anns = ownInvite(server.app, accountOf(server.app, ann)!);
  const bobs = (await server.as(bob).get<{ code: string }>('/api/invite')).body;
  expect(anns.code).toBe(body.code);
  expect(bobs.code).not.toBe(body.code);
  expect((await server.stranger().get(`/api/invite/${bobs.code}`)).body).toEqual({ inviterName: null });
});
