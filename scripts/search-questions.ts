/** Questions for messages that one has in mind, made from the messages by rule; and messages, where there are no real ones. */

export type Rule = {
  name: string;
  language: 'en' | 'zh';
  /** A question for this text, or null if it does not lend itself to one. */
  ask(text: string, corpus: Corpus, chance: Chance): string | null;
};

export type Corpus = { texts: string[] /** In how many texts a word stands. */; spread: Map<string, number> };

/** A whole number from 0 to below `n`, the same ones in every run. */
export type Chance = (n: number) => number;

export const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words that tell most: the rarest, at least so long. */
function telling(text: string, { spread }: Corpus, count: number, length = 3): string[] | null {
  const words = [...new Set(wordsOf(text))].filter((word) => word.length >= length && !/\d/.test(word));
  if (words.length < count) return null;
  return words.sort((a, b) => spread.get(a)! - spread.get(b)!).slice(0, count);
}

const shuffled = (words: string[], chance: Chance) => {
  const left = [...words];
  return words.map(() => left.splice(chance(left.length), 1)[0]!);
};

/** One slip of the fingers: a letter left out, put in, exchanged, or swapped with the next. */
function mistyped(word: string, chance: Chance): string {
  const at = chance(word.length - 1);
  const letter = 'abcdefghijklmnopqrstuvwxyz'[chance(26)]!;
  const [before, after] = [word.slice(0, at), word.slice(at)];
  const made = [
    () => before + after.slice(1),
    () => before + letter + after,
    () => before + letter + after.slice(1),
    () => before + after[1] + after[0] + after.slice(2),
  ][chance(4)]!();
  return made === word ? mistyped(word, chance) : made;
}

function inflected(word: string, chance: Chance): string | null {
  const root = /^(.{3,}?)(?:ing|ed|s)$/.exec(word)?.[1] ?? (/[aeiou]$/.test(word) ? null : word);
  if (!root || /s$/.test(root)) return null;
  const forms = ['', 's', 'ed', 'ing'].map((ending) => root + ending).filter((form) => form !== word);
  return forms[chance(forms.length)]!;
}

const hanRuns = (text: string) => text.match(/\p{Script=Han}+/gu) ?? [];

export const RULES: Rule[] = [
  {
    name: 'telling words in another order',
    language: 'en',
    ask: (text, corpus, chance) => {
      const words = telling(text, corpus, 3);
      return words && shuffled(words, chance).join(' ');
    },
  },
  {
    name: 'the last word a prefix',
    language: 'en',
    ask: (text, corpus) => {
      const [last, ...others] = telling(text, corpus, 3, 5) ?? [];
      return last ? [...others, last.slice(0, Math.max(3, Math.ceil(last.length * 0.6)))].join(' ') : null;
    },
  },
  {
    name: 'one typo',
    language: 'en',
    ask: (text, corpus, chance) => {
      const words = telling(text, corpus, 2, 5);
      return words && [mistyped(words[0]!, chance), words[1]!].join(' ');
    },
  },
  {
    name: 'two typos',
    language: 'en',
    ask: (text, corpus, chance) => {
      const words = telling(text, corpus, 2, 5);
      return words?.map((word) => mistyped(word, chance)).join(' ') ?? null;
    },
  },
  {
    name: 'two typos in one word',
    language: 'en',
    ask: (text, corpus, chance) => {
      const words = telling(text, corpus, 1, 8);
      return words && mistyped(mistyped(words[0]!, chance), chance);
    },
  },
  {
    name: 'a part of a word',
    language: 'en',
    ask: (text, corpus, chance) => {
      const [word] = telling(text, corpus, 1, 7) ?? [];
      if (!word) return null;
      const at = 1 + chance(word.length - 5);
      const part = word.slice(at, at + 5);
      return corpus.texts.filter((other) => other.toLowerCase().includes(part)).length <= 3 ? part : null;
    },
  },
  {
    name: 'another inflection',
    language: 'en',
    ask: (text, corpus, chance) => {
      const words = telling(text, corpus, 2, 4);
      const form = words && inflected(words[0]!, chance);
      return form ? [form, words[1]!].join(' ') : null;
    },
  },
  { name: 'one word', language: 'en', ask: (text, corpus) => telling(text, corpus, 1, 4)?.[0] ?? null },
  {
    name: 'two fragments of two characters',
    language: 'zh',
    ask: (text, _corpus, chance) => {
      const run = hanRuns(text).join(' ');
      const pairs = [...run.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map((match) => ({
        at: match.index,
        pair: match[1]!,
      }));
      if (pairs.length < 4) return null;
      const first = pairs[chance(pairs.length)]!;
      const second = pairs.filter(({ at }) => Math.abs(at - first.at) > 1)[chance(pairs.length - 3)];
      return second ? `${first.pair} ${second.pair}` : null;
    },
  },
  {
    name: 'one fragment of four characters',
    language: 'zh',
    ask: (text, _corpus, chance) => {
      const fours = [...text.matchAll(/(?=(\p{Script=Han}{4}))/gu)].map((match) => match[1]!);
      return fours.length > 0 ? fours[chance(fours.length)]! : null;
    },
  },
];

export type Asked = { question: string /** From 1, as the texts stand. */; id: number };

/** Up to `count` questions, each for another text; texts that stand there twice are left out. Another seed, other questions. */
export function questions(rule: Rule, texts: string[], count: number, seed = 0): Asked[] {
  const chance = chances(rule.name.length * 7919 + seed);
  const spread = new Map<string, number>();
  const times = new Map<string, number>();
  for (const text of texts) {
    times.set(text, (times.get(text) ?? 0) + 1);
    for (const word of new Set(wordsOf(text))) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const corpus = { texts, spread };
  const asked = new Map<number, string>();
  for (let tries = 0; tries < count * 20 && asked.size < count; tries++) {
    const at = chance(texts.length);
    if (times.get(texts[at]!)! > 1 || asked.has(at)) continue;
    const question = rule.ask(texts[at]!, corpus, chance);
    if (question) asked.set(at, question);
  }
  return [...asked].map(([at, question]) => ({ question, id: at + 1 }));
}

/** mulberry32: small, and good enough to pick by. */
export function chances(seed: number): Chance {
  let state = seed;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/** Sentences of made-up words whose frequencies fall off as those of a language do. */
export function madeTexts(language: 'en' | 'zh'): string[] {
  const chance = chances(17);
  const zipf = (n: number) => Math.floor(n ** (chance(1_000_000) / 1_000_000)) - 1;
  const syllables = [
    'ka',
    'ro',
    'min',
    'ta',
    'shel',
    'ov',
    'ni',
    'gra',
    'pel',
    'u',
    'ster',
    'lo',
    'ven',
    'di',
    'ba',
  ];
  const word = () =>
    Array.from({ length: 1 + chance(4) }, () => syllables[chance(syllables.length)]).join('');
  const words = Array.from({ length: 12_000 }, word);
  const character = () => String.fromCodePoint(0x4e00 + zipf(3_000));
  return Array.from({ length: language === 'en' ? 20_000 : 6_000 }, () =>
    Array.from({ length: 4 + chance(16) }, () =>
      language === 'en' ? words[zipf(words.length)] : character(),
    ).join(language === 'en' ? ' ' : ''),
  );
}
