import type { QueryWord } from '../contract/query';
import { isPair } from '../contract/terms';
import { tokenFor } from './index/tokens';

export const quoted = (token: string) => `"${token}"`;
export const anyOf = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`);
export const allOf = (parts: string[]) => parts.join(' AND ');

/**
 * Returns an expression for messages that match all parts. A part that is null matches no message, so the
 * function then returns null.
 */
export const allOrNone = (parts: (string | null)[]) =>
  parts.includes(null) ? null : allOf(parts as string[]);

/**
 * Returns an expression for the messages of a scope in which all these words occur. A scope is a set of
 * messages with the same readers. In scripts without spaces, such as Chinese, neighbouring characters of the
 * words must also be neighbours in the message.
 */
export const withWords = (scope: string, words: string[]) =>
  allOf(indexedWords(words).map((word) => quoted(tokenFor.word(scope, word))));

/**
 * Returns whether a phrase must be checked in the text of the messages, because the index does not store the
 * positions of words.
 */
export const needsTextCheck = ({ terms }: QueryWord) => indexedWords(terms).length > 1;

/**
 * Returns the words as the index stores them. Neighbouring characters of scripts without spaces become
 * overlapping pairs.
 */
const indexedWords = (words: string[]) =>
  words.flatMap((word, at) => {
    const next = words[at + 1];
    if (isPair(word, next)) return [word + next];
    return at > 0 && isPair(words[at - 1]!, word) ? [] : [word];
  });
