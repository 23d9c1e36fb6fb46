import { type Db, prepared } from '../../../db/open';
import { isUnspaced } from '../../contract/terms';
import { scopesIn } from './message-tokens';
import { tokensAfter } from './stored-tokens';
import { isFilterToken, tokenFor, unscoped } from './tokens';
import { Vocabulary } from './vocabulary';

const MAX_CACHED_SCOPES = 200;
const MAX_CACHED_WORDS = 2_000_000;
/** Reading more words would take seconds. */
const MAX_SCOPE_WORDS = 1_000_000;
const READ_BATCH = 1_000;

type Cached = { vocabulary: Vocabulary; ready: Promise<void> };

/** SQLite changes `dataVersion` when another connection commits. */
const cacheOf = prepared(() => ({ dataVersion: -1, scopes: new Map<string, Cached>() }));

export type Vocabularies = Map<string, Vocabulary>;

export async function readVocabularies(db: Db, wanted: string[]): Promise<Vocabularies> {
  const { scopes } = currentCache(db);
  const found: Vocabularies = new Map();
  const reading: Promise<void>[] = [];
  for (const scope of wanted) {
    let cached = scopes.get(scope);
    if (!cached) {
      const vocabulary = new Vocabulary();
      cached = { vocabulary, ready: read(db, scope, vocabulary) };
    }
    scopes.delete(scope);
    scopes.set(scope, cached); // moves the scope to the end, because the first scopes are evicted first
    found.set(scope, cached.vocabulary);
    reading.push(cached.ready);
  }
  await Promise.all(reading);
  evict(scopes, found);
  return found;
}

export function countInVocabularies(db: Db, filterTokens: string[], words: string[], change: 1 | -1): void {
  for (const scope of scopesIn(filterTokens)) {
    const vocabulary = cacheOf(db).scopes.get(scope)?.vocabulary;
    if (!vocabulary) continue;
    vocabulary.messages += change;
    for (const word of new Set(words)) vocabulary.add(word, change);
    for (const token of filterTokens)
      if (token.startsWith(`${scope}:`)) vocabulary.addFilter(unscoped(token));
  }
}

export function forgetVocabularies(db: Db): void {
  cacheOf(db).scopes.clear();
}

function currentCache(db: Db) {
  const cache = cacheOf(db);
  const { version } = statements(db).dataVersion.get()!;
  if (version !== cache.dataVersion) Object.assign(cache, { dataVersion: version, scopes: new Map() });
  return cache;
}

function evict(scopes: Map<string, Cached>, inUse: Vocabularies): void {
  let words = 0;
  for (const { vocabulary } of scopes.values()) words += vocabulary.size;
  for (const [scope, { vocabulary }] of scopes) {
    if (inUse.has(scope) || (scopes.size <= MAX_CACHED_SCOPES && words <= MAX_CACHED_WORDS)) return;
    scopes.delete(scope);
    words -= vocabulary.size;
  }
}

async function read(db: Db, scope: string, vocabulary: Vocabulary): Promise<void> {
  const prefix = tokenFor.all(scope);
  // `;` follows `:` in ASCII, so all tokens of the scope sort between `prefix` and `end`
  const end = `${scope};`;
  for (let last = prefix; ; ) {
    const tokens = tokensAfter(db, last, end, READ_BATCH);
    for (const { token, messages } of tokens) {
      const word = unscoped(token);
      const isStoredPair = word.length > 1 && isUnspaced(word);
      if (isFilterToken(word)) vocabulary.addFilter(word);
      else if (!isStoredPair) vocabulary.add(word, messages);
      // a message has exactly one month token in each scope, so this counts the messages
      if (word.startsWith('=')) vocabulary.messages += messages;
      last = token;
    }
    if (tokens.length < READ_BATCH) return;
    if (vocabulary.size >= MAX_SCOPE_WORDS) {
      vocabulary.isPartial = true;
      return;
    }
    await Bun.sleep(0);
  }
}

const statements = prepared((db) => ({
  dataVersion: db.$client.prepare<{ version: number }, []>(
    'select data_version as version from pragma_data_version',
  ),
}));
