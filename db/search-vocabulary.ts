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

/** What is no word stands behind its scope with one of these before it. */
export const isMark = (behindScope: string) => /^[#@+=]/.test(behindScope);

export type Near = { word: string; closeness: number };

class Vocabulary {
  /** In how many messages each word stands, about: what is deleted goes on counting. */
  private rows = new Map<string, number>();
  private words: string[] = [];
  /** For each word one bit a letter (other characters share bits), and its first two: they tell most words apart. */
  private letters = new Int32Array(1024);
  private heads = new Int32Array(1024);

  /** How many messages there are in the scope, about. */
  messages = 0;

  get size() {
    return this.words.length;
  }

  add(word: string, rows = 1) {
    const known = this.rows.get(word);
    this.rows.set(word, (known ?? 0) + rows);
    if (known !== undefined || isUnspaced(word)) return;
    const at = this.words.length;
    if (at === this.letters.length) {
      this.letters = grown(this.letters);
      this.heads = grown(this.heads);
    }
    this.words.push(word);
    this.letters[at] = lettersOf(word);
    this.heads[at] = headOf(word);
  }

  /** In how many messages a word stands, about. */
  count(word: string): number {
    return this.rows.get(word) ?? 0;
  }

  /** The words that begin so, of at least two letters, the commonest first. */
  beginning(prefix: string): string[] {
    const head = headOf(prefix);
    return this.words
      .filter((word, at) => this.heads[at] === head && word.startsWith(prefix))
      .sort((a, b) => this.count(b) - this.count(a));
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
  if (!entry) return;
  entry.vocabulary.messages += 1;
  for (const word of new Set(words)) entry.vocabulary.add(word);
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
    const terms = countedBetween(sqlite, last, `${scope};`, READ_AT_ONCE);
    for (const { term, rows } of terms) {
      const word = term.slice(prefix.length);
      const pair = word.length > 1 && isUnspaced(word);
      if (!pair && !isMark(word)) vocabulary.add(word, rows);
      if (word.startsWith('=')) vocabulary.messages += rows; // each is in one month
      last = term;
    }
    if (terms.length < READ_AT_ONCE) return;
    await Bun.sleep(0);
  }
}

/** What stands in the index behind one term and before another, in order. */
export const termsBetween = (sqlite: Database, after: string, before: string): string[] =>
  countedBetween(sqlite, after, before, -1).map(({ term }) => term);

function countedBetween(sqlite: Database, after: string, before: string, most: number) {
  sqlite.run('create virtual table if not exists temp.search_terms using fts5vocab(main, search, row)');
  return sqlite
    .query<{ term: string; rows: number }, [string, string, number]>(
      'select term, doc as rows from temp.search_terms where term > ? and term < ? limit ?',
    )
    .all(after, before, most);
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
