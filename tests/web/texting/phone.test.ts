import { expect, test } from 'bun:test';
import type { SimulatedText } from '../../../src/contract/simulator';
import { isSameNumber, readPhoneCode } from '../../../web/people/auth/phone-code';
import { findLoginCode, newestCodes } from '../../../web/texting/phone/codes';
import { phonesWithNewTexts } from '../../../web/texting/phone/new-texts';
import { readText } from '../../../web/texting/phone/use-phones';
import { ann, bob } from '../../support/cast';

const CODE_TEXT = '838664 is your Tagline code. Nobody will ask you for it.\n\n@localhost #838664';

const text = (minute: number, changes: Partial<SimulatedText> = {}): SimulatedText => ({
  id: minute,
  phone: ann.phone,
  direction: 'outbound',
  body: 'Welcome',
  media: [],
  state: 'delivered',
  timestamp: `2026-01-31T12:0${minute}:00.000Z`,
  ...changes,
});

test('a code is read only from a text that brings a login code', () => {
  expect(findLoginCode(CODE_TEXT)).toBe('838664');
  expect(findLoginCode('Ann posted to #trip: call 555123 about the tickets')).toBeUndefined();
});

test('the newest code of each phone is passed on, if it has arrived', () => {
  const older = CODE_TEXT.replaceAll('838664', '111111');
  const texts = [
    text(4, { phone: bob.phone, body: older, state: 'failed' }),
    text(3, { body: CODE_TEXT, direction: 'inbound' }),
    text(2, { body: CODE_TEXT }),
    text(1, { body: older }),
    text(0, { phone: bob.phone, body: older }),
  ];
  expect(newestCodes(texts).map(({ phone, code }) => [phone, code])).toEqual([
    [ann.phone, '838664'],
    [bob.phone, '111111'],
  ]);
});

test('a waiting sign-in takes only the code of its own number, and none from before', () => {
  const askedAt = Date.parse('2026-01-31T12:00:00Z');
  const asked = { phoneNumber: '(202) 555-0111', askedAt };
  const message = { phone: ann.phone, code: '838664', at: '2026-01-31T12:00:02Z' };
  expect(readPhoneCode(message, asked)).toBe('838664');
  const others = [
    { phone: bob.phone },
    { at: '2026-01-31T11:59:00Z' },
    { at: 'soon' },
    { code: '83866' },
    { code: 'abcdef' },
    { code: 838664 },
  ];
  for (const other of others) expect(readPhoneCode({ ...message, ...other }, asked)).toBeUndefined();
  for (const data of [null, 'ask', 7, []]) expect(readPhoneCode(data, asked)).toBeUndefined();
});

test('a number is the same with and without its country code', () => {
  for (const typed of ['+1 202 555 0111', '202.555.0111', '1 (202) 555-0111'])
    expect(isSameNumber(typed, ann.phone)).toBe(true);
  expect(isSameNumber('07911 123456', '+447911123456')).toBe(true);
  for (const typed of ['', '0111', '202 555 0112']) expect(isSameNumber(typed, ann.phone)).toBe(false);
});

test('a phone has a new text until the text was seen there', () => {
  const texts = [text(3), text(2, { phone: bob.phone, state: 'held' }), text(1, { direction: 'inbound' })];
  expect([...phonesWithNewTexts(texts, {})]).toEqual([ann.phone]);
  expect([...phonesWithNewTexts(texts, { [ann.phone]: text(1).timestamp })]).toEqual([ann.phone]);
  expect([...phonesWithNewTexts(texts, { [ann.phone]: text(3).timestamp })]).toEqual([]);
});

test('a link fills in words only, and not too many', () => {
  expect(readText('Ramen #food\nat 7')).toBe('Ramen #food\nat 7');
  expect(readText('a\u0000b\u001b')).toBe('ab');
  expect(readText('x'.repeat(5000))).toHaveLength(1600);
  for (const value of [undefined, '', 7, ['x']]) expect(readText(value)).toBeUndefined();
});
