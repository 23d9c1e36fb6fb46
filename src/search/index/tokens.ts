/**
 * Tokens of the search index. Each one begins with a scope (a set of messages with the same readers) and a
 * colon. So messages of other scopes hardly slow down a search. A word token continues with a word. A filter
 * token continues with `#`, `@`, `+` or `=` and a value, or with nothing.
 */

/**
 * Returns the scope of a board. Each shared board is a scope; all private boards of one person are one scope
 * together.
 */
export const scopeOf = (board: { id: number; shared: unknown; ownerId: number }) =>
  board.shared ? `b${board.id.toString(36)}` : `u${board.ownerId.toString(36)}`;

/** Functions that build tokens. Ids and months are written in base 36. */
export const tokenFor = {
  word: (scope: string, word: string) => `${scope}:${word}`,
  /** Returns the filter token that every message of the scope has. */
  all: (scope: string) => `${scope}:`,
  board: (scope: string, boardId: number) => `${scope}:#${boardId.toString(36)}`,
  sender: (scope: string, userId: number) => `${scope}:@${userId.toString(36)}`,
  has: (scope: string, what: 'link' | 'photo') => `${scope}:+${what}`,
  month: (scope: string, month: number) => `${scope}:=${month.toString(36)}`,
};

/** Returns a token without its scope. */
export const unscoped = (token: string) => token.slice(token.indexOf(':') + 1);

/** Returns whether a token, given without its scope, is a filter token. Returns false for the `all` token. */
export const isFilterToken = (unscoped: string) => /^[#@+=]/.test(unscoped);

/**
 * Returns the number of months (UTC) from January 1970 to a time in milliseconds. Returns 0 for an earlier
 * time.
 */
export function monthNumber(time: number): number {
  const date = new Date(time);
  return Math.max(0, (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth());
}

/**
 * Joins the filter tokens of a message into one string for storing: `u7: =ky @9 b3: =ky`. The scope is
 * written only where it changes.
 */
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

/** Returns the filter tokens that `packTokens` joined. */
export function unpackTokens(packed: string): string[] {
  let scope = '';
  return packed.split(' ').map((token) => {
    if (isFilterToken(token)) return scope + token;
    scope = token.slice(0, token.indexOf(':') + 1);
    return token;
  });
}
