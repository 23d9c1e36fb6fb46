import type { TokenScope } from '../../../src/contract/tokens';

/** Names of the scopes of access tokens, as the profile page shows them. */
export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Read',
  write: 'Read and write',
  admin: 'Read, write and operate the server',
};
