import type { TokenScope } from '../../../src/contract/tokens';

export const SCOPE_LABELS: Record<TokenScope, string> = {
  read: 'Read',
  write: 'Read and write',
  admin: 'Read, write and operate the server',
};
