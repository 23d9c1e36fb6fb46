import { expect, test } from 'bun:test';
import { hasCriteria, parseQuery } from '../../src/contract/search';
import { closeness, editDistance, fold, termsIn, termsOfMessage } from '../../src/contract/terms';

const words = (typed: string) => parseQuery(typed).words.map(({ terms }) => terms.join(' '));

test('the words of a text are folded: case, width, diacritics and apostrophes do not tell them apart', () => {
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

test('scripts without spaces are words character by character, and other scripts run by run', () => {
  expect(termsIn('今晚 8pm看房 ลาว 한국 नमस्ते').map(({ word }) => word)).toEqual([
    ...['今', '晚', '8pm', '看', '房'],
    ...['ล', 'า', 'ว', '한', '국', 'नमस्ते'],
  ]);
});

test('a character is the same word in whatever pieces it was written', () => {
  const composed = ['가', '각', 'ガ', 'ぱ'];
  for (const pieces of ['가각ガぱ', '가각ガぱ'.normalize('NFD'), '가각ｶﾞぱ'])
    expect(termsIn(pieces).map(({ word }) => word)).toEqual(composed);
  const text = `오늘 ${'한국'.normalize('NFD')} ｶﾞﾗｽ`;
  expect(termsIn(text).map(({ start, end }) => text.slice(start, end).normalize('NFKC'))).toEqual([
    ...['오', '늘', '한', '국', 'ガ', 'ラ', 'ス'],
  ]);
});

test('what only shapes a line or a letter tells no words apart', () => {
  expect(termsIn('soft\u00adhyphen مرحبـــا ΣΟΦΟΣ 🇩🇪').map(({ word }) => word)).toEqual([
    ...['softhyphen', 'مرحبا', 'σοφοσ', '🇩🇪'],
  ]);
});

test('every word knows where it stands in the text as written', () => {
  const text = "Don't miss Café 今晚, 🍜!";
  expect(termsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    ...["Don't", 'miss', 'Café', '今', '晚', '🍜'],
  ]);
});

test('hashtags are no words of a message, and the fragment of a link is', () => {
  expect(termsOfMessage('ramen #food #晚饭 https://a.example/x#part').map(({ word }) => word)).toEqual([
    ...['ramen', 'a', 'example', 'x', 'part'],
  ]);
});

test('operators are taken out of the words wherever they stand', () => {
  expect(
    parseQuery('Ramen from:"Bob Ray" -spicy #Food before:2026-02 after:2026-01-31 has:photo "on ice"'),
  ).toEqual({
    words: [
      { terms: ['ramen'], quoted: false, unfinished: false },
      { terms: ['on', 'ice'], quoted: true, unfinished: false },
    ],
    excludedWords: [{ terms: ['spicy'], quoted: false, unfinished: false }],
    tags: ['food'],
    excludedTags: [],
    from: ['Bob Ray'],
    excludedFrom: [],
    before: Date.UTC(2026, 1, 1),
    after: Date.UTC(2026, 0, 31),
    has: ['photo'],
    excludedHas: [],
    filters: expect.anything(),
    freeText: 'Ramen on ice',
  });
});

test('an operator is shown with what was meant, and can be cut out where it stands', () => {
  const typed = 'ramen from:bob -#food "on ice"';
  const { filters: operators } = parseQuery(typed);
  expect(operators.map(({ kind, value, start, end }) => [kind, value, typed.slice(start, end)])).toEqual([
    ['from', 'bob', 'from:bob'],
    ['excluded', '#food', '-#food'],
    ['phrase', 'on ice', '"on ice"'],
  ]);
});

test('what only looks like an operator is words', () => {
  expect(words('before:lunch has:legs note:x 12:30')).toEqual([
    'before lunch',
    'has legs',
    'note x',
    '12 30',
  ]);
  expect(parseQuery('before:2026-02-30').before).toBeNull();
  expect(words('from:')).toEqual(['from']);
});

test('only the word at the very end is still being typed', () => {
  const open = (typed: string) => parseQuery(typed).words.map((word) => word.unfinished);
  expect(open('one two')).toEqual([false, true]);
  expect(open('one two ')).toEqual([false, false]);
  expect(open('one "two"')).toEqual([false, false]);
});

test('a question that asks nothing is known as such', () => {
  for (const nothing of ['', '   ', '"', '""', '***', '-', '#', '- #', '()', '\\', '«»'])
    expect({ nothing, asks: hasCriteria(parseQuery(nothing)) }).toEqual({ nothing, asks: false });
  for (const something of ['a', '-a', '#a', '-#a', 'has:link', 'before:2026', '🍜'])
    expect({ something, asks: hasCriteria(parseQuery(something)) }).toEqual({ something, asks: true });
});

test('the nearer a word, the more it counts', () => {
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

test('slips are letters left out, put in, exchanged or swapped', () => {
  for (const [a, b, slips] of [
    ['ramen', 'ramen', 0],
    ['ramen', 'rmen', 1],
    ['ramen', 'raamen', 1],
    ['ramen', 'raven', 1],
    ['ramen', 'rmaen', 1],
    ['ramen', 'rvaen', 2],
    ['ramen', 'pizza', 3],
  ] as const)
    expect({ a, b, slips: editDistance(a, b, 2) }).toEqual({ a, b, slips });
});

test('numbers and very short words have no slips', () => {
  expect(closeness('1234', '1235')).toBe(0);
  expect(closeness('at', 'it')).toBe(0);
});
