import { useEffect } from 'react';
import { queryClient } from '../product/query-client';
import { cache } from '../product/trpc';

/** Spec 6: the server says that this is for operators. */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/** Asks anew who we are when any call is denied: rights that are taken away close the panel that is open. */
export function useAccessWatch() {
  useEffect(() => {
    const notice = (error: unknown) => {
      if (isAccessDenied(error)) void cache.admin.stats.invalidate();
    };
    const stops = [
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        const own = JSON.stringify(query.queryKey).startsWith('[["admin","stats"]');
        if (type === 'updated' && !own) notice(query.state.error);
      }),
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated') notice(mutation?.state.error);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
