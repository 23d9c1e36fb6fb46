import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { NeedsWriter } from '../../db/open';
import { diskErrorOf } from './disk-errors';
import { type ErrorCode, isErrorCode, kindOf } from './error-codes';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** An error whose message the caller reads (docs/product/calls.md: Errors). */
export class VisibleError extends Error {
  override name = 'VisibleError';
  /** The kind, which is the status. */
  readonly code: TRPC_ERROR_CODE_KEY;
  constructor(
    /** What programs tell the error apart by; a mere kind is for errors that no call of the API answers. */
    readonly problem: ErrorCode | TRPC_ERROR_CODE_KEY,
    message: string,
    /** Most become headers: `retryAfter` (seconds), `challenge` `WWW-Authenticate`, `limit` `RateLimit`. */
    readonly extra: {
      retryAfter?: number;
      challenge?: string;
      allow?: string;
      limit?: string;
      success?: false;
      reason?: ErrorReason;
    } = {},
  ) {
    super(message);
    this.code = kindOf(problem);
  }
}

/** Programs tell errors apart by it (docs/product/calls.md: Errors). */
export const ERROR_REASONS = ['unknown number', 'proof needed'] as const;
export type ErrorReason = (typeof ERROR_REASONS)[number];

export function notFound(what: string): VisibleError {
  const code = `${what.toLowerCase().replaceAll(' ', '_')}_not_found`;
  return new VisibleError(isErrorCode(code) ? code : 'NOT_FOUND', `${what} not found`);
}

export function needsWriter(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof NeedsWriter) return true;
  return false;
}

export const signedOut = () =>
  new VisibleError('UNAUTHORIZED', 'Please sign in.', { challenge: 'Bearer realm="tagline"' });

export function toVisibleError(thrown: unknown): VisibleError | null {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof VisibleError) return error;
  const disk = diskErrorOf(thrown);
  if (!disk) return null;
  const visible = new VisibleError('disk_unusable', disk.answer, { retryAfter: 60 });
  return Object.assign(visible, { cause: thrown });
}
