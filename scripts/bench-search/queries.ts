import { createRandom, type Random } from './random';
import { wordsOf } from './texts';

/** A way to make a query that should find a certain message. */
export type Rule = {
  name: string;
  language: 'en' | 'zh';
  /** Returns a query for a text, or null if the rule does not apply to it. */
  make(text: string, corpus: Corpus, random: Random): string | null;
};

/** All texts. `textsWith` has, for each word, the number of texts that contain it. */
export type Corpus = { texts: string[]; textsWith: Map<string, number> };

/**
 * Returns the `count` rarest words of a text, or null if it has too few. Words with a digit or with fewer
 * than `minLength` letters do not count.
 */
function rarest(text: string, { textsWith }: Corpus, count: number, minLength = 3): string[] | null {
  const words = [...new Set(wordsOf(text))].filter((word) => word.length >= minLength && !/\d/.test(word));
  if (words.length < count) return null;
  return words.sort((a, b) => textsWith.get(a)! - textsWith.get(b)!).slice(0, count);
}

const shuffled = (words: string[], random: Random) => {
  const left = [...words];
  return words.map(() => left.splice(random(left.length), 1)[0]!);
};

/** Returns a word with one typo: a letter is left out, added, replaced, or swapped with the next one. */
function mistyped(word: string, random: Random): string {
  const at = random(word.length - 1);
  const letter = 'abcdefghijklmnopqrstuvwxyz'[random(26)]!;
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const changed = [
    () => before + after.slice(1),
    () => before + letter + after,
    () => before + letter + after.slice(1),
    () => before + after[1] + after[0] + after.slice(2),
  ][random(4)]!();
  return changed === word ? mistyped(word, random) : changed;
}

/** Returns another inflection of a word, or null if none can be made. */
function inflected(word: string, random: Random): string | null {
  const root = /^(.{3,}?)(?:ing|ed|s)$/.exec(word)?.[1] ?? (/[aeiou]$/.test(word) ? null : word);
  if (!root || /s$/.test(root)) return null;
  const forms = ['', 's', 'ed', 'ing'].map((ending) => root + ending).filter((form) => form !== word);
  return forms[random(forms.length)]!;
}

const hanRuns = (text: string) => text.match(/\p{Script=Han}+/gu) ?? [];

export const RULES: Rule[] = [
  {
    name: 'telling words in another order',
    language: 'en',
    make: (text, corpus, random) => {
      const words = rarest(text, corpus, 3);
      return words && shuffled(words, random).join(' ');
    },
  },
  {
    name: 'the last word a prefix',
    language: 'en',
    make: (text, corpus) => {
      const [last, ...others] = rarest(text, corpus, 3, 5) ?? [];
      return last ? [...others, last.slice(0, Math.max(3, Math.ceil(last.length * 0.6)))].join(' ') : null;
    },
  },
  {
    name: 'one typo',
    language: 'en',
    make: (text, corpus, random) => {
      const words = rarest(text, corpus, 2, 5);
      return words && [mistyped(words[0]!, random), words[1]!].join(' ');
    },
  },
  {
    name: 'two typos',
    language: 'en',
    make: (text, corpus, random) => {
      const words = rarest(text, corpus, 2, 5);
      return words?.map((word) => mistyped(word, random)).join(' ') ?? null;
    },
  },
  {
    name: 'two typos in one word',
    language: 'en',
    make: (text, corpus, random) => {
      const words = rarest(text, corpus, 1, 8);
      return words && mistyped(mistyped(words[0]!, random), random);
    },
  },
  {
    name: 'a part of a word',
    language: 'en',
    make: (text, corpus, random) => {
      const [word] = rarest(text, corpus, 1, 7) ?? [];
      if (!word) return null;
      const at = 1 + random(word.length - 5);
      const part = word.slice(at, at + 5);
      return corpus.texts.filter((other) => other.toLowerCase().includes(part)).length <= 3 ? part : null;
    },
  },
  {
    name: 'another inflection',
    language: 'en',
    make: (text, corpus, random) => {
      const words = rarest(text, corpus, 2, 4);
      const form = words && inflected(words[0]!, random);
      return form ? [form, words[1]!].join(' ') : null;
    },
  },
  { name: 'one word', language: 'en', make: (text, corpus) => rarest(text, corpus, 1, 4)?.[0] ?? null },
  {
    name: 'two fragments of two characters',
    language: 'zh',
    make: (text, _corpus, random) => {
      const run = hanRuns(text).join(' ');
      const pairs = [...run.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map((match) => ({
        at: match.index,
        pair: match[1]!,
      }));
      if (pairs.length < 4) return null;
      const first = pairs[random(pairs.length)]!;
      const second = pairs.filter(({ at }) => Math.abs(at - first.at) > 1)[random(pairs.length - 3)];
      return second ? `${first.pair} ${second.pair}` : null;
    },
  },
  {
    name: 'one fragment of four characters',
    language: 'zh',
    make: (text, _corpus, random) => {
      const fours = [...text.matchAll(/(?=(\p{Script=Han}{4}))/gu)].map((match) => match[1]!);
      return fours.length > 0 ? fours[random(fours.length)]! : null;
    },
  },
];

/** A query, and the id of the text that it should find. The first text has the id 1. */
export type KnownItem = { query: string; id: number };

/**
 * Returns up to `count` queries, each made from a different text. No query is made from a text that occurs
 * more than once.
 */
export function makeQueries(rule: Rule, texts: string[], count: number, seed = 0): KnownItem[] {
  const random = createRandom(rule.name.length * 7919 + seed);
  const textsWith = new Map<string, number>();
  const occurrences = new Map<string, number>();
  for (const text of texts) {
    occurrences.set(text, (occurrences.get(text) ?? 0) + 1);
    for (const word of new Set(wordsOf(text))) textsWith.set(word, (textsWith.get(word) ?? 0) + 1);
  }
  const corpus = { texts, textsWith };
  const made = new Map<number, string>();
  for (let tries = 0; tries < count * 20 && made.size < count; tries++) {
    const at = random(texts.length);
    if (occurrences.get(texts[at]!)! > 1 || made.has(at)) continue;
    const query = rule.make(texts[at]!, corpus, random);
    if (query) made.set(at, query);
  }
  return [...made].map(([at, query]) => ({ query, id: at + 1 }));
}
