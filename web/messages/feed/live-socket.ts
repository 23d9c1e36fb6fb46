import type { NewMessage } from '../../../src/contract/events';

/** Wait before the socket is opened again, in milliseconds. */
const RECONNECT_MS = 10_000;
/** Close codes after which the socket is not opened again, because one side has closed it on purpose. */
const CLOSED_ON_PURPOSE = [1000, 1001];
/** Close code of a server that restarts (RFC 6455 registry). */
const RESTART = 1012;
/** Events within this time cause one refetch. In milliseconds. */
const COALESCE_MS = 100;

/**
 * Returns the wait before the socket is opened again in milliseconds, or null if it stays closed. After a restart of
 * the server it is between 5 and 15 seconds, at random, so that not all pages reconnect at the same moment.
 */
export function reconnectDelay(code: number, random = Math.random): number | null {
  if (CLOSED_ON_PURPOSE.includes(code)) return null;
  return code === RESTART ? RECONNECT_MS * (0.5 + random()) : RECONNECT_MS;
}

type LiveSocket = {
  userId: number | null;
  /** Called when lists may have changed: after an event, and after a reconnect, since events may have been missed. */
  onChange: () => void;
  /** Called with true when the socket opens and with false when it is lost. */
  onConnected: (connected: boolean) => void;
  url?: string;
  /** Returns the wait before reconnecting in milliseconds, or null, for a close code. */
  delay?: (code: number) => number | null;
};

/**
 * Opens the socket /ws/messages, and opens it again after a loss. Returns a function that closes the socket
 * (docs/product.md: Live updates).
 */
export function openLiveSocket({
  userId,
  onChange,
  onConnected,
  url = socketUrl(),
  delay = reconnectDelay,
}: LiveSocket): () => void {
  let socket: WebSocket;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let changeTimer: ReturnType<typeof setTimeout> | undefined;
  let mayHaveMissed = false;
  let closed = false;

  const coalesceChange = () => {
    changeTimer ??= setTimeout(() => {
      changeTimer = undefined;
      onChange();
    }, COALESCE_MS);
  };

  const open = () => {
    socket = new WebSocket(url);
    socket.onopen = () => {
      if (userId !== null) socket.send(JSON.stringify({ type: 'IDENTIFY', userId }));
      onConnected(true);
      if (mayHaveMissed) coalesceChange();
    };
    socket.onmessage = ({ data }) => {
      if ((JSON.parse(data) as NewMessage).type === 'NEW_MESSAGE') coalesceChange();
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
