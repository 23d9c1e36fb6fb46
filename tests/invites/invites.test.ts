import { expect, test } from 'bun:test';
import { acceptInvite, deleteOldInvites, ownInvite, submitInvite } from '../../src/invites/invites';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { settle } from '../support/people';
import { type TestServer, testServer } from '../support/server';
import { accountOf, kindsOf, notesOf, textIn } from '../support/texts';

const submit = (app: TestApp, phoneNumber: string, inviteCode: string, address: string | null = null) =>
  submitInvite(app, { phoneNumber, inviteCode, address });

const last = (app: TestApp, phone: string) => app.outbox(phone).at(-1)?.body;

test('an invited number says YES, has an account, is welcomed, and the inviter is told', async () => {
  for (const word of ['YES', 'yes!', 'Join']) {
    await using app = testApp({ PUBLIC_URL: 'https://notes.example' });
    const inviter = settle(app, ann);
    submit(app, '(202) 555-0122', inviter.inviteCode);
    expect(last(app, bob.phone)).toStartWith('Ann Lee invites you to Tagline');
    expect(accountOf(app, bob)).toBeUndefined();
    textIn(app, bob, word);
    expect(accountOf(app, bob)).toBeDefined();
    expect(last(app, bob.phone)).toStartWith('Welcome to Tagline.');
    expect(last(app, bob.phone)).toContain('https://notes.example');
    expect(last(app, ann.phone)).toBe(
      'Your invite was accepted: the number ending in 0122 now uses Tagline.',
    );
    textIn(app, bob, word);
    expect([kindsOf(app, bob)[0], notesOf(app, bob), app.outbox(ann.phone).length]).toEqual(['join', [], 1]);
  }
});

test('a YES that Twilio takes for a START answers an invite all the same', async () => {
  await using app = testApp();
  submit(app, bob.phone, settle(app, ann).inviteCode);
  textIn(app, bob, 'Yes', { optOut: 'start' });
  expect(last(app, bob.phone)).toStartWith('Welcome to Tagline.');
});

test('a day later YES makes no account, and says how to start all the same', async () => {
  await using app = testApp();
  submit(app, bob.phone, settle(app, ann).inviteCode);
  app.clock.advance(DAY);
  textIn(app, bob, 'YES');
  expect(accountOf(app, bob)).toBeUndefined();
  expect(last(app, bob.phone)).toContain('you can still start');
  textIn(app, bob, 'Hello');
  expect(notesOf(app, bob)).toEqual(['Hello']);
});

test('a number that never answers is forgotten after a month', async () => {
  await using app = testApp();
  submit(app, bob.phone, settle(app, ann).inviteCode);
  const waiting = () => app.db.$client.query('select phone from invites').all();
  app.clock.advance(20 * DAY);
  deleteOldInvites(app);
  expect(waiting()).toHaveLength(1);
  app.clock.advance(20 * DAY);
  deleteOldInvites(app);
  expect(waiting()).toEqual([]);
});

test('YES without an invite makes no account and is no note', async () => {
  await using app = testApp();
  textIn(app, bob, 'YES');
  textIn(app, bob, 'JOIN');
  expect([accountOf(app, bob), app.outbox(bob.phone)]).toEqual([undefined, []]);
  expect(acceptInvite(app, bob.phone)).toBeNull();
});

test('the answer is the same whether the number has an account or not, has stopped or not', async () => {
  await using server = await testServer();
  const { inviteCode } = settle(server.app, ann);
  settle(server.app, bob);
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
  // who has one is told so by text, and is never signed up again
  expect(last(server.app, bob.phone)).toStartWith('You already use Tagline');
  expect(last(server.app, cho.phone)).toStartWith('Ann Lee invites you');
  expect(server.app.outbox(dee.phone)).toEqual([]);
});

test('a wrong code, a wrong number and a number we may not text are errors, and nothing is sent', async () => {
  await using server = await testServer({ env: { ALLOWED_COUNTRIES: 'US' } });
  const { inviteCode } = settle(server.app, ann);
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

test('one text per number in ten minutes and two a day, five an hour from an address, twenty a day by a code', async () => {
  await using app = testApp();
  app.clock.freeze();
  const { inviteCode } = settle(app, ann);
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
  submit(app, phone(21), settle(app, bob).inviteCode);
  app.clock.advance(DAY + HOUR);
  expect(refused(() => submit(app, phone(22), inviteCode))).toBe(false);
});

/** Asks for invites, each to another number, by another person and forwarded for an address, and says the status. */
function asker(server: TestServer) {
  const inviters = [ann, bob, cho, dee].map((person) => settle(server.app, person).inviteCode);
  let sent = 0;
  return async (forwarded?: string) => {
    const phoneNumber = `+12025557${String(sent).padStart(3, '0')}`;
    const body = JSON.stringify({ phoneNumber, inviteCode: inviters[sent++ % inviters.length] });
    const headers = {
      'content-type': 'application/json',
      ...(forwarded && { 'x-forwarded-for': forwarded }),
    };
    return (await server.stranger().send('/api/invite/submit', { method: 'POST', headers, body })).status;
  };
}

test('by address count what the nearest proxy says and an IPv6 network as one, and nobody on this machine', async () => {
  await using server = await testServer({ env: { TRUST_PROXY: '1' } });
  const ask = asker(server);
  const network = ['2001:db8::1', '2001:db8::a:1', '2001:db8::a:b:1', '2001:db8:0:0:a:b:c:1', '2001:DB8::2'];
  for (const [one, next] of [
    [network, '2001:db8::3'],
    [['a', 'b', 'c', 'd', 'e'].map((claimed) => `${claimed}, 192.0.2.1`), '192.0.2.2, ::ffff:192.0.2.1'],
  ] as const) {
    for (const address of one) expect(await ask(address)).toBe(200);
    expect(await ask(next)).toBe(429);
  }
  expect(await ask('2001:db8:0:1::1')).toBe(200);
  expect(await ask('192.0.2.1, ::ffff:192.0.2.2')).toBe(200);
  for (let n = 0; n < 6; n++) expect(await ask()).toBe(200);
});

test('all that a proxy brings count as one address when it is not to be trusted', async () => {
  await using server = await testServer();
  const ask = asker(server);
  for (let n = 1; n <= 5; n++) expect(await ask(`192.0.2.${n}`)).toBe(200);
  expect(await ask('192.0.2.6')).toBe(429);
  expect(await ask()).toBe(200);
});

test('the newest invite of a number is the one that YES answers', async () => {
  await using app = testApp();
  submit(app, cho.phone, settle(app, ann).inviteCode);
  app.clock.advance(10 * MINUTE);
  submit(app, cho.phone, settle(app, bob).inviteCode);
  textIn(app, cho, 'YES');
  expect([app.outbox(ann.phone).length, app.outbox(bob.phone).length]).toEqual([0, 1]);
});

test('everybody has a link of their own, which tells whose it is', async () => {
  await using server = await testServer({ env: { PUBLIC_URL: 'https://notes.example' } });
  await server.introduce(ann);
  const { body } = await server.as(ann).get<{ code: string; url: string }>('/api/invite');
  expect(body.url).toBe(`https://notes.example/join/${body.code}`);
  expect((await server.stranger().get(`/api/invite/${body.code}`)).body).toEqual({ inviterName: 'Ann Lee' });
  expect((await server.stranger().get('/api/invite/nobodys')).status).toBe(400);
  const hers = ownInvite(server.app, accountOf(server.app, ann)!);
  const his = (await server.as(bob).get<{ code: string }>('/api/invite')).body;
  expect(hers.code).toBe(body.code);
  expect(his.code).not.toBe(body.code);
  // somebody who has given no name shows none, nor their number
  expect((await server.stranger().get(`/api/invite/${his.code}`)).body).toEqual({ inviterName: null });
});
