import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

/** An error in the configuration or in DATA_DIR. The operator reads its message as one line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * An error whose message the caller reads (docs/product.md: Errors). Most other errors are faults of this
 * program. For these the caller reads a general sentence, and only the log has the details.
 */
export class VisibleError extends Error {
  override name = 'VisibleError';
  constructor(
    readonly code: TRPC_ERROR_CODE_KEY,
    message: string,
    /**
     * `retryAfter` (seconds) and `challenge` become the headers `Retry-After` and `WWW-Authenticate`.
     * `success` is a field of the answer if a verification code was wrong. `reason` tells the web app more
     * than `code` does.
     */
    readonly extra: { retryAfter?: number; challenge?: string; success?: false; reason?: ErrorReason } = {},
  ) {
    super(message);
  }
}

/** `unknown number`: nobody has an account with the number. The web app then offers to text an invitation. */
export type ErrorReason = 'unknown number';

/** Returns the error for something that does not exist, or that the caller must not know of. */
export const notFound = (what: string) => new VisibleError('NOT_FOUND', `${what} not found`);

export const signedOut = () =>
  new VisibleError('UNAUTHORIZED', 'Please sign in.', { challenge: 'Bearer realm="tagline"' });

/**
 * Returns the first VisibleError among an error and its causes. For a full disk, returns SERVICE_UNAVAILABLE.
 * For anything else, returns null.
 */
export function toVisibleError(thrown: unknown): VisibleError | null {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof VisibleError) return error;
  return isDiskFull(thrown)
    ? new VisibleError('SERVICE_UNAVAILABLE', 'There is no room to save this now. Please try again later.', {
        retryAfter: 60,
      })
    : null;
}

/**
 * Returns whether an error, or one of its causes, says that a disk or a disk quota is full. Drizzle and tRPC
 * wrap the errors of SQLite.
 */
export function isDiskFull(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (DISK_FULL.includes((error as { code?: string }).code ?? '')) return true;
  return false;
}

/**
 * Runs a write that is not essential to the request. Ignores the error of a full disk, and throws any other
 * error.
 */
export function ignoreFullDisk(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/**
 * Returns whether an error, or one of its causes, says that a file or its disk cannot be written. Drizzle
 * wraps the errors of SQLite.
 */
export function isReadOnly(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (/^(SQLITE_READONLY|EROFS|EACCES)/.test((error as { code?: string }).code ?? '')) return true;
  return false;
}

const DISK_FULL = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'];
