import { type Db, prepared } from '../../../db/open';
import { closeness, isUnspaced, typosAllowed } from '../../contract/terms';
import { tokensAfter } from './stored-tokens';
import { isFilterToken } from './tokens';

const MAX_CACHED_SCOPES = 200;
const MAX_CACHED_WORDS = 2_000_000;
/** Tokens read between yields to the event loop. */
const READ_BATCH = 1_000;
const MAX_SIMILAR_WORDS = 32;

export type SimilarWord = { word: string; closeness: number };

/** The words of one scope of the index, with about how many messages have each: deleted messages still count. */
export class Vocabulary {
  private messagesWith = new Map<string, number>();
  private words: string[] = [];
  /** The letters of each word as a bit mask, in the order of `words`; see `similarTo`. */
  private letters: number[] = [];
  private byFirstTwoLetters = new Map<string, string[]>();

  /** The number of messages in the scope, roughly. */
  messages = 0;

  get size() {
    return this.words.length;
  }

  add(word: string, messages = 1) {
    const before = this.messagesWith.get(word);
    this.messagesWith.set(word, (before ?? 0) + messages);
    if (before !== undefined || isUnspaced(word)) return;
    this.words.push(word);
    this.letters.push(letterMask(word));
    const start = word.slice(0, 2);
    const others = this.byFirstTwoLetters.get(start);
    if (others) others.push(word);
    else this.byFirstTwoLetters.set(start, [word]);
  }

  /** Returns about how many messages have a word. */
  count(word: string): number {
    return this.messagesWith.get(word) ?? 0;
  }

  /** Returns the words that begin with a prefix of at least two letters, the commonest first. */
  startingWith(prefix: string): string[] {
    const words = this.byFirstTwoLetters.get(prefix.slice(0, 2)) ?? [];
    return words.filter((word) => word.startsWith(prefix)).sort((a, b) => this.count(b) - this.count(a));
  }

  /**
   * Returns the words that a searched word may stand for, the closest first: those that contain it, its inflections
   * and, with `typos`, those it may be a misspelling of.
   */
  similarTo(searched: string, { typos }: { typos: boolean }): SimilarWord[] {
    if (isUnspaced(searched)) return [];
    const found = new Map<string, number>();
    const allowed = typos ? typosAllowed(searched) : 0;
    const compare = (word: string) => {
      const value = closeness(searched, word, allowed);
      if (value > 0 && value < 1) found.set(word, value);
    };
    // the masks rule out most words: 3 ms instead of 35 ms for a word in a vocabulary of 100,000
    const mask = letterMask(searched);
    for (let i = 0; i < this.words.length; i++) {
      const other = this.letters[i]!;
      const mayContain = (mask & ~other) === 0;
      const mayBeTypo = allowed > 0 && hasAtMostBits(mask ^ other, 2 * allowed); // a typo changes two letters at most
      if (mayContain || mayBeTypo) compare(this.words[i]!);
    }
    if (searched.length > 2)
      for (const word of this.byFirstTwoLetters.get(searched.slice(0, 2)) ?? []) compare(word);
    return [...found]
      .map(([word, value]) => ({ word, closeness: value }))
      .sort((a, b) => b.closeness - a.closeness || a.word.length - b.word.length)
      .slice(0, MAX_SIMILAR_WORDS);
  }
}

/** Returns one bit for each letter of a word. Characters beyond a to z share six bits. */
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

type Cached = { vocabulary: Vocabulary; ready: Promise<void> };

/** The vocabularies in memory by scope, the least recently used first. */
const cacheOf = prepared(() => ({ dataVersion: -1, scopes: new Map<string, Cached>() }));

/** Returns the vocabulary of a scope, read from the index at its first use and then kept in memory. */
export async function vocabularyOf(db: Db, scope: string): Promise<Vocabulary> {
  const { scopes } = currentCache(db);
  let cached = scopes.get(scope);
  if (!cached) {
    const vocabulary = new Vocabulary();
    cached = { vocabulary, ready: read(db, scope, vocabulary) };
  }
  scopes.delete(scope);
  scopes.set(scope, cached); // at the end: used last
  await cached.ready;
  evict(scopes, scope);
  return cached.vocabulary;
}

/** Adds the words of a message that has just been indexed, if the vocabulary of the scope is in memory. */
export function addWords(db: Db, scope: string, words: string[]): void {
  const cached = cacheOf(db).scopes.get(scope);
  if (!cached) return;
  cached.vocabulary.messages += 1;
  for (const word of new Set(words)) cached.vocabulary.add(word);
}

/** Returns the cache, emptied if another process has committed since: it may have indexed words unknown here. */
function currentCache(db: Db) {
  const cache = cacheOf(db);
  const { version } = statements(db).dataVersion.get()!;
  if (version !== cache.dataVersion) Object.assign(cache, { dataVersion: version, scopes: new Map() });
  return cache;
}

function evict(scopes: Map<string, Cached>, inUse: string): void {
  let words = 0;
  for (const { vocabulary } of scopes.values()) words += vocabulary.size;
  for (const [scope, { vocabulary }] of scopes) {
    if (scope === inUse || (scopes.size <= MAX_CACHED_SCOPES && words <= MAX_CACHED_WORDS)) return;
    scopes.delete(scope);
    words -= vocabulary.size;
  }
}

async function read(db: Db, scope: string, vocabulary: Vocabulary): Promise<void> {
  const prefix = `${scope}:`;
  const end = `${scope};`; // the character after the colon
  for (let last = prefix; ; ) {
    const tokens = tokensAfter(db, last, end, READ_BATCH);
    for (const { token, messages } of tokens) {
      const word = token.slice(prefix.length);
      const isStoredPair = word.length > 1 && isUnspaced(word);
      if (!isStoredPair && !isFilterToken(word)) vocabulary.add(word, messages);
      if (word.startsWith('=')) vocabulary.messages += messages; // each message has exactly one month
      last = token;
    }
    if (tokens.length < READ_BATCH) return;
    await Bun.sleep(0);
  }
}

const statements = prepared((db) => ({
  dataVersion: db.$client.prepare<{ version: number }, []>(
    'select data_version as version from pragma_data_version',
  ),
}));
