import type { NewMessage } from '../../../src/contract/events';

/** Wait before the socket is opened again, in milliseconds. */
const RECONNECT_MS = 10_000;
/** Close codes after which the socket is not opened again, because one side has closed it on purpose. */
const CLOSED_ON_PURPOSE = [1000, 1001];
/** Close code of a server that restarts, from the IANA registry of close codes. */
const RESTART = 1012;
/**
 * Minimum time from an event to the refetch, in milliseconds. All events in this time cause only one refetch.
 */
const COALESCE_MS = 100;

/**
 * Returns how many milliseconds to wait before the socket is opened again, or null if it stays closed. After
 * a restart of the server, returns a random time between 5 and 15 seconds, so that not all pages reconnect at
 * the same moment.
 */
export function reconnectDelay(code: number, random = Math.random): number | null {
  if (CLOSED_ON_PURPOSE.includes(code)) return null;
  return code === RESTART ? RECONNECT_MS * (0.5 + random()) : RECONNECT_MS;
}

type LiveSocket = {
  userId: number | null;
  /**
   * Called when lists may have changed: after an event, and after a reconnect, because the page may have
   * missed an event.
   */
  onChange: () => void;
  /** Called with true when the socket opens and with false when it is lost. */
  onConnected: (connected: boolean) => void;
  url?: string;
  /** Creates the socket. Measurements replace this function, to send a cookie. */
  create?: (url: string) => WebSocket;
  /** Returns how many milliseconds to wait after this close code, or null to stay closed. */
  delay?: (code: number) => number | null;
};

/**
 * Opens the WebSocket /ws/messages (docs/product.md: Live updates). Opens it again when the connection is
 * lost, unless one side has closed it on purpose. Returns a function that closes the socket for good.
 */
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
