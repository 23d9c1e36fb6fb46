import { httpBatchLink, httpBatchStreamLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { tap } from '@trpc/server/observable';
import { BATCH_MAX } from '../../src/contract/limits';
import { READER } from '../../src/contract/reader';
import type { AppRouter } from '../../src/http/router';
import { fetchInTime } from '../ui/reach';
import { queryClient } from './query-client';
import { forgetWaitingLogOut, logOutWaits } from './waiting-log-out';

export const trpc = createTRPCReact<AppRouter>();

/** The map contains only answers that are objects or arrays. */
export const responseVersions = new WeakMap<object, string>();

const recordVersions: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next(op).pipe(
      tap({
        next({ result, context }) {
          const version = (context?.response as Response | undefined)?.headers.get('etag');
          if (version && 'data' in result && result.data instanceof Object)
            responseVersions.set(result.data, version);
        },
      }),
    );

/** Comes before every other call, because the browser still has the cookie of the session. */
export async function finishLogOut(): Promise<void> {
  if (!logOutWaits()) return;
  const { ok } = await fetchInTime('/api/auth/logout', { method: 'POST' });
  if (!ok) throw new TypeError('The server could not log out.'); // as if it was not reached
  forgetWaitingLogOut();
}

const batchOptions = {
  url: '/trpc',
  fetch: async (...request: Parameters<typeof fetchInTime>) => {
    await finishLogOut();
    return fetchInTime(...request);
  },
  maxItems: BATCH_MAX,
  maxURLLength: 6000, // some proxies refuse URLs of more than 8 kB
  headers() {
    const reader = cache.auth.session.getData()?.userId;
    return reader ? { [READER]: String(reader) } : {};
  },
};

export const client = trpc.createClient({
  links: [
    recordVersions,
    splitLink({
      // a stream brings each preview as soon as the server has it, so a slow site delays no other preview and
      // no poll
      condition: ({ path }) => path.startsWith('previews.'),
      true: httpBatchStreamLink(batchOptions),
      // all other queries are plain GET requests with an ETag, so the server answers an unchanged poll with
      // 304
      false: httpBatchLink(batchOptions),
    }),
  ],
});

export const cache = createTRPCQueryUtils<AppRouter>({ queryClient, client });

export const httpStatusOf = (error: unknown): number | undefined =>
  error instanceof TRPCClientError ? error.data?.httpStatus : undefined;

export const reasonOf = (error: unknown) =>
  error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>).data?.reason : undefined;

/** Returns true if `fetch` threw a TypeError, which it does when no server can be reached. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.cause instanceof TypeError;

const PROXY_ERRORS = [502, 503, 504];

export const isUnreached = (error: unknown): boolean =>
  isNetworkError(error) ||
  (error instanceof TRPCClientError &&
    error.data === undefined &&
    PROXY_ERRORS.includes((error.meta?.response as Response | undefined)?.status ?? 0));

/** If there is no status, for example because no server was reached, returns only the message. */
export const statusAndMessage = (error: { message: string }): string =>
  [httpStatusOf(error), error.message].filter(Boolean).join(': ');

export function errorMessage(error: unknown, fallback: string): string {
  if (isUnreached(error)) return `${fallback}\nThis needs a connection, and there is none now.`;
  return httpStatusOf(error) === undefined ? fallback : (error as Error).message || fallback;
}
