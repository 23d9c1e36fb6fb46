import type { App } from '../app';
import { numberSpellings } from '../contract/matches';
import type { QueryWord } from '../contract/query';
import { isUnspaced } from '../contract/terms';
import { allOf, anyOf, quoted, withWords } from './fts';
import { tokenFor } from './index/tokens';
import { vocabularyOf } from './index/vocabularies';
import type { Vocabulary } from './index/vocabulary';
import type { WordMatcher } from './ranking';
import type { VisibleScopes } from './scopes';

/**
 * If more messages than this have words with the typed prefix, FTS5 would take too long to merge all these
 * words. Then only the PREFIX_WORDS_MAX most frequent of the words are searched.
 */
const PREFIX_MESSAGES_MAX = 3_000;
const PREFIX_WORDS_MAX = 40;

/** Maps each scope (a set of messages with the same readers) to its vocabulary. */
export type Vocabularies = Map<string, Vocabulary>;

export async function vocabulariesOf(app: App, { scopes }: VisibleScopes): Promise<Vocabularies> {
  const entries = scopes.map(async (scope) => [scope, await vocabularyOf(app.db, scope)] as const);
  return new Map(await Promise.all(entries));
}

/**
 * Returns an FTS5 expression for a word or phrase as typed. If it is `unfinished`, a last word of two or more
 * letters also matches as a prefix, except in scripts without spaces.
 */
export function exactExpression(
  scope: string,
  vocabulary: Vocabulary,
  { terms, unfinished }: QueryWord,
): string {
  const last = terms.at(-1)!;
  if (!unfinished || last.length < 2 || isUnspaced(last)) return withWords(scope, terms);
  const { words, messages } = wordsWithPrefix(vocabulary, last);
  const prefix =
    messages > PREFIX_MESSAGES_MAX
      ? anyOf(words.slice(0, PREFIX_WORDS_MAX).map((word) => withWords(scope, [word])))
      : `${quoted(tokenFor.word(scope, last))} *`;
  return terms.length > 1 ? allOf([withWords(scope, terms.slice(0, -1)), prefix]) : prefix;
}

function wordsWithPrefix(vocabulary: Vocabulary, prefix: string) {
  const words = vocabulary.startingWith(prefix);
  return { words, messages: words.reduce((sum, word) => sum + vocabulary.count(word), 0) };
}

/** Returns a matcher for a word as typed and, if the word is a number, for its other spellings. */
export function exactMatcher(word: QueryWord, vocabularies: Vocabularies): WordMatcher {
  const messages = word.terms.map((term, at) =>
    word.unfinished && at === word.terms.length - 1 && term.length > 1
      ? sumOver(vocabularies, (vocabulary) => wordsWithPrefix(vocabulary, term).messages)
      : messagesWith(vocabularies, term),
  );
  const all = sumOver(vocabularies, (vocabulary) => vocabulary.messages);
  return {
    word,
    numberSpellings: numberSpellings(word),
    similar: new Map(),
    nameTokens: new Set(),
    weight: Math.log(2 + all / (1 + Math.min(...messages))),
  };
}

/** Returns roughly how many messages contain a word, in all vocabularies together. */
export const messagesWith = (vocabularies: Vocabularies, word: string) =>
  sumOver(vocabularies, (vocabulary) => vocabulary.count(word));

const sumOver = (vocabularies: Vocabularies, count: (vocabulary: Vocabulary) => number) =>
  vocabularies.values().reduce((sum, vocabulary) => sum + count(vocabulary), 0);
