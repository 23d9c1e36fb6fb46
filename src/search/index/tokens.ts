import type { DetailKind } from '../../contract/details';

export const scopeOf = (board: { id: number; shared: unknown; ownerId: number }) =>
  board.shared ? `b${board.id.toString(36)}` : `u${board.ownerId.toString(36)}`;

/** Ids and months are written in base 36. */
export const tokenFor = {
  word: (scope: string, word: string) => `${scope}:${word}`,
  /** Returns the filter token that every message of the scope has. */
  all: (scope: string) => `${scope}:`,
  board: (scope: string, boardId: number) => `${scope}:#${boardId.toString(36)}`,
  sender: (scope: string, userId: number) => `${scope}:@${userId.toString(36)}`,
  has: (scope: string, what: 'link' | 'photo' | 'file' | DetailKind) => `${scope}:+${what}`,
  month: (scope: string, month: number) => `${scope}:=${month.toString(36)}`,
};

export const unscoped = (token: string) => token.slice(token.indexOf(':') + 1);

export const isFilterToken = (unscoped: string) => /^[#@+=]/.test(unscoped);

export function monthNumber(time: number): number {
  const date = new Date(time);
  return Math.max(0, (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth());
}

/** Joins the filter tokens of a message into one string for storing: `u7: =ky @9 b3: =ky`. */
export function packTokens(tokens: string[]): string {
  let scope = '';
  return tokens
    .map((token) => {
      const end = token.indexOf(':') + 1;
      const unscoped = token.slice(end);
      if (unscoped && token.startsWith(scope)) return unscoped;
      scope = token.slice(0, end);
      return token;
    })
    .join(' ');
}

export function unpackTokens(packed: string): string[] {
  let scope = '';
  return packed.split(' ').map((token) => {
    if (isFilterToken(token)) return scope + token;
    scope = token.slice(0, token.indexOf(':') + 1);
    return token;
  });
}
