import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query';

// Its own way is a timer, and on a slow phone a second press comes before that: a button must know at once that it is busy.
notifyManager.setScheduler(queueMicrotask);

/** Spec 9, "Data cache". `always`: a self-hoster's machine may well be offline and its own server still there. */
export function createQueryClient(): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 300_000,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    // Spec 4, "After any change". In one place, so that no dialog can forget it; not awaited, so that none waits for it.
    mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries() }),
  });
  return queryClient;
}

export const queryClient = createQueryClient();

/** Spec 9: the message list every 2 s (stale after 1 s), the sidebar's lists every 3 s; never in the background. */
export const LIST_POLL = { refetchInterval: 2000, staleTime: 1000 } as const;
export const SIDEBAR_POLL = { refetchInterval: 3000, staleTime: 1000 } as const;
