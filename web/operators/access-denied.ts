import { useEffect } from 'react';
import { watchCaches } from '../product/query-client';
import { refreshSession } from '../product/session';

export const isAccessDenied = (error: unknown): boolean =>
  error instanceof Error && /Admin access required|403/.test(error.message);

/** Fetches the session again when a call is refused: the sidebar and the page depend on it. */
export function useAccessWatch() {
  useEffect(() => {
    void refreshSession();
    return watchCaches((error) => {
      if (isAccessDenied(error)) void refreshSession();
    });
  }, []);
}
