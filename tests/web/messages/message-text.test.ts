import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { plainText, textBlocks } from '../../../web/messages/card/markdown';
import { textParts } from '../../../web/messages/card/text-parts';

const links = (text: string) =>
  textParts(text, []).flatMap((part) => (part.kind === 'link' ? part.href : []));
const tags = (text: string, mine: string[]) =>
  textParts(text, mine).flatMap((part) => (part.kind === 'tag' ? [[part.text, part.tag]] : []));

test('only hashtags among the tags of the reader are links', () => {
  expect(tags('#Food and #secret and #food', ['food'])).toEqual([
    ['#Food', 'food'],
    ['#food', 'food'],
  ]);
});

test('a # inside a link is part of the link', () => {
  expect(links('see https://example.com/a#food now')).toEqual(['https://example.com/a#food']);
  expect(tags('see https://example.com/a#food now', ['food'])).toEqual([]);
});

test('only http and https URLs become links', () => {
  expect(links('javascript:alert(1) data:text/html,x file:///etc mailto:a@b.c http://')).toEqual([]);
});

test('the parts of any text add up to the text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('#food', '#食物', 'https://a.b/c#d', 'www.', 'http://', ' ', '\n', '(#x)', '...'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('').replace(/[`*[\]]/g, ''); // without marks, which are not shown
      const parts = textParts(text, ['food', '食物', 'x']);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts) expect(text.slice(part.at, part.at + part.text.length)).toBe(part.text);
      for (const part of parts) if (part.kind === 'link') expect(part.href).toMatch(/^https?:\/\//i);
    }),
  );
});

const shown = (text: string, mine: string[] = []): unknown[] =>
  textParts(text, mine).map((part) => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'bold')
      return ['bold', ...part.parts.map((inner) => (inner.kind === 'tag' ? inner.tag : inner.text))];
    return [part.kind, part.text, ...(part.kind === 'link' ? [part.href] : [])];
  });

test.each<[string, unknown[]]>([
  ['**now** or never', [['bold', 'now'], ' or never']],
  ['a **#food b** c', ['a ', ['bold', 'food', ' b'], ' c']],
  ['2 ** 3 ** 4, a**b**c, ** x **, ****, *one*', ['2 ** 3 ** 4, a**b**c, ** x **, ****, *one*']],
  ['run `a **b** #food` now', ['run ', ['code', 'a **b** #food'], ' now']],
  ['[the menu](https://a.example/m_(1)?x#y).', [['link', 'the menu', 'https://a.example/m_(1)?x#y'], '.']],
  [
    '[x](javascript:alert(1)) [x](/a) [x](mailto:a@b.c)',
    ['[x](javascript:alert(1)) [x](/a) [x](mailto:a@b.c)'],
  ],
  ['<b>no</b> &amp; <script>', ['<b>no</b> &amp; <script>']],
])('of %j is shown %j', (text, parts) => {
  expect(shown(text, ['food'])).toEqual(parts);
});

test('words that look like another address do not hide where a link leads', () => {
  expect(shown('[bank.com](https://evil.example/x)')).toEqual([
    '[',
    ['link', 'bank.com', 'https://bank.com'],
    '](',
    ['link', 'https://evil.example/x', 'https://evil.example/x'],
    ')',
  ]);
});

test('lists and fenced code are blocks of their own, and a single line is no list', () => {
  expect(textBlocks('Plan:\n1. Tent\n2) Stove\nBye\n- Ann')).toEqual([
    { kind: 'text', text: 'Plan:', mark: '' },
    { kind: 'item', text: 'Tent', mark: '1.' },
    { kind: 'item', text: 'Stove', mark: '2)' },
    { kind: 'text', text: 'Bye\n- Ann', mark: '' },
  ]);
  expect(textBlocks('See\n```js\na\n\n#b\n```\nend')).toEqual([
    { kind: 'text', text: 'See', mark: '' },
    { kind: 'code', text: 'a\n\n#b', mark: '' },
    { kind: 'text', text: 'end', mark: '' },
  ]);
  expect(plainText('**a** and [b](https://c.example) `d`')).toBe('a and b d');
});
