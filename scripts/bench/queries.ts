/** Makes a query from the `count` rarest words of a text that have at least `letters` letters. */
export type Rule = {
  name: string;
  count: number;
  letters: number;
  make: (words: string[], random: Random) => string | null;
};

type Random = (n: number) => number;

export const ENGLISH: Rule[] = [
  {
    name: 'telling words in another order',
    count: 3,
    letters: 3,
    make: (words) => words.toReversed().join(' '),
  },
  {
    name: 'the last word a prefix',
    count: 3,
    letters: 5,
    make: ([last = '', ...others]) => [...others, last.slice(0, Math.ceil(last.length * 0.6))].join(' '),
  },
  {
    name: 'one typo',
    count: 2,
    letters: 5,
    make: ([first = '', second], random) => `${mistyped(first, random)} ${second}`,
  },
  {
    name: 'two typos',
    count: 2,
    letters: 5,
    make: (words, random) => words.map((word) => mistyped(word, random)).join(' '),
  },
  {
    name: 'a part of a word',
    count: 1,
    letters: 7,
    make: ([word = ''], random) => word.slice(1 + random(word.length - 5)).slice(0, 5),
  },
  {
    name: 'another inflection',
    count: 2,
    letters: 4,
    make: ([first = '', second], random) => {
      const form = inflected(first, random);
      return form && `${form} ${second}`;
    },
  },
  { name: 'one word', count: 1, letters: 4, make: ([word = '']) => word },
];

/** A word is here a run of characters without a space. */
export const CHINESE: Rule[] = [
  { name: 'Chinese, two characters of a run', count: 1, letters: 4, make: ([run = '']) => run.slice(1, 3) },
  { name: 'Chinese, four characters of a run', count: 1, letters: 5, make: ([run = '']) => run.slice(0, 4) },
];

function mistyped(word: string, random: Random): string {
  const at = random(word.length - 1);
  const letter = 'abcdefghijklmnopqrstuvwxyz'[random(26)]!;
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const changed = [
    before + after.slice(1),
    before + letter + after,
    before + letter + after.slice(1),
    before + after[1] + after[0] + after.slice(2),
  ][random(4)]!;
  return changed === word ? mistyped(word, random) : changed;
}

function inflected(word: string, random: Random): string | null {
  const root = /^(.{3,}?)(?:ing|ed|s)$/.exec(word)?.[1] ?? (/[aeiou]$/.test(word) ? null : word);
  if (!root || /s$/.test(root)) return null;
  const forms = ['', 's', 'ed', 'ing'].map((ending) => root + ending).filter((form) => form !== word);
  return forms[random(forms.length)]!;
}

export type KnownItem = { query: string; text: string };

/** Returns up to `count` queries, each made from a different text that occurs once. */
export function makeQueries({ count, letters, make }: Rule, texts: string[], queries: number): KnownItem[] {
  const random = createRandom(4711);
  const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/\p{L}+/gu))];
  const textsWith = new Map<string, number>();
  for (const word of texts.flatMap(wordsOf)) textsWith.set(word, (textsWith.get(word) ?? 0) + 1);
  const once = texts.filter((text, at) => texts.indexOf(text) === at && texts.lastIndexOf(text) === at);
  const items: KnownItem[] = [];
  for (const text of once) {
    const words = wordsOf(text).filter(({ length }) => length >= letters);
    words.sort((a, b) => textsWith.get(a)! - textsWith.get(b)!);
    const query = words.length < count ? null : make(words.slice(0, count), random);
    if (query) items.push({ query, text });
    if (items.length === queries) break;
  }
  return items;
}

/** Returns a generator of whole numbers from 0 to `n` - 1 (mulberry32), the same for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}
