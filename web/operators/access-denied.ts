import { useEffect } from 'react';
import { queryClient } from '../product/query-client';
import { refreshSession } from '../product/session';

/**
 * Returns true if the message of an error says that the caller is not an operator (docs/product.md:
 * Operators). Any message that contains 403 counts too.
 */
export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/**
 * Fetches the session again when the admin page is opened, and when the server refuses an API call because
 * the user is no longer an operator. The sidebar and the page depend on the session.
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
