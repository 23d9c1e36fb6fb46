import type { TokenScope } from '../contract/tokens';
import { TOKEN_SCOPES } from '../contract/tokens';
import { VisibleError } from './errors';

/** `byBoard` is 1 if the token is limited to some boards. */
export type Grant = { id: number; scope: TokenScope; byBoard: number };

export const scopeOf = (type: 'query' | 'mutation' | 'subscription', isForOperators = false): TokenScope => {
  if (isForOperators) return 'admin';
  return type === 'query' ? 'read' : 'write';
};

export function requireScope(token: Grant | null, needed: TokenScope): void {
  if (!token || TOKEN_SCOPES.indexOf(token.scope) >= TOKEN_SCOPES.indexOf(needed)) return;
  const message = `This access token has the scope ${token.scope}, and this call needs ${needed}.`;
  throw new VisibleError('scope_insufficient', message, {
    challenge: challengeOf({ error: 'insufficient_scope', error_description: message, scope: needed }),
  });
}

/** Only calls that look for the boards of the token may be made by it. */
export function requireByBoard(token: Grant | null, byBoard: boolean | undefined): void {
  if (token?.byBoard && !byBoard)
    throw new VisibleError(
      'token_limited_to_boards',
      'This access token is for some boards only, and cannot do this.',
    );
}

export function refuseToken(token: Grant | null): void {
  if (token) throw new VisibleError('session_needed', 'An access token cannot do this. Sign in instead.');
}

/** Returns a value of the header `WWW-Authenticate` (RFC 6750, section 3). */
export const challengeOf = (parameters: Record<string, string>): string =>
  `Bearer ${Object.entries({ realm: 'tagline', ...parameters })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
