import { setImmediate as nextTurn } from 'node:timers/promises';
import { closeness, isUnspaced, typosAllowed } from '../../contract/terms';
import type { Work } from './work';

const MAX_SIMILAR_WORDS = 32;
const FIRST_ROOM = 64;
const SLICE = 2_000;
const COMPARISON = 250;

type SimilarWord = { word: string; closeness: number };

/** The numbers are rough: deleted messages may still count. */
export class Vocabulary {
  private messagesWith = new Map<string, number>();
  private words: string[] = [];
  /** Bit masks of the letters in each word, in the order of `words`. */
  private letters = new Int32Array(FIRST_ROOM);
  private byFirstTwoLetters = new Map<string, string[]>();
  private filterTokens = new Set<string>();

  messages = 0;
  /** True if some words of the scope are missing here. */
  isPartial = false;

  get size() {
    return this.words.length;
  }

  add(word: string, messages = 1) {
    const before = this.messagesWith.get(word);
    this.messagesWith.set(word, (before ?? 0) + messages);
    if (before !== undefined || isUnspaced(word)) return;
    if (this.words.length === this.letters.length) {
      const full = this.letters;
      this.letters = new Int32Array(2 * full.length);
      this.letters.set(full);
    }
    this.letters[this.words.length] = letterMask(word);
    this.words.push(word);
    const start = word.slice(0, 2);
    const others = this.byFirstTwoLetters.get(start);
    if (others) others.push(word);
    else this.byFirstTwoLetters.set(start, [word]);
  }

  addFilter(token: string) {
    this.filterTokens.add(token);
  }

  filterValues(kind: '@' | '='): number[] {
    return [...this.filterTokens].flatMap((token) =>
      token.startsWith(kind) ? Number.parseInt(token.slice(1), 36) : [],
    );
  }

  count(word: string): number {
    return this.messagesWith.get(word) ?? 0;
  }

  mayContain(words: string[]): boolean {
    return this.isPartial || words.every((word) => this.messagesWith.has(word) || isUnspaced(word));
  }

  /** Returns the words that begin with a prefix of at least two letters. */
  startingWith(prefix: string): string[] {
    const words = this.byFirstTwoLetters.get(prefix.slice(0, 2)) ?? [];
    return words.filter((word) => word.startsWith(prefix));
  }

  async similarTo(
    searched: string,
    { typos, least, work }: { typos: boolean; least: number; work: Work },
  ): Promise<SimilarWord[]> {
    if (isUnspaced(searched)) return [];
    const found = new Map<string, number>();
    const allowed = typos ? typosAllowed(searched) : 0;
    const compare = (word: string, into: Map<string, number>) => {
      const value = closeness(searched, word, allowed);
      if (value >= least && value > 0 && value < 1) into.set(word, value);
    };
    const sameStart = new Map<string, number>();
    if (searched.length > 2) {
      const words = this.byFirstTwoLetters.get(searched.slice(0, 2)) ?? [];
      for (let from = 0; from < words.length && !work.isUsedUp; from += SLICE) {
        const end = Math.min(from + SLICE, words.length);
        for (let i = from; i < end; i++) compare(words[i]!, sameStart);
        if (work.spend((end - from) * COMPARISON)) await nextTurn();
      }
    }
    // the masks rule out most words: a search among 100,000 words takes 3 ms instead of 35 ms
    const mask = letterMask(searched);
    for (let from = 0; from < this.words.length && !work.isUsedUp; from += SLICE) {
      const end = Math.min(from + SLICE, this.words.length);
      const { letters } = this;
      let compared = 0;
      for (let i = from; i < end; i++) {
        const other = letters[i]!;
        const mayContain = (mask & ~other) === 0;
        // a typo changes at most two bits of a mask
        const mayBeTypo = allowed > 0 && hasAtMostBits(mask ^ other, 2 * allowed);
        if (!mayContain && !mayBeTypo) continue;
        compare(this.words[i]!, found);
        compared += 1;
      }
      if (work.spend(end - from + compared * COMPARISON)) await nextTurn();
    }
    for (const [word, value] of sameStart) found.set(word, value);
    return [...found]
      .map(([word, value]) => ({ word, closeness: value }))
      .sort((a, b) => b.closeness - a.closeness || a.word.length - b.word.length)
      .slice(0, MAX_SIMILAR_WORDS);
  }
}

function letterMask(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    mask |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6));
  }
  return mask;
}

function hasAtMostBits(mask: number, most: number): boolean {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) if (++count > most) return false;
  return true;
}
