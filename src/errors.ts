import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

/**
 * An error with a sentence that the caller reads (docs/product.md: Errors). Every other error is a fault of ours: the
 * caller reads a general sentence, and only the log has the details.
 */
export class VisibleError extends Error {
  override name = 'VisibleError';
  constructor(
    readonly code: TRPC_ERROR_CODE_KEY,
    message: string,
    /** `retryAfter`, in seconds, becomes a header. `success` is part of the body of a failed verification. */
    readonly extra: { retryAfter?: number; success?: false } = {},
  ) {
    super(message);
  }
}

/** Returns the error for a thing that does not exist, or that the caller may not see: the two are answered alike. */
export const notFound = (what: string) => new VisibleError('NOT_FOUND', `${what} not found`);

export const signedOut = () => new VisibleError('UNAUTHORIZED', 'Please sign in.');

/** Returns the VisibleError among an error and its causes, SERVICE_UNAVAILABLE if the disk is full, and null for all others. */
export function toVisibleError(thrown: unknown): VisibleError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof VisibleError) return error;
    if (isDiskFull(error))
      return new VisibleError(
        'SERVICE_UNAVAILABLE',
        'There is no room to save this now. Please try again later.',
        { retryAfter: 60 },
      );
  }
  return null;
}

/** Returns whether an error says that a disk, or a quota of one, is full. */
export const isDiskFull = (error: unknown): boolean =>
  DISK_FULL.includes((error as { code?: string }).code ?? '');

const DISK_FULL = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'];
