import type { NewMessage } from '../../../src/contract/events';

const RECONNECT_MS = 10_000;
const RESTART = 1012;
/** Closed on purpose, by either side. */
const NORMAL = [1000, 1001];
/** News that come together are fetched together. */
const GATHER_MS = 100;

/**
 * How long to wait before opening the socket again, in milliseconds, or null to leave it (spec 4). After a
 * restart all pages lost theirs at once, so they come back spread out.
 */
export function reconnectDelay(code: number, random = Math.random): number | null {
  if (NORMAL.includes(code)) return null;
  return code === RESTART ? RECONNECT_MS * (0.5 + random()) : RECONNECT_MS;
}

type Live = {
  userId: number | null;
  /** There may be something new: after an event, and after a time without the socket. */
  onNews: () => void;
  onState: (live: boolean) => void;
  url?: string;
  delay?: (code: number) => number | null;
};

/** Keeps the socket /ws/messages open until the function it answers is called. */
export function openLiveSocket({
  userId,
  onNews,
  onState,
  url = address(),
  delay = reconnectDelay,
}: Live): () => void {
  let socket: WebSocket;
  let again: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let missed = false;
  let left = false;

  const news = () => {
    gathering ??= setTimeout(() => {
      gathering = undefined;
      onNews();
    }, GATHER_MS);
  };

  const open = () => {
    socket = new WebSocket(url);
    socket.onopen = () => {
      if (userId !== null) socket.send(JSON.stringify({ type: 'IDENTIFY', userId }));
      onState(true);
      if (missed) news();
    };
    socket.onmessage = ({ data }) => {
      if ((JSON.parse(data) as NewMessage).type === 'NEW_MESSAGE') news();
    };
    socket.onclose = ({ code }) => {
      if (left) return;
      onState(false);
      missed = true;
      const wait = delay(code);
      if (wait !== null) again = setTimeout(open, wait);
    };
  };

  open();
  return () => {
    left = true;
    clearTimeout(again);
    clearTimeout(gathering);
    socket.close(1000);
  };
}

/** Secure when the page is (spec 4). */
const address = () => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}/ws/messages`;
