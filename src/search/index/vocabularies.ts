import { type Db, prepared } from '../../../db/open';
import { isUnspaced } from '../../contract/terms';
import { tokensAfter } from './stored-tokens';
import { isFilterToken } from './tokens';
import { Vocabulary } from './vocabulary';

const MAX_CACHED_SCOPES = 200;
const MAX_CACHED_WORDS = 2_000_000;
/**
 * Maximum number of words that are read of one scope, because more take seconds. A search for a similar word
 * does not find the further words.
 */
const MAX_SCOPE_WORDS = 1_000_000;
/** Tokens read between yields to the event loop. */
const READ_BATCH = 1_000;

type Cached = { vocabulary: Vocabulary; ready: Promise<void> };

/**
 * The vocabularies in memory, by scope; the least recently used ones come first. SQLite changes `dataVersion`
 * when another connection commits.
 */
const cacheOf = prepared(() => ({ dataVersion: -1, scopes: new Map<string, Cached>() }));

/**
 * Returns the vocabulary of a scope, from memory or else from the index. A vocabulary that was read stays in
 * memory until it is evicted.
 */
export async function vocabularyOf(db: Db, scope: string): Promise<Vocabulary> {
  const { scopes } = currentCache(db);
  let cached = scopes.get(scope);
  if (!cached) {
    const vocabulary = new Vocabulary();
    cached = { vocabulary, ready: read(db, scope, vocabulary) };
  }
  scopes.delete(scope);
  scopes.set(scope, cached); // moves the scope to the end: the first are evicted first
  await cached.ready;
  evict(scopes, scope);
  return cached.vocabulary;
}

/**
 * Adds the words of a newly indexed message to the vocabulary of a scope, if that vocabulary is in memory.
 */
export function addWords(db: Db, scope: string, words: string[]): void {
  const cached = cacheOf(db).scopes.get(scope);
  if (!cached) return;
  cached.vocabulary.messages += 1;
  for (const word of new Set(words)) cached.vocabulary.add(word);
}

/** Forgets all vocabularies, because the index is built anew. */
export function forgetVocabularies(db: Db): void {
  cacheOf(db).scopes.clear();
}

/**
 * Returns the cache. Empties it first if another connection has committed, because that connection may have
 * indexed words that the cache lacks.
 */
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
  // `;` follows `:` in ASCII, so all tokens of the scope sort between `prefix` and `end`
  const end = `${scope};`;
  for (let last = prefix; ; ) {
    const tokens = tokensAfter(db, last, end, READ_BATCH);
    for (const { token, messages } of tokens) {
      const word = token.slice(prefix.length);
      const isStoredPair = word.length > 1 && isUnspaced(word);
      if (!isStoredPair && !isFilterToken(word)) vocabulary.add(word, messages);
      if (word.startsWith('=')) vocabulary.messages += messages; // a message has one month in each scope
      last = token;
    }
    if (tokens.length < READ_BATCH || vocabulary.size >= MAX_SCOPE_WORDS) return;
    await Bun.sleep(0);
  }
}

const statements = prepared((db) => ({
  dataVersion: db.$client.prepare<{ version: number }, []>(
    'select data_version as version from pragma_data_version',
  ),
}));
