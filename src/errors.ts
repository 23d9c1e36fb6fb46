import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';

/**
 * Something a person did that cannot be done, with the sentence they read. Everything else that is thrown is
 * our fault and reaches nobody but the log.
 */
export class VisibleError extends Error {
  override name = 'VisibleError';
  constructor(
    readonly code: TRPC_ERROR_CODE_KEY,
    message: string,
    /** `retryAfter` in seconds goes into the header; `success` into the body, where the spec has it. */
    readonly extra: { retryAfter?: number; success?: false } = {},
  ) {
    super(message);
  }
}

/** What does not exist and what one may not see are answered alike (design 5). */
export const notFound = (what: string) => new VisibleError('NOT_FOUND', `${what} not found`);

/** What was thrown, when it is for a caller to read: a VisibleError, or that the disk is full, which passes (503). */
export function toVisibleError(thrown: unknown): VisibleError | null {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof VisibleError) return error;
    if (FULL.includes((error as { code?: string }).code ?? ''))
      return new VisibleError(
        'SERVICE_UNAVAILABLE',
        'There is no room to save this now. Please try again later.',
        {
          retryAfter: 60,
        },
      );
  }
  return null;
}

const FULL = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'];
