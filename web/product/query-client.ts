import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';

// By default React Query notifies components in a timer. On a slow phone, the person could tap a button again
// before the timer has run and disabled the button.
notifyManager.setScheduler(queueMicrotask);

/** Metadata of a query that is not fetched again after a mutation. */
export const KEPT_AFTER_MUTATIONS = { keptAfterMutations: true };

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 300_000,
      retry: false,
      refetchOnWindowFocus: false,
      // fetches without the internet too, because the server can be on the same machine
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
  // each successful mutation refetches all queries on the screen, except static ones and those with
  // KEPT_AFTER_MUTATIONS; the mutation does not wait for these queries
  mutationCache: new MutationCache({
    onSuccess: () =>
      void queryClient.invalidateQueries({ predicate: ({ meta }) => meta !== KEPT_AFTER_MUTATIONS }),
  }),
});

/** Calls `listener` with the error, if there is one, of each query and mutation that changes. */
export function watchCaches(listener: (error: unknown) => void): () => void {
  const onEvent = (event: { type: string; action?: { error?: unknown } }) => {
    if (event.type === 'updated') listener(event.action?.error);
  };
  const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
  const stops = caches.map((cache) => cache.subscribe(onEvent));
  return () => {
    for (const stop of stops) stop();
  };
}

export const LIST_POLL = { refetchInterval: 2000, staleTime: 1000 } as const;
export const SIDEBAR_POLL = { refetchInterval: 3000, staleTime: 1000 } as const;
