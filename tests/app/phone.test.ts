import { expect, test } from 'bun:test';
import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { mayText, toE164, toOwnE164 } from '../../src/app/phone';
import { formatPhone, maskPhone } from '../../src/contract/people';

test.each([
  '2025550111',
  '202 555 0111',
  '(202) 555-0111',
  '+1 202-555-0111',
  '+12025550111',
  '1 202 555 0111',
  '202.555.0111',
  '\u200e+1\u00a0202\u200b5550111',
  '２０２５５５０１１１',
  'tel:+1-202-555-0111',
])('%j is a spelling of +12025550111', (spelling) => {
  expect(toE164(spelling, 'US')).toBe('+12025550111');
});

test.each([
  '',
  'abc',
  '12',
  '+',
  'call 2025550111',
  '2025550111 ext 5',
  '+1202555011111111',
  '202555011x',
  '2025550111;drop',
])('%j is not a phone number', (input) => {
  expect(toE164(input, 'US')).toBeNull();
});

test('a number without + belongs to the default country', () => {
  expect(toE164('0151 23456789', 'DE')).toBe('+4915123456789');
});

test.each([
  ['+5215512345678', '+525512345678'],
  ['+52 1 55 1234-5678', '+525512345678'],
  ['+54 11 2345-6789', '+5491123456789'],
  ['+54 9 11 2345-6789', '+5491123456789'],
  ['+54 2966 123456', '+5492966123456'],
  ['+55 (11) 8765-4321', '+5511987654321'],
  ['+55 11 98765-4321', '+5511987654321'],
])('%j is the mobile number %s', (typed, number) => {
  expect(toE164(typed, 'US')).toBe(number);
});

test.each([
  ['11 2345 6789', 'AR', '+5491123456789'],
  ['011 15 2345 6789', 'AR', '+5491123456789'],
  ['1 55 1234 5678', 'MX', '+525512345678'],
  ['(11) 8765-4321', 'BR', '+5511987654321'],
] as const)('%j, typed in %s, is the mobile number %s', (typed, country, number) => {
  expect(toE164(typed, country)).toBe(number);
});

test.each(['+551123456789', '+551177654321', '+525512345678', '+5411234567890', '+12025550111'])(
  '%s has one form',
  (number) => {
    expect(toE164(number, 'US')).toBe(number);
  },
);

test('our own number keeps the form that the gateway knows', () => {
  expect(toOwnE164('+54 11 2345-6789', 'US')).toBe('+541123456789');
  expect(toOwnE164('+1202555', 'US')).toBeNull();
});

test('a present mobile number of any country keeps its form', () => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples)!.number;
    expect(toE164(example, 'US')).toBe(example);
  }
});

test('only allowed countries may be texted', () => {
  expect(mayText('+12025550111', ['US'])).toBe(true);
  expect(mayText('+4915123456789', ['US'])).toBe(false);
  expect(mayText('+4915123456789', 'all')).toBe(true);
});

test('a masked number shows its calling code and its last four digits', () => {
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country);
    expect(maskPhone(`+${code}555600${code}123`)).toBe(`+${code} ••• ••• ${code.at(-1)}123`);
  }
});

test('only a possible North American number is formatted as one', () => {
  expect(formatPhone('2025550111')).toBe('(202) 555-0111');
  expect(formatPhone('+12025550111')).toBe('+1 (202) 555-0111');
  expect(formatPhone('0612345678')).toBe('0612345678'); // a French number
});

test.each(['+19005550111', '+447012345678', '+15005550123', '+15332345678', '+17005550123', '+17002345678'])(
  '%s is expensive, so it is never texted',
  (number) => {
    expect(mayText(number, 'all')).toBe(false);
  },
);
