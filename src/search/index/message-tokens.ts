import { DETAIL_KINDS, findDetails } from '../../contract/details';
import { findLinks } from '../../contract/links';
import { isPair, type Term, termsIn, termsOfMessage } from '../../contract/terms';
import { monthNumber, scopeOf, tokenFor } from './tokens';

/** `boards` is a JSON list of [id, shared, ownerId]. */
export type IndexedMessage = MessageText & {
  senderId: number;
  createdAt: number;
  boards: string;
  photo: 0 | 1;
  file: 0 | 1;
};

export function filterTokensOf(message: IndexedMessage): string[] {
  const { content, senderId, createdAt, boards, photo, file, attachedText } = message;
  const tokens = new Set<string>();
  const text = `${content}\n${attachedText ?? ''}`;
  const contained = [
    ...DETAIL_KINDS.filter((kind) => findDetails(text, kind).length > 0),
    ...(findLinks(content).length > 0 ? (['link'] as const) : []),
    ...(photo ? (['photo'] as const) : []),
    ...(file ? (['file'] as const) : []),
  ];
  for (const [id, shared, ownerId] of JSON.parse(boards) as [id: number, shared: 0 | 1, ownerId: number][]) {
    const scope = scopeOf({ id, shared, ownerId });
    tokens.add(tokenFor.all(scope));
    tokens.add(tokenFor.month(scope, monthNumber(createdAt)));
    if (!shared) tokens.add(tokenFor.board(scope, id));
    if (shared || senderId !== ownerId) tokens.add(tokenFor.sender(scope, senderId));
    for (const what of contained) tokens.add(tokenFor.has(scope, what));
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
