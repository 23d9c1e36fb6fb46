import { useEffect } from 'react';
import { queryClient } from '../product/query-client';
import { refreshSession } from '../product/session';
import { cache } from '../product/trpc';

/**
 * Returns true if the message of an error says that the caller is not an operator, or contains 403
 * (docs/product.md: Operators).
 */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/**
 * Reacts when the server refuses an API call because the user is not an operator any more. Fetches the
 * session again, so that the sidebar loses its link to the admin page. Also fetches the stats again, unless
 * the refused call was for the stats themselves. If the stats are refused, the page says "Access Denied".
 */
export function useAccessWatch() {
  useEffect(() => {
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const isStats = String(event.query.queryKey[0]) === 'admin,stats';
      if (isAccessDenied(event.action.error)) onDenied({ fetchStats: !isStats });
    });
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      if (isAccessDenied(event.action.error)) onDenied({ fetchStats: true });
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, []);
}

function onDenied({ fetchStats }: { fetchStats: boolean }) {
  void refreshSession();
  if (fetchStats) void cache.admin.stats.invalidate();
}
