import { useEffect, useState } from 'react';
import { queryClient } from '../../product/query-client';
import { currentSession } from '../../product/session';
import { cache } from '../../product/trpc';
import { openLiveSocket } from './live-socket';

/** Fetches lists anew when the server tells of a new message. Answers whether it can: false while the socket is lost. */
export function useLiveUpdates(): boolean {
  const [live, setLive] = useState(true);
  useEffect(() => {
    let leave = () => {};
    let left = false;
    void currentSession().then(({ userId }) => {
      if (!left) leave = openLiveSocket({ userId, onNews: refetchLists, onState: setLive });
    });
    return () => {
      left = true;
      leave();
    };
  }, []);
  return live;
}

/** Messages, tags and shared boards (spec 4), as far as they are on the screen. */
function refetchLists() {
  void queryClient.invalidateQueries({ queryKey: ['messages'] });
  void cache.boards.invalidate();
}
