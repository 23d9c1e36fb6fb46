import { numberSpellings } from '../contract/matches';
import type { QueryWord } from '../contract/query';
import { isUnspaced } from '../contract/terms';
import { allOf, anyOf, quoted, withWords } from './fts';
import { tokenFor } from './index/tokens';
import type { Vocabularies } from './index/vocabularies';
import type { Vocabulary } from './index/vocabulary';
import type { WordMatcher } from './ranking';

/**
 * If more messages have such words, FTS5 would take too long to merge all these words, so only the
 * PREFIX_WORDS_MAX most frequent words are searched.
 */
const PREFIX_MESSAGES_MAX = 3_000;
const PREFIX_WORDS_MAX = 40;
/** FTS5 merges this many messages in the time in which it looks up one word. */
const LOOKUP_COST = 30;

/** A word or phrase as typed, with an FTS5 expression for each scope that may have it. */
export type ExactWord = QueryWord & { exact: Map<string, string> };

export function exactWord(word: QueryWord, vocabularies: Vocabularies): ExactWord {
  const exact = new Map<string, string>();
  for (const [scope, vocabulary] of vocabularies) {
    const expression = exactExpression(scope, vocabulary, word);
    if (expression) exact.set(scope, expression);
  }
  return { ...word, exact };
}

function exactExpression(
  scope: string,
  vocabulary: Vocabulary,
  { terms, unfinished }: QueryWord,
): string | null {
  const last = terms.at(-1)!;
  const isPrefix = unfinished && last.length > 1 && !isUnspaced(last);
  const whole = isPrefix ? terms.slice(0, -1) : terms;
  if (!vocabulary.mayContain(whole)) return null;
  if (!isPrefix) return withWords(scope, whole);
  const prefix = prefixExpression(scope, vocabulary, last);
  return prefix && whole.length > 0 ? allOf([withWords(scope, whole), prefix]) : prefix;
}

function prefixExpression(scope: string, vocabulary: Vocabulary, prefix: string): string | null {
  const words = vocabulary.startingWith(prefix);
  const messages = messagesWithAny(vocabulary, words);
  const each = (words: string[]) => anyOf(words.map((word) => withWords(scope, [word])));
  if (messages > PREFIX_MESSAGES_MAX)
    return each(words.sort((a, b) => vocabulary.count(b) - vocabulary.count(a)).slice(0, PREFIX_WORDS_MAX));
  if (vocabulary.isPartial || messages < LOOKUP_COST * words.length)
    return `${quoted(tokenFor.word(scope, prefix))} *`;
  return words.length > 0 ? each(words) : null;
}

const messagesWithAny = (vocabulary: Vocabulary, words: string[]) =>
  words.reduce((sum, word) => sum + vocabulary.count(word), 0);

export function exactMatcher(word: QueryWord, vocabularies: Vocabularies): WordMatcher {
  const messages = word.terms.map((term, at) =>
    word.unfinished && at === word.terms.length - 1 && term.length > 1
      ? sumOver(vocabularies, (vocabulary) => messagesWithAny(vocabulary, vocabulary.startingWith(term)))
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

/** A vocabulary has only a rough number of messages, so this number must be more than 1.5 times `most`. */
export function areMoreThan(most: number, { terms }: QueryWord, vocabularies: Vocabularies): boolean {
  const [term = ''] = terms;
  return (
    terms.length === 1 && vocabularies.values().some((vocabulary) => vocabulary.count(term) > 1.5 * most)
  );
}

export const messagesWith = (vocabularies: Vocabularies, word: string) =>
  sumOver(vocabularies, (vocabulary) => vocabulary.count(word));

const sumOver = (vocabularies: Vocabularies, count: (vocabulary: Vocabulary) => number) =>
  vocabularies.values().reduce((sum, vocabulary) => sum + count(vocabulary), 0);
