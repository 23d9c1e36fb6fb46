import { expect } from 'bun:test';
import { setStopped } from '../../../src/outbox/outbox';
import { consumeCode, issueCode } from '../../../src/people/auth/codes';
import { type TestApp, testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { ann, bob } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { TWILIO } from '../../support/twilio-account';

const lastCode = (app: TestApp, phone: string) =>
  /^\d{6}/.exec(app.outbox(phone).at(-1)?.body ?? '')?.[0] ?? 'none';

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

const INVALID = 'Invalid verification code';

test('a code creates the account of a new number, and works once', ({ app }) => {
  const challenge = issueCode(app, ann.phone, { address: null });
  const code = lastCode(app, ann.phone);
  expect(consumeCode(app, ann.phone, code, challenge)).toMatchObject({
    isNew: true,
    user: { phone: ann.phone },
  });
  expect(() => consumeCode(app, ann.phone, code, challenge)).toThrow(INVALID);
});

test('the text of a code ends with the line that lets a browser fill it in', async () => {
  await using app = testApp({ PUBLIC_URL: 'https://notes.example/' });
  issueCode(app, ann.phone, { address: null });
  const code = lastCode(app, ann.phone);
  expect(app.outbox(ann.phone).at(-1)?.body.split('\n').at(-1)).toBe(`@notes.example #${code}`);
});

test('after five wrong codes, counted in the database, the right code is refused as well', ({ app }) => {
  const challenge = issueCode(app, ann.phone, { address: null });
  const code = lastCode(app, ann.phone);
  for (let i = 0; i < 5; i++)
    expect(() => consumeCode(app, ann.phone, wrong(code), challenge)).toThrow(INVALID);
  expect(() => consumeCode(app, ann.phone, code, challenge)).toThrow(INVALID);
  expect(app.db.$client.query('select tries from codes').get()).toEqual({ tries: 5 });
});

test('a code ends after ten minutes, or when a newer code is sent', ({ app }) => {
  const first = issueCode(app, ann.phone, { address: null });
  const old = lastCode(app, ann.phone);
  app.clock.advance(10 * MINUTE);
  expect(() => consumeCode(app, ann.phone, old, first)).toThrow(INVALID);

  const second = issueCode(app, ann.phone, { address: null });
  const replaced = lastCode(app, ann.phone);
  const third = issueCode(app, ann.phone, { address: null, challenge: second });
  const newest = lastCode(app, ann.phone);
  if (replaced !== newest) expect(() => consumeCode(app, ann.phone, replaced, second)).toThrow(INVALID);
  expect(consumeCode(app, ann.phone, newest, third).isNew).toBe(true);
});

test('a code works for its own number only', ({ app }) => {
  issueCode(app, bob.phone, { address: null });
  const challenge = issueCode(app, ann.phone, { address: null });
  const code = lastCode(app, ann.phone);
  if (code !== lastCode(app, bob.phone))
    expect(() => consumeCode(app, bob.phone, code, challenge)).toThrow(INVALID);
});

test('the hash of the code of one number, copied to another number, does not work there', ({ app }) => {
  const challenge = issueCode(app, bob.phone, { address: null });
  const anns = issueCode(app, ann.phone, { address: null });
  app.db.$client.query('update codes set hash = (select hash from codes where phone = ?)').run(ann.phone);
  const code = lastCode(app, ann.phone);
  expect(() => consumeCode(app, bob.phone, code, challenge)).toThrow(INVALID);
  expect(consumeCode(app, ann.phone, code, anns).user.phone).toBe(ann.phone);
});

test('the database has no code in plain text', ({ app }) => {
  issueCode(app, ann.phone, { address: null });
  const code = lastCode(app, ann.phone);
  expect(JSON.stringify(app.db.$client.query('select * from codes').all())).not.toContain(code);
});

test('the simulator has no limit on codes', ({ app }) => {
  for (let i = 0; i < 40; i++) issueCode(app, ann.phone, { address: '203.0.113.7' });
  expect(app.outbox(ann.phone)).toHaveLength(40);
});

test('a number that must not be texted is refused, and no text is sent', async () => {
  await using app = testApp(TWILIO);
  expect(() => issueCode(app, '+4915123456789', { address: null })).toThrow('We cannot text this number.');
  expect(app.outbox()).toEqual([]);
});

test('after STOP no code is sent, and the error says to text START', ({ app }) => {
  setStopped(app, ann.phone, true);
  expect(() => issueCode(app, ann.phone, { address: null })).toThrow('Text START to +1 (202) 555-0100 first');
  expect(app.outbox()).toEqual([]);
  setStopped(app, ann.phone, false);
  expect(() => issueCode(app, ann.phone, { address: null })).not.toThrow();
});
