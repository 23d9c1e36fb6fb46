import { httpBatchLink, httpBatchStreamLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { tap } from '@trpc/server/observable';
import { READER } from '../../src/contract/reader';
import type { AppRouter } from '../../src/http/router';
import { queryClient } from './query-client';

export const trpc = createTRPCReact<AppRouter>();

/** The `ETag` of each answer that is a list or an object (docs/product.md: Unchanged polls). */
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

const batchOptions = {
  url: '/trpc',
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
      // a stream brings each preview as soon as it is there, so a slow site delays no other preview and no poll
      condition: ({ path }) => path.startsWith('previews.'),
      true: httpBatchStreamLink(batchOptions),
      // all other batches are plain GET requests with an ETag, so an unchanged poll is answered 304
      false: httpBatchLink(batchOptions),
    }),
  ],
});

/** The query cache for code outside of components, such as routes and lists that load their own pages. */
export const cache = createTRPCQueryUtils<AppRouter>({ queryClient, client });

/** Returns the HTTP status with which our server refused a call; undefined if the answer came from somewhere else. */
export const httpStatusOf = (error: unknown): number | undefined =>
  error instanceof TRPCClientError ? error.data?.httpStatus : undefined;

/** Returns true if no server could be reached. `fetch` throws a TypeError then, and for nothing else. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.cause instanceof TypeError;

/** Returns our server's own sentence about a failure, or `fallback` if the failure came from a proxy or the network. */
export const errorMessage = (error: unknown, fallback: string): string =>
  httpStatusOf(error) === undefined ? fallback : (error as Error).message || fallback;
