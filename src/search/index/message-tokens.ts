import { findLinks } from '../../contract/links';
import { isPair, type Term, termsIn, termsOfMessage } from '../../contract/terms';
import { monthNumber, scopeOf, tokenFor } from './tokens';

/** `boards` is a JSON list of [id, shared, ownerId]. */
export type IndexedMessage = MessageText & {
  senderId: number;
  createdAt: number;
  boards: string;
  photo: 0 | 1;
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

/** A message whose text is indexed, checked or ranked. */
export type MessageText = { content: string; attachedText: string | null };

export const termsOf = ({ content, attachedText }: MessageText): Term[] => [
  ...termsOfMessage(content),
  ...termsIn(attachedText ?? ''),
];

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
