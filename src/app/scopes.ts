import type { TokenScope } from '../contract/tokens';
import { TOKEN_SCOPES } from '../contract/tokens';
import { VisibleError } from './errors';

/** The access token of a request. */
export type Grant = { id: number; scope: TokenScope };

/**
 * Returns the scope that a call needs: `admin` for operators' calls, `read` for other queries, and `write`
 * for all other calls (docs/product.md: Access tokens).
 */
export const scopeOf = (type: 'query' | 'mutation' | 'subscription', isForOperators = false): TokenScope => {
  if (isForOperators) return 'admin';
  return type === 'query' ? 'read' : 'write';
};

/** Throws FORBIDDEN if a request came with an access token whose scope is less than `needed`. */
export function requireScope(token: Grant | null, needed: TokenScope): void {
  if (!token || TOKEN_SCOPES.indexOf(token.scope) >= TOKEN_SCOPES.indexOf(needed)) return;
  const message = `This access token has the scope ${token.scope}, and this call needs ${needed}.`;
  throw new VisibleError('FORBIDDEN', message, {
    challenge: challengeOf({ error: 'insufficient_scope', error_description: message, scope: needed }),
  });
}

/**
 * Throws FORBIDDEN if a request came with an access token. Used for calls that only a signed-in browser may
 * make.
 */
export function refuseToken(token: Grant | null): void {
  if (token) throw new VisibleError('FORBIDDEN', 'An access token cannot do this. Sign in instead.');
}

/** Returns a value of the header `WWW-Authenticate` (RFC 6750, section 3). */
export const challengeOf = (parameters: Record<string, string>): string =>
  `Bearer ${Object.entries({ realm: 'tagline', ...parameters })
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
