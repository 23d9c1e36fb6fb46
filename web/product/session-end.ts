import { toastAfterReload } from '../ui/toast';
import { deleteKeptPictures } from './kept-pictures';
import { watchCaches } from './query-client';
import { forgetKeptOfOthers, SIGNED_OUT } from './session';
import { type EndOfSession, endOfOpenSession, endSinceLastVisit } from './session-record';
import { cache, client, httpStatusOf } from './trpc';

let endOfPage: EndOfSession | undefined;

export const endOfSession = (): EndOfSession | undefined =>
  endOfPage ?? cache.auth.session.getData()?.ended ?? endSinceLastVisit();

/** Watches for a session that ends elsewhere, for example by a logout in another tab. */
export function watchSessionEnd(onSignedOut: () => void): () => void {
  let signedIn = isSignedIn();
  let reader = cache.auth.session.getData()?.userId;
  const check = (error: unknown) => {
    if (httpStatusOf(error) === 401 && isSignedIn()) cache.auth.session.setData(undefined, SIGNED_OUT);
    const isNow = isSignedIn();
    if (isNow === undefined) return; // the session is not in the cache, so the page cannot tell
    const hasEnded = signedIn && !isNow;
    signedIn = isNow;
    if (isNow) reader = cache.auth.session.getData()?.userId;
    if (!hasEnded) return;
    void deleteKeptPictures();
    // asks the server, not the cache, because somebody may have signed in again in another tab
    client.auth.session
      .query()
      .then((session) => {
        endOfPage = session.ended ?? endOfOpenSession();
        forgetKeptOfOthers(session);
        if (!session.authenticated) return;
        if (session.userId !== reader)
          toastAfterReload({
            title: 'Another account',
            description: 'Somebody has signed in with another account in this browser.',
          });
        location.reload();
      })
      .catch(() => {})
      .finally(onSignedOut);
  };
  return watchCaches(check);
}

const isSignedIn = () => cache.auth.session.getData()?.authenticated;
