import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  findHashtags,
  hashtagSlug,
  hashtagsIn,
  slug,
  untagged,
  withoutHashtags,
} from '../../src/contract/hashtags';
import { BOARD_NAME_MAX } from '../../src/contract/limits';

const words = fc.string({ unit: 'grapheme', maxLength: 120 });

test.each([
  ['Food', 'food'],
  ['  Summer   Trip ', 'summer-trip'],
  ['--a -- b--', 'a-b'],
  ['foo_bar!', 'foobar'],
  ['Été à Paris', 'été-à-paris'],
  ['ラーメン', 'ラーメン'],
  ['हिन्दी', 'हिन्दी'],
  ['ﬁne', 'fine'],
  ['🍜', ''],
  ['Travel ✈️', 'travel'],
  ['1️⃣ first', '1-first'],
  ['❤️', ''],
  ['#', ''],
])('the name %j is normalised to %j', (name, expected) => {
  expect(slug(name)).toBe(expected);
});

test('normalising a name twice changes nothing', () => {
  fc.assert(
    fc.property(words, (name) => expect(slug(slug(name))).toBe(slug(name))),
    { numRuns: 5_000 },
  );
});

test('a long hashtag is cut to the longest name, which is still normalised', () => {
  fc.assert(
    fc.property(words, (name) => {
      const cut = hashtagSlug(name);
      expect([...cut].length).toBeLessThanOrEqual(BOARD_NAME_MAX);
      expect(slug(cut)).toBe(cut);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['Try the ramen place #food', ['food']],
  ['#Food and #FOOD', ['food']],
  ['(#a) [#b] {#c} 「#d」', ['a', 'b', 'c', 'd']],
  ['https://x.com/page#section #real', ['real']],
  ['https://x.com/(#part', []],
  ['www.example.com/#top', []],
  ['milk#shop ラーメン#食べ物 issue#1 it’s#x 2#two', ['shop', '食べ物', '1', 'x', 'two']],
  ['C#minor x#a#b É#x E\u0301#x', []],
  ['＃food and #a＃b', ['food', 'a', 'b']],
  ['it&#39;s &#x27;x&#X27; &#nbsp;', ['nbsp']],
  ['[#md](x) [see #md](https://x.com) [top](#part) [#a] (#b)', ['a', 'b']],
  ['Ramen #food#trip', ['food', 'trip']],
  ['milk,#shopping a/#b', ['shopping', 'b']],
  ['"#quoted" «#deux»', ['quoted', 'deux']],
  ['❤️#love 1️⃣#first wow!#x', ['love', 'first', 'x']],
  ['cafe\u0301#yes', ['yes']],
  ['karakeep.app/docs#install site.com/#top #real', ['real']],
  ['#café #한국 #1', ['café', '한국', '1']],
  ['#ශ්‍රීලංකා #می‌خواهم', ['ශ්රීලංකා', 'میخواهم']],
  ['#, #! #___ #-', []],
  ['ends with #', []],
  ['#one,#two', ['one', 'two']],
])('the hashtags of %j are %j', (text, expected) => {
  expect(hashtagsIn(text)).toEqual(expected);
});

test('a hashtag is found at the offsets that are given', () => {
  fc.assert(
    fc.property(words, words, (before, name) => {
      const text = `${before} #${name}`;
      for (const { slug, start, end } of findHashtags(text)) {
        expect(['#', '＃']).toContain(text[start]!);
        expect(hashtagSlug(text.slice(start + 1, end))).toBe(slug);
      }
    }),
  );
});

test.each([
  ['Try #food the ramen', 'Try the ramen'],
  ['#food', ''],
  ['#food\nSecond line #b\nthird', 'Second line\nthird'],
  ['a #b, c', 'a, c'],
  ['a #x#y b,#z', 'a b,'],
  ['milk,#shop now', 'milk, now'],
  ['see #x(now) and (#y then)', 'see (now) and (then)'],
  ['say #x"hello"', 'say "hello"'],
  ['https://x.com/#kept #gone', 'https://x.com/#kept'],
  ['  untouched  lines\n\n stay', 'untouched  lines\n\n stay'],
])('%j without its hashtags is %j', (text, expected) => {
  expect(withoutHashtags(text)).toBe(expected);
});

test.each([
  ['lamp #house #gift', 'lamp #house'],
  ['lamp #gift#house', 'lamp #house'],
  ['lamp #house#gift', 'lamp #house'],
  ['lamp #a#gift#b', 'lamp #a#b'],
])('%j without #gift alone is %j', (text, expected) => {
  expect(withoutHashtags(text, (tag) => tag === 'gift')).toBe(expected);
});

test('what is left without hashtags is the same words in the same order', () => {
  const text = fc.array(fc.constantFrom('milk', 'a b', ' ', ',', '#food', '#trip', '(', ')', '"', '.'), {
    maxLength: 20,
  });
  const wordsOf = (text: string) => text.match(/[^\s]+/g) ?? [];
  fc.assert(
    fc.property(text, (parts) => {
      const text = parts.join('');
      let blanked = text;
      for (const { start, end } of findHashtags(text).reverse())
        blanked = `${blanked.slice(0, start)}${blanked.slice(end)}`;
      expect(wordsOf(withoutHashtags(text)).join('')).toBe(wordsOf(blanked).join(''));
    }),
    { numRuns: 5_000 },
  );
});

test('foreign words name no board, and lose nothing but that', () => {
  expect(untagged('C#: fix #42, a#b by ＃é https://x.com/#top ##1')).toBe(
    'C#: fix # 42, a#b by ＃ é https://x.com/#top ## 1',
  );
  const part = fc.constantFrom(...'#＃1é (&;[\n', 'x.com/', 'https://', '](', ')');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      expect(hashtagsIn(untagged(text))).toEqual([]);
      expect(untagged(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
    { numRuns: 5_000 },
  );
});
