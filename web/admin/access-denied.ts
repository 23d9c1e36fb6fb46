import { useEffect } from 'react';
import { queryClient } from '../product/query-client';
import { refreshSession } from '../product/session';
import { cache } from '../product/trpc';

/**
 * Returns true if an error's message says that the caller is not an operator, or contains 403
 * (docs/product.md: Operators).
 */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/**
 * Watches for calls that are refused because the user is no longer an operator. After such a call the session
 * is fetched again, which removes the link to the admin page. The stats are also fetched again, unless their
 * refusal was that call: a refusal of the stats closes the page.
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
