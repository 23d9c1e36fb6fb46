import { expect } from 'bun:test';
import { consumeCode, issueCode } from '../../../src/people/auth/codes';
import { type TestApp, testApp } from '../../support/app';
import { ann } from '../../support/cast';
import { DAY, MINUTE } from '../../support/clock';
import { testIn } from '../../support/test-in';
import { TWILIO } from '../../support/twilio-account';

/** A stranger asks for codes to Ann's number and guesses them. */

const test = testIn(() => testApp(TWILIO));

const INVALID = 'Invalid verification code';
const HOME = { address: '192.0.2.1' };
const STRANGER = { address: '203.0.113.7' };
/** Ann's laptop, on which she has signed in before. She uses it in the stranger's network. */
const LAPTOP = { ...STRANGER, device: 'laptop' };

const lastCode = (app: TestApp) => /^\d{6}/.exec(app.outbox(ann.phone).at(-1)?.body ?? '')?.[0] ?? 'none';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const tryWrong = (app: TestApp, code: string, challenge: string | null, times: number) => {
  for (let n = 0; n < times; n++)
    expect(() => consumeCode(app, ann.phone, wrong(code), challenge)).toThrow(INVALID);
};
const codeOf = (app: TestApp, asker: Parameters<typeof issueCode>[2]) => {
  const challenge = issueCode(app, ann.phone, asker);
  return { challenge, code: lastCode(app) };
};
function askOften(app: TestApp, phone: string, asker: Parameters<typeof issueCode>[2], most = 100): number {
  for (let n = 0; n < most; n++)
    try {
      issueCode(app, phone, asker);
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', extra: { retryAfter: expect.any(Number) } });
      return n;
    }
  return most;
}

test("a stranger's logins and wrong tries leave the victim's code usable", (app) => {
  const victim = codeOf(app, HOME);
  askOften(app, ann.phone, STRANGER);
  tryWrong(app, victim.code, null, 9);
  tryWrong(app, victim.code, 'made up', 9);
  tryWrong(app, victim.code, victim.challenge, 4);
  expect(app.outbox(ann.phone).every(({ state }) => state === 'queued')).toBe(true);
  expect(consumeCode(app, ann.phone, victim.code, victim.challenge).user.phone).toBe(ann.phone);
});

test("after a stranger's codes, a new device still gets a code and a try", (app) => {
  expect(askOften(app, ann.phone, STRANGER)).toBe(5);
  const { challenge, code } = codeOf(app, HOME);
  expect(consumeCode(app, ann.phone, code, challenge).isNew).toBe(true);
});

test('strangers in many networks do not shut out a known device', (app) => {
  for (let hour = 0; hour < 12; hour++) {
    for (let n = 0; n < 20; n++) askOften(app, ann.phone, { address: `198.51.${n}.7` });
    app.clock.advance(10 * MINUTE);
  }
  expect(() => issueCode(app, ann.phone, HOME)).toThrow('for this number today. Please sign in on a device');
  const { challenge, code } = codeOf(app, LAPTOP);
  tryWrong(app, code, challenge, 4);
  expect(consumeCode(app, ann.phone, code, challenge).user.phone).toBe(ann.phone);
});

test('strangers guess at most fifteen times a day, over all codes and networks', (app) => {
  let guesses = 0;
  const guess = (challenge: string | null) => {
    const wrongs = () =>
      app.db.$client
        .query("select count(*) as count from rate_limit_hits where name like 'wrong code%'")
        .get() as {
        count: number;
      };
    const before = wrongs().count;
    tryWrong(app, lastCode(app), challenge, 1);
    guesses += wrongs().count - before;
  };
  for (let n = 0; n < 40; n++) {
    let challenge: string | null = null;
    try {
      challenge = issueCode(app, ann.phone, { address: `198.51.${n}.7` });
    } catch {}
    for (let i = 0; i < 7; i++) guess(challenge);
    for (let i = 0; i < 3; i++) guess(null);
    app.clock.advance(11 * MINUTE);
  }
  expect(guesses).toBe(15);
  expect(() => issueCode(app, ann.phone, HOME)).toThrow('Too many wrong codes for this number today');
  app.clock.advance(DAY);
  const { challenge, code } = codeOf(app, HOME);
  expect(consumeCode(app, ann.phone, code, challenge).user.phone).toBe(ann.phone);
});

test('after five tries without its challenge a right code needs it', (app) => {
  const { challenge, code } = codeOf(app, HOME);
  tryWrong(app, code, null, 5);
  expect(() => consumeCode(app, ann.phone, code, null)).toThrow(INVALID);
  expect(consumeCode(app, ann.phone, code, challenge).isNew).toBe(true);
});

test('waiting codes share their tries, and a refusal says when to ask again', (app) => {
  app.clock.freeze();
  const networks = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];
  const [first] = networks.slice(0, 2).map((address) => issueCode(app, ann.phone, { address }));
  expect(() => issueCode(app, ann.phone, { address: networks[2]! })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining('try again in ten minutes'),
      extra: { retryAfter: 600 },
    }),
  );
  // a browser that asks again gets a new code, because the tries of its earlier code become free
  issueCode(app, ann.phone, { address: networks[0]!, challenge: first });
  app.clock.advance(10 * MINUTE);
  issueCode(app, ann.phone, { address: networks[2]! });
});

test('an asker gets five codes in ten minutes, ten a day', (app) => {
  let challenge: string | undefined;
  const ask = () => {
    challenge = issueCode(app, ann.phone, { ...HOME, challenge });
  };
  for (let n = 0; n < 10; n++) {
    if (n === 5) {
      expect(ask).toThrow('Please wait ten minutes');
      app.clock.advance(10 * MINUTE);
    }
    ask();
  }
  app.clock.advance(10 * MINUTE);
  expect(ask).toThrow('Please try again tomorrow');
  app.clock.advance(DAY);
  ask();
});
