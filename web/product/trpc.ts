import { httpBatchLink, httpBatchStreamLink, splitLink, TRPCClientError, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { tap } from '@trpc/server/observable';
import { READER } from '../../src/contract/reader';
import type { AppRouter } from '../../src/http/router';
import { queryClient } from './query-client';

export const trpc = createTRPCReact<AppRouter>();

/** From which version of what its reader sees an answer was made (design 8), for lists and other objects. */
export const responseVersions = new WeakMap<object, string>();

const noteVersions: TRPCLink<AppRouter> =
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

/** The longest question and most links fit, and an address that a proxy may cut at 8 kB stays below that. */
const door = {
  url: '/trpc',
  maxURLLength: 6000,
  headers() {
    const reader = cache.auth.session.getData()?.userId;
    return reader ? { [READER]: String(reader) } : {};
  },
};

export const client = trpc.createClient({
  links: [
    noteVersions,
    splitLink({
      // each preview is shown when it comes: a slow site keeps neither the others nor a poll waiting
      condition: ({ path }) => path.startsWith('previews.'),
      true: httpBatchStreamLink(door),
      // short batches stay GET requests with an ETag, which is what makes an unchanged poll a 304
      false: httpBatchLink(door),
    }),
  ],
});

/** The cache outside of components: routes, and lists that page by themselves. */
export const cache = createTRPCQueryUtils<AppRouter>({ queryClient, client });

/** The HTTP status of a call that our server refused; undefined when the answer was none of its own. */
export const httpStatusOf = (error: unknown): number | undefined =>
  error instanceof TRPCClientError ? error.data?.httpStatus : undefined;

/** Whether no server could be reached at all: for that, and not for a strange answer, `fetch` throws a TypeError. */
export const isNetworkError = (error: unknown): boolean =>
  error instanceof TRPCClientError && error.cause instanceof TypeError;

/** The server's own sentence, or `fallback` where it gave none (spec 8): from a proxy before it, or from nowhere. */
export const errorMessage = (error: unknown, fallback: string): string =>
  httpStatusOf(error) === undefined ? fallback : (error as Error).message || fallback;
