import { useEffect } from 'react';
import { queryClient } from '../product/query-client';
import { refreshSession } from '../product/session';

/**
 * Returns true if the message of an error says that the caller is not an operator, or contains 403
 * (docs/product.md: Operators).
 */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/**
 * Fetches the session again when the admin page is opened, and when the server refuses an API call because
 * the user is not an operator any more. What the sidebar and the page show depends on the session.
 */
export function useAccessWatch() {
  useEffect(() => {
    void refreshSession();
    const check = (event: { type: string; action?: { type: string; error?: unknown } }) => {
      if (event.type === 'updated' && event.action?.type === 'error' && isAccessDenied(event.action.error))
        void refreshSession();
    };
    const stops = [
      queryClient.getQueryCache().subscribe(check),
      queryClient.getMutationCache().subscribe(check),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
