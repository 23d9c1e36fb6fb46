import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** An error whose message the caller reads (docs/product/calls.md: Errors). */
export class VisibleError extends Error {
  override name = 'VisibleError';
  constructor(
    readonly code: TRPC_ERROR_CODE_KEY,
    message: string,
    /** `retryAfter` (seconds) and `challenge` become the headers `Retry-After` and `WWW-Authenticate`. */
    readonly extra: { retryAfter?: number; challenge?: string; success?: false; reason?: ErrorReason } = {},
  ) {
    super(message);
  }
}

export type ErrorReason = 'unknown number';

export const notFound = (what: string) => new VisibleError('NOT_FOUND', `${what} not found`);

export const signedOut = () =>
  new VisibleError('UNAUTHORIZED', 'Please sign in.', { challenge: 'Bearer realm="tagline"' });

export function toVisibleError(thrown: unknown): VisibleError | null {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof VisibleError) return error;
  return isDiskFull(thrown)
    ? new VisibleError('SERVICE_UNAVAILABLE', 'There is no room to save this now. Please try again later.', {
        retryAfter: 60,
      })
    : null;
}

export const isDiskFull = (thrown: unknown): boolean => hasCode(thrown, DISK_FULL);

/** Drizzle and tRPC wrap the errors of SQLite. */
function hasCode(thrown: unknown, pattern: RegExp): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (pattern.test((error as { code?: string }).code ?? '')) return true;
  return false;
}

export function ignoreFullDisk(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

export const isReadOnly = (thrown: unknown): boolean => hasCode(thrown, /^(SQLITE_READONLY|EROFS|EACCES)/);

const DISK_FULL = /^(SQLITE_FULL|SQLITE_IOERR_WRITE|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/;
