import { useEffect, useState } from 'react';
import type { NewMessage } from '../../../src/contract/events';
import { queryClient } from '../../product/query-client';
import { currentSession } from '../../product/session';
import { cache } from '../../product/trpc';

const RECONNECT_MS = 10_000;
/** Close codes after which the socket is not opened again, because one side has closed it on purpose. */
const CLOSED_ON_PURPOSE = [1000, 1001];
/** Close code of a server that restarts, from the IANA registry of close codes. */
const RESTART = 1012;
const COALESCE_MS = 100;

/** After a restart the wait is random, so that not all pages reconnect at the same moment. */
export function reconnectDelay(code: number, random = Math.random): number | null {
  if (CLOSED_ON_PURPOSE.includes(code)) return null;
  return code === RESTART ? RECONNECT_MS * (0.5 + random()) : RECONNECT_MS;
}

type LiveSocket = {
  userId: number | null;
  /** Also after a reconnect, because the page may have missed an event. */
  onChange: () => void;
  onConnected: (connected: boolean) => void;
  url?: string;
  create?: (url: string) => WebSocket;
  delay?: (code: number) => number | null;
};

export function openLiveSocket({
  userId,
  onChange,
  onConnected,
  url = socketUrl(),
  create = (url) => new WebSocket(url),
  delay = reconnectDelay,
}: LiveSocket): () => void {
  let socket: WebSocket;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let changeTimer: ReturnType<typeof setTimeout> | undefined;
  let mayHaveMissed = false;
  let closed = false;

  const coalesceChange = (within = 0) => {
    changeTimer ??= setTimeout(
      () => {
        changeTimer = undefined;
        onChange();
      },
      COALESCE_MS + Math.random() * within,
    );
  };

  const open = () => {
    socket = create(url);
    socket.onopen = () => {
      if (userId !== null) socket.send(JSON.stringify({ type: 'IDENTIFY', userId }));
      onConnected(true);
      if (mayHaveMissed) coalesceChange();
    };
    socket.onmessage = ({ data }) => {
      const { type, within } = JSON.parse(data) as NewMessage;
      if (type === 'NEW_MESSAGE') coalesceChange(within);
    };
    socket.onclose = ({ code }) => {
      if (closed) return;
      onConnected(false);
      mayHaveMissed = true;
      const wait = delay(code);
      if (wait !== null) reconnectTimer = setTimeout(open, wait);
    };
  };

  open();
  return () => {
    closed = true;
    clearTimeout(reconnectTimer);
    clearTimeout(changeTimer);
    socket.close(1000);
  };
}

const socketUrl = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws/messages`;

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
