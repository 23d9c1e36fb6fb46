import type { QueryWord } from '../contract/query';
import { isPair } from '../contract/terms';
import { tokenFor } from './index/tokens';

export const quoted = (token: string) => `"${token}"`;
export const anyOf = (parts: string[]) => (parts.length === 1 ? parts[0]! : `(${parts.join(' OR ')})`);
export const allOf = (parts: string[]) => parts.join(' AND ');

export const allOrNone = (parts: (string | null)[]) =>
  parts.includes(null) ? null : allOf(parts as string[]);

export const withWords = (scope: string, words: string[]) =>
  allOf(indexedWords(words).map((word) => quoted(tokenFor.word(scope, word))));

export const needsTextCheck = ({ terms }: QueryWord) => indexedWords(terms).length > 1;

const indexedWords = (words: string[]) =>
  words.flatMap((word, at) => {
    const next = words[at + 1];
    if (isPair(word, next)) return [word + next];
    return at > 0 && isPair(words[at - 1]!, word) ? [] : [word];
  });
