import { expect, test } from 'bun:test';
import fc from 'fast-check';
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
      const text = pieces.join('');
      const parts = textParts(text, ['food', '食物', 'x']);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts) expect(text.slice(part.at, part.at + part.text.length)).toBe(part.text);
      for (const part of parts) if (part.kind === 'link') expect(part.href).toMatch(/^https?:\/\//i);
    }),
  );
});
