import { useEffect } from 'react';
import { queryClient } from '../product/query-client';
import { refreshSession } from '../product/session';

export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/** Fetches the session again when a call is refused: the sidebar and the page depend on it. */
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
