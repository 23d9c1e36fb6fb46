import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { diskErrorOf } from './disk-errors';

export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** An error whose message the caller reads (docs/product/calls.md: Errors). */
export class VisibleError extends Error {
  override name = 'VisibleError';
  constructor(
    readonly code: TRPC_ERROR_CODE_KEY,
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
  }
}

/** Programs tell errors apart by it (docs/product/calls.md: Errors). */
export const ERROR_REASONS = ['unknown number', 'proof needed'] as const;
export type ErrorReason = (typeof ERROR_REASONS)[number];

export const notFound = (what: string) => new VisibleError('NOT_FOUND', `${what} not found`);

export const signedOut = () =>
  new VisibleError('UNAUTHORIZED', 'Please sign in.', { challenge: 'Bearer realm="tagline"' });

export function toVisibleError(thrown: unknown): VisibleError | null {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof VisibleError) return error;
  const disk = diskErrorOf(thrown);
  if (!disk) return null;
  const visible = new VisibleError('SERVICE_UNAVAILABLE', disk.answer, { retryAfter: 60 });
  return Object.assign(visible, { cause: thrown });
}
