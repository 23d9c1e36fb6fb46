import type { QueryWord } from '../contract/query';
import { isPair } from '../contract/terms';
import { tokenFor } from './index/tokens';

/** Parts of FTS5 expressions. */

export const quoted = (token: string) => `"${token}"`;
export const anyOf = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`);
export const allOf = (parts: string[]) => parts.join(' AND ');

/**
 * Returns an expression for messages with all these words. Characters of scripts without spaces must be
 * neighbours.
 */
export const withWords = (scope: string, words: string[]) =>
  allOf(indexedWords(words).map((word) => quoted(tokenFor.word(scope, word))));

/** Returns whether the text must be read to find a phrase, because the index has no positions. */
export const needsTextCheck = ({ terms }: QueryWord) => indexedWords(terms).length > 1;

/** Returns the words as the index has them: those of scripts without spaces joined in overlapping pairs. */
const indexedWords = (words: string[]) =>
  words.flatMap((word, at) => {
    const next = words[at + 1];
    if (isPair(word, next)) return [word + next];
    return at > 0 && isPair(words[at - 1]!, word) ? [] : [word];
  });
