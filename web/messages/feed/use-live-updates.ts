import { useEffect, useState } from 'react';
import { queryClient } from '../../product/query-client';
import { currentSession } from '../../product/session';
import { cache } from '../../product/trpc';
import { openLiveSocket } from './live-socket';

export function useLiveUpdates(): boolean {
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    let close = () => {};
    let unmounted = false;
    void currentSession().then((session) => {
      const userId = session?.userId ?? null;
      if (!unmounted) close = openLiveSocket({ userId, onChange: refetchLists, onConnected: setConnected });
    });
    return () => {
      unmounted = true;
      close();
    };
  }, []);
  return connected;
}

function refetchLists() {
  void queryClient.invalidateQueries({ queryKey: ['messages'] });
  void cache.boards.invalidate();
}
