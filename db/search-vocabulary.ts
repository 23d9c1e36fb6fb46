import type { Database } from 'bun:sqlite';
import { closeness, isUnspaced, slipsAllowed } from '../src/contract/terms';

/**
 * The words that occur in a scope of the search index, for finding those that a misspelt or partial word could
 * mean. Read from the index when first needed and then kept; can be thrown away at any time.
 */

const SCOPES_KEPT = 200;
const WORDS_KEPT = 2_000_000;
/** So many are read before others get their turn. */
const READ_AT_ONCE = 1_000;
/** More words than this could be meant by nothing. */
const NEAR_MAX = 32;
/** An inflection or a slip makes a word no longer or shorter than this. */
const MOST_APART = 4;

export type Near = { word: string; closeness: number };

class Vocabulary {
  private known = new Set<string>();
  private words: string[] = [];
  /** For each word one bit a letter (other characters share bits), and its first two: they tell most words apart. */
  private letters = new Int32Array(1024);
  private heads = new Int32Array(1024);

  get size() {
    return this.words.length;
  }

  add(word: string) {
    if (this.known.has(word) || isUnspaced(word)) return;
    const at = this.words.length;
    if (at === this.letters.length) {
      this.letters = grown(this.letters);
      this.heads = grown(this.heads);
    }
    this.known.add(word);
    this.words.push(word);
    this.letters[at] = lettersOf(word);
    this.heads[at] = headOf(word);
  }

  /** The words that could be meant by one that was searched, the nearest first; `slips` only when asked for. */
  near(searched: string, { slips }: { slips: boolean }): Near[] {
    if (isUnspaced(searched)) return [];
    const found: Near[] = [];
    const letters = lettersOf(searched);
    const head = headOf(searched);
    const allowed = slips ? slipsAllowed(searched) : 0;
    const inflects = searched.length > 2;
    for (let i = 0; i < this.words.length; i++) {
      const its = this.letters[i]!;
      const contained = (letters & ~its) === 0;
      const slipped = allowed > 0 && bits(letters ^ its) <= 2 * allowed;
      // where too many letters differ, nothing but an inflection can be near
      if (!contained && !slipped && !(inflects && this.heads[i] === head)) continue;
      const word = this.words[i]!;
      if (!contained && Math.abs(word.length - searched.length) > MOST_APART) continue;
      const near = closeness(searched, word, allowed);
      if (near > 0 && near < 1) found.push({ word, closeness: near });
    }
    return found
      .sort((a, b) => b.closeness - a.closeness || a.word.length - b.word.length)
      .slice(0, NEAR_MAX);
  }
}

export type { Vocabulary };

type Kept = { version: number; scopes: Map<string, { vocabulary: Vocabulary; ready: Promise<void> }> };
const kept = new WeakMap<Database, Kept>();

/** The vocabulary of a scope. Reading a large one the first time lets others have their turns. */
export async function vocabularyOf(sqlite: Database, scope: string): Promise<Vocabulary> {
  const { scopes } = current(sqlite);
  let entry = scopes.get(scope);
  if (entry)
    scopes.delete(scope); // and to the end: used last
  else {
    const vocabulary = new Vocabulary();
    entry = { vocabulary, ready: read(sqlite, scope, vocabulary) };
  }
  scopes.set(scope, entry);
  await entry.ready;
  let words = 0;
  for (const { vocabulary } of scopes.values()) words += vocabulary.size;
  for (const [name, { vocabulary }] of scopes) {
    if (name === scope || (scopes.size <= SCOPES_KEPT && words <= WORDS_KEPT)) break;
    scopes.delete(name);
    words -= vocabulary.size;
  }
  return entry.vocabulary;
}

/** Words that have just been indexed in a scope. */
export function learn(sqlite: Database, scope: string, words: string[]): void {
  const entry = kept.get(sqlite)?.scopes.get(scope);
  if (entry) for (const word of words) entry.vocabulary.add(word);
}

/** Another process's commit may have brought words that nobody here has learned. */
function current(sqlite: Database): Kept {
  const { version } = sqlite
    .query<{ version: number }, []>('select data_version as version from pragma_data_version')
    .get()!;
  const known = kept.get(sqlite);
  if (known?.version === version) return known;
  const fresh = { version, scopes: new Map() };
  kept.set(sqlite, fresh);
  return fresh;
}

async function read(sqlite: Database, scope: string, vocabulary: Vocabulary): Promise<void> {
  const prefix = `${scope}:`;
  let last = prefix;
  for (;;) {
    const terms = termsBetween(sqlite, last, `${scope};`, READ_AT_ONCE);
    for (const term of terms) {
      const word = term.slice(prefix.length);
      if (!/^[#@+]/.test(word)) vocabulary.add(word);
      last = term;
    }
    if (terms.length < READ_AT_ONCE) return;
    await Bun.sleep(0);
  }
}

/** What stands in the index behind one term and before another, in order. */
export function termsBetween(sqlite: Database, after: string, before: string, most = -1): string[] {
  sqlite.run('create virtual table if not exists temp.search_terms using fts5vocab(main, search, row)');
  return sqlite
    .query<{ term: string }, [string, string, number]>(
      'select term from temp.search_terms where term > ? and term < ? limit ?',
    )
    .all(after, before, most)
    .map(({ term }) => term);
}

function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    bits |= 1 << (code >= 97 && code <= 122 ? code - 97 : 26 + (code % 6));
  }
  return bits;
}

const headOf = (word: string) => (word.charCodeAt(0) << 16) | (word.charCodeAt(1) || 0);

function grown(full: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(full.length * 2);
  larger.set(full);
  return larger;
}

function bits(number: number): number {
  let n = number - ((number >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
