import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';

// By default React Query notifies components in a timer. On a slow phone a second tap can come before that, when
// the button of the first tap is not yet disabled.
notifyManager.setScheduler(queueMicrotask);

/** Creates the cache of queries (docs/product.md: Polling). */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always', // without the internet a server on the same machine can still be reached
      },
      mutations: { networkMode: 'always' },
    },
    // each successful mutation refetches the non-static queries on the screen; it does not wait for them
    mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries() }),
  });
  return queryClient;
}

export const queryClient = createQueryClient();

/** Polling of lists of messages. Times are in milliseconds; background tabs do not poll. */
export const LIST_POLL = { refetchInterval: 2000, staleTime: 1000 } as const;
/** Polling of the lists of boards. */
export const SIDEBAR_POLL = { refetchInterval: 3000, staleTime: 1000 } as const;
