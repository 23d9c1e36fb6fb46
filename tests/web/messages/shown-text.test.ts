import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Media } from '../../../src/contract/media';
import { chipsOf, shownText } from '../../../web/messages/card/shown-text';

const PHOTO = { id: 1 } as Media;
const shown = (content: string, tags = ['food', 'trip']) => shownText({ content, tags, media: [] });
const text = (content: string) => shown(content).text;

test('hashtags at the end are left out if they have a chip', () => {
  expect(text('Ramen #food')).toBe('Ramen');
  expect(text('Ramen\n#food #Trip \n')).toBe('Ramen');
  expect(text('Ramen #food#trip')).toBe('Ramen');
});

test('hashtags between words, glued to words or without a chip stay', () => {
  for (const content of ['#food: ramen', 'Is #food here?', 'see:#food', 'Ramen #other', 'Ramen #food.'])
    expect(text(content)).toBe(content);
  expect(text('Ramen #food #other')).toBe('Ramen #food #other');
  expect(text('Ramen #other #food')).toBe('Ramen #other');
});

test('a message with hashtags alone says so, unless it has files', () => {
  expect(shown('#food #trip').kind).toBe('hashtags');
  expect(shown('').kind).toBe('hashtags'); // as for a reader from whom the server hides the only hashtag
  expect(shownText({ content: '#food', tags: ['food'], media: [PHOTO] }).kind).toBe('none');
});

test('up to three emoji are large: keycaps, flags, families, skin tones', () => {
  for (const emoji of ['🎉', '❤️', '1️⃣2️⃣3️⃣', '🇳🇴 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦 👍🏽\n🧑🏿‍🚀 #food', '#️⃣'])
    expect(shown(emoji).kind).toBe('emoji');
  for (const other of ['🎉🎉🎉🎉', '🎉 yes', '12', '#', '*', '❤', '™', '5 #food'])
    expect(shown(other).kind).toBe('text');
});

test('one link and nothing else is told from a text with a link', () => {
  expect(shown('https://a.example/x #food').kind).toBe('link');
  expect(shown('karakeep.app').kind).toBe('link');
  for (const other of ['See https://a.example/x', '(https://a.example/x)', 'https://a.b https://c.d'])
    expect(shown(other).kind).toBe('text');
});

test('a shown text is the beginning of the content, and no hashtag is lost', () => {
  const piece = fc.constantFrom('a', '#food', '#trip', '#x', ' ', '\n', '.', '🎉', 'https://a.example');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const content = pieces.join('');
      const { text } = shown(content);
      expect(content.trim().startsWith(text.trim())).toBe(true);
      expect(content.slice(content.indexOf(text) + text.length)).toMatch(/^(\s*#(food|trip))*\s*$/);
    }),
  );
});

test('a board has no chip in its own list', () => {
  expect(chipsOf({ tags: ['food', 'trip'] }, 'food')).toEqual(['trip']);
  expect(chipsOf({ tags: ['food', 'trip'] }, undefined)).toEqual(['food', 'trip']);
});
