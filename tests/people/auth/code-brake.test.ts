import { expect } from 'bun:test';
import { submitInvite } from '../../../src/boards/invites/invites';
import { checkHealth } from '../../../src/operators/health/health';
import { countCodesLeft } from '../../../src/people/auth/code-brake';
import { issueCode } from '../../../src/people/auth/codes';
import { type TestApp, testApp } from '../../support/app';
import { ann, bob, cho } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { ensureUser } from '../../support/people';
import { testIn } from '../../support/test-in';
import { TWILIO } from '../../support/twilio-account';

const test = testIn(() => {
  const app = testApp(TWILIO);
  app.clock.freeze();
  return app;
});

/** Twelve addresses in four wide networks, three in each. */
const ATTACKERS = [1, 2, 3, 4].flatMap((net) => [1, 2, 3].map((host) => `203.${net}.${host}.9`));

let numbers = 0;
const isSent = (app: TestApp, address: string, phone = `+1202555${String(1000 + (numbers++ % 8999))}`) => {
  try {
    issueCode(app, phone, { address });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', extra: { retryAfter: expect.any(Number) } });
    return false;
  }
};

/** Each attacker asks until it is refused; returns how many codes they got. */
function attack(app: TestApp): number {
  let sent = 0;
  for (const address of ATTACKERS) while (isSent(app, address)) sent++;
  return sent;
}

/** The limit of an address in an hour lets nobody use up everything at once. */
function attackForHours(app: TestApp, hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    attack(app);
    app.clock.advance(HOUR);
  }
  attack(app);
}

test('twelve addresses in four networks leave codes for everybody else', (app) => {
  attackForHours(app, 12);
  for (let net = 1; net <= 100; net++) expect(isSent(app, `198.${net}.1.1`)).toBe(true);
});

test('one address gets thirty codes an hour, and half of those of its network', (app) => {
  const ask = (address: string) => {
    let sent = 0;
    while (isSent(app, address)) sent++;
    return sent;
  };
  expect(ask('2001:db8:1:1')).toBe(30);
  app.clock.advance(HOUR);
  expect(ask('2001:db8:1:1')).toBeWithin(20, 31);
  expect(ask('2001:db8:1:2')).toBeWithin(20, 31);
});

test('somebody in the network of an attacker waits minutes', (app) => {
  attackForHours(app, 12);
  let minutes = 0;
  for (; !isSent(app, '203.1.77.1', bob.phone); minutes++) {
    app.clock.advance(MINUTE);
    attack(app);
  }
  expect(minutes).toBeLessThan(10);
});

test('a refusal says in how many minutes a code can be had', (app) => {
  attackForHours(app, 12);
  const ask = () => issueCode(app, cho.phone, { address: '203.2.1.9' });
  let seconds = 0;
  try {
    ask();
  } catch (error) {
    const { message, extra } = error as { message: string; extra: { retryAfter: number } };
    seconds = extra.retryAfter;
    expect(message).toMatch(
      /^Many codes are asked for at present\. Please try again in \d+ minutes?, or sign in/,
    );
  }
  expect(seconds).toBeWithin(1, 60 * 60);
  app.clock.advance(seconds * 1000);
  expect(ask).not.toThrow();
});

test('known devices and the invited get codes when all are used up', (app) => {
  const inviter = ensureUser(app, ann);
  submitInvite(app, { phoneNumber: bob.phone, inviteCode: inviter.inviteCode, address: null });
  for (let n = 0; n < 1000; n++) issueCode(app, `+1202555${1000 + n}`, { address: null });
  expect(countCodesLeft(app)).toEqual({ left: 0, most: 1000 });
  const address = '192.0.2.1';
  expect(() => issueCode(app, cho.phone, { address })).toThrow('Please try again in 2 minutes');
  expect(() => issueCode(app, cho.phone, { address, device: 'laptop' })).not.toThrow();
  expect(() => issueCode(app, bob.phone, { address })).not.toThrow();
  expect(checkHealth(app)).toContainEqual(
    expect.objectContaining({ name: 'Codes', value: '0 of 1000 left' }),
  );
  app.clock.advance(2 * MINUTE);
  expect(() => issueCode(app, cho.phone, { address })).not.toThrow();
});

test('whoever invites many gives only sixty of them a code a day beside the others', (app) => {
  const inviter = ensureUser(app, ann);
  const phone = (n: number) => `+1202555${3000 + n}`;
  for (let day = 0; day < 4; day++) {
    app.clock.advance(DAY);
    for (let n = 0; n < 20; n++)
      app.db.$client.run('insert into invites values (?, ?, ?, ?)', [
        phone(20 * day + n),
        inviter.id,
        app.now() + 5 * DAY,
        app.now(),
      ]);
  }
  for (let n = 0; n < 80; n++) issueCode(app, phone(n), { address: `198.51.${n % 8}.1` });
  expect(countCodesLeft(app).left).toBe(1000 - 20);
});

test('whoever runs it sets how many codes there are a day', async () => {
  await using app = testApp({ ...TWILIO, CODES_A_DAY: '8' });
  app.clock.freeze();
  const ask = (address: string) => [1, 2, 3, 4, 5].filter(() => isSent(app, address)).length;
  expect(['198.51.1.1', '203.0.113.1', '192.0.2.1'].map(ask)).toEqual([4, 2, 1]);
  expect(countCodesLeft(app)).toEqual({ left: 1, most: 8 });
});

test('after the clock was set back, nobody waits for the time before', (app) => {
  for (let n = 0; n < 1000; n++) issueCode(app, `+1202555${1000 + n}`, { address: null });
  app.clock.advance(-2 * DAY);
  expect(isSent(app, '192.0.2.1')).toBe(true);
});
