import { queryClient } from './query-client';
import { cache, client, httpStatusOf } from './trpc';

/**
 * Watches for a session that ends elsewhere, for example by a logout in another tab. The end shows when an
 * API call is refused with 401, or when the session is fetched again. Then reloads the page if somebody has
 * signed in again in another tab, and calls `onSignedOut` in any case. Returns a function that stops
 * watching.
 */
export function watchSessionEnd(onSignedOut: () => void): () => void {
  let signedIn = isSignedIn();
  const check = (error: unknown) => {
    if (httpStatusOf(error) === 401 && isSignedIn())
      cache.auth.session.setData(undefined, { authenticated: false, userId: null, operator: false });
    const isNow = isSignedIn();
    if (isNow === undefined) return; // the session is not in the cache, so nothing is known
    const hasEnded = signedIn && !isNow;
    signedIn = isNow;
    if (!hasEnded) return;
    // asks the server, not the cache, because somebody may have signed in again in another tab
    client.auth.session
      .query()
      .then(({ authenticated }) => authenticated && location.reload())
      .catch(() => {})
      .finally(onSignedOut);
  };
  const stops = [
    queryClient
      .getQueryCache()
      .subscribe(({ type, query }) => type === 'updated' && check(query.state.error)),
    queryClient
      .getMutationCache()
      .subscribe(({ type, mutation }) => type === 'updated' && check(mutation.state.error)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const isSignedIn = () => cache.auth.session.getData()?.authenticated;
