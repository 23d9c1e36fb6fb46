import { expect, test } from 'bun:test';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { formatPhone, maskPhone } from '../src/contract/people';
import { mayText, toE164 } from '../src/phone';

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

test('the old and the new spelling of a Mexican mobile are one number', () => {
  expect(toE164('+5215512345678', 'US')).toBe(toE164('+525512345678', 'US'));
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

test('a premium-rate number is never texted, whatever its country', () => {
  expect(mayText('+19005550111', 'all')).toBe(false);
});
