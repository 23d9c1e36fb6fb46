import { queryClient } from './query-client';
import { cache, client, httpStatusOf } from './trpc';

/**
 * Watches for API calls that are refused because the session has ended elsewhere, for example by a logout in
 * another tab. Then marks the cached session as signed out and calls `onSignedOut`. Also reloads the page if
 * somebody has signed in again in another tab.
 */
export function watchSessionEnd(onSignedOut: () => void) {
  const check = (error: unknown) => {
    if (httpStatusOf(error) !== 401 || !cache.auth.session.getData()?.authenticated) return;
    cache.auth.session.setData(undefined, { authenticated: false, userId: null, operator: false });
    client.auth.session
      .query()
      .then(({ authenticated }) => authenticated && location.reload())
      .catch(() => {})
      .finally(onSignedOut);
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => type === 'updated' && check(query.state.error));
  queryClient
    .getMutationCache()
    .subscribe(({ type, mutation }) => type === 'updated' && check(mutation.state.error));
}
