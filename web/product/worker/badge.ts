import { queryClient } from '../query-client';
import { cache } from '../trpc';

/** Queries that return the number of unread messages of each board. */
const LISTS = ['boards.tagsWithCounts', 'boards.sharedWithCounts'];

/**
 * Shows the number of unread messages of all boards on the icon of the installed app, and no number after a
 * sign-out (docs/product.md: Installed app). Does nothing in a browser without badges. Returns a
 * function that stops watching.
 */
export function watchBadge(): () => void {
  if (!('setAppBadge' in navigator)) return () => {};
  let shown: number | undefined;
  const update = () => {
    const unread = countUnread();
    if (unread === undefined || unread === shown) return;
    shown = unread;
    const done = unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge();
    done.catch(() => {}); // ignores a refusal by the browser, for example in a private window
  };
  const stop = queryClient.getQueryCache().subscribe(({ query }) => {
    if (LISTS.includes([query.queryKey[0]].flat().join('.'))) update();
  });
  update();
  return stop;
}

/**
 * Returns the number of unread messages of all boards. Returns 0 for a signed-out person, and undefined until
 * the lists of boards are loaded.
 */
function countUnread(): number | undefined {
  const tags = cache.boards.tagsWithCounts.getData();
  const shared = cache.boards.sharedWithCounts.getData();
  if (!cache.auth.session.getData()?.authenticated) return 0;
  if (!tags || !shared) return undefined;
  return [...tags, ...shared].reduce((sum, { unread }) => sum + unread, 0);
}
