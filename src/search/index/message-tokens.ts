import { findLinks } from '../../contract/links';
import { isPair, termsIn, termsOfMessage } from '../../contract/terms';
import { monthNumber, scopeOf, tokenFor } from './tokens';

/** `boards` is a JSON list of [id, shared, ownerId]. */
export type IndexedMessage = {
  content: string;
  senderId: number;
  createdAt: number;
  boards: string;
  photo: 0 | 1;
  attachedText: string | null;
};

export function filterTokensOf({ content, senderId, createdAt, boards, photo }: IndexedMessage): string[] {
  const tokens = new Set<string>();
  const hasLink = findLinks(content).length > 0;
  for (const [id, shared, ownerId] of JSON.parse(boards) as [id: number, shared: 0 | 1, ownerId: number][]) {
    const scope = scopeOf({ id, shared, ownerId });
    tokens.add(tokenFor.all(scope));
    tokens.add(tokenFor.month(scope, monthNumber(createdAt)));
    if (!shared) tokens.add(tokenFor.board(scope, id));
    if (shared || senderId !== ownerId) tokens.add(tokenFor.sender(scope, senderId));
    if (hasLink) tokens.add(tokenFor.has(scope, 'link'));
    if (photo) tokens.add(tokenFor.has(scope, 'photo'));
  }
  return [...tokens];
}

export const scopesIn = (filterTokens: string[]) =>
  filterTokens.filter((token) => token.endsWith(':')).map((token) => token.slice(0, -1));

export const wordsOf = (content: string, attachedText: string | null): string[] =>
  [...termsOfMessage(content), ...termsIn(attachedText ?? '')].map(({ word }) => word);

export function allTokens(filterTokens: string[], words: string[]): string {
  const tokens = [...filterTokens];
  for (const scope of scopesIn(filterTokens))
    for (const [at, word] of words.entries()) {
      tokens.push(tokenFor.word(scope, word));
      const next = words[at + 1];
      if (isPair(word, next)) tokens.push(tokenFor.word(scope, word + next));
    }
  return tokens.join(' ');
}
