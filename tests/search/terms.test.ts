import { expect, test } from 'bun:test';
import { closeness, editDistance, fold, termsIn, termsOfMessage } from '../../src/contract/terms';

test('case, width, diacritics and apostrophes do not tell words apart', () => {
  expect(['Café', 'ＡＢＣ１２', '⑴', 'Straße', 'đường', 'Ёлка', "Don't"].map(fold)).toEqual([
    'cafe',
    'abc12',
    '1',
    'strasse',
    'duong',
    'елка',
    'dont',
  ]);
});

test.each([
  [
    'each character of a script without spaces is a term of its own',
    '今晚 8pm看房 ลาว 한국 नमस्ते',
    '今 晚 8pm 看 房 ล า ว 한 국 नमस्ते',
  ],
  [
    'soft hyphens and lengthening strokes do not tell words apart',
    'soft\u00adhyphen مرحبـــا ΣΟΦΟΣ 🇩🇪',
    'softhyphen مرحبا σοφοσ 🇩🇪',
  ],
])('%s', (_, text, terms) => {
  expect(termsIn(text).map(({ word }) => word)).toEqual(terms.split(' '));
});

test('a character is the same term whether it is composed or decomposed', () => {
  const composed = ['가', '각', 'ガ', 'ぱ'];
  for (const pieces of ['가각ガぱ', '가각ガぱ'.normalize('NFD'), '가각ｶﾞぱ'])
    expect(termsIn(pieces).map(({ word }) => word)).toEqual(composed);
  const text = `오늘 ${'한국'.normalize('NFD')} ｶﾞﾗｽ`;
  expect(termsIn(text).map(({ start, end }) => text.slice(start, end).normalize('NFKC'))).toEqual([
    ...['오', '늘', '한', '국', 'ガ', 'ラ', 'ス'],
  ]);
});

test('every term has its range in the original text', () => {
  const text = "Don't miss Café 今晚, 🍜!";
  expect(termsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    ...["Don't", 'miss', 'Café', '今', '晚', '🍜'],
  ]);
});

test('hashtags are not terms of a message, but the fragment of a link is', () => {
  expect(termsOfMessage('ramen #food #晚饭 https://a.example/x#part').map(({ word }) => word)).toEqual([
    ...['ramen', 'a', 'example', 'x', 'part'],
  ]);
});

test('closer words count for more', () => {
  const order = [
    ['ramen', 'ramen'],
    ['lantern', 'lanterns'],
    ['ram', 'ramen'],
    ['watched', 'watching'],
    ['ame', 'ramen'],
    ['rmaen', 'ramen'],
    ['restuarnt', 'restaurant'],
    ['ramen', 'pizza'],
  ].map(([searched = '', found = '']) => closeness(searched, found));
  expect(order).toEqual([...new Set(order)].sort((a, b) => b - a));
  expect(order.at(-1)).toBe(0);
});

test('a typo leaves out, adds, replaces or swaps a letter', () => {
  for (const [a, b, typos] of [
    ['ramen', 'ramen', 0],
    ['ramen', 'rmen', 1],
    ['ramen', 'raamen', 1],
    ['ramen', 'raven', 1],
    ['ramen', 'rmaen', 1],
    ['ramen', 'rvaen', 2],
    ['ramen', 'pizza', 3],
  ] as const)
    expect({ a, b, typos: editDistance(a, b, 2) }).toEqual({ a, b, typos });
});

test('numbers and very short words have no typos', () => {
  expect(closeness('1234', '1235')).toBe(0);
  expect(closeness('at', 'it')).toBe(0);
});
