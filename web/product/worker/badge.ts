import { queryClient } from '../query-client';
import { cache } from '../trpc';

const LISTS = ['boards.tagsWithCounts', 'boards.sharedWithCounts'];

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

function countUnread(): number | undefined {
  const tags = cache.boards.tagsWithCounts.getData();
  const shared = cache.boards.sharedWithCounts.getData();
  if (!cache.auth.session.getData()?.authenticated) return 0;
  if (!tags || !shared) return undefined;
  return [...tags, ...shared].reduce((sum, { unread, archived }) => sum + (archived ? 0 : unread), 0);
}
