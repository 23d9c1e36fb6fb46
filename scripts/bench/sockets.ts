/**
 * Number of connections that are opened at the same time. More would overflow the server's queue of
 * connections that it has not accepted yet.
 */
const AT_ONCE = 100;

export type Listeners = {
  /**
   * Waits until every socket has received the next message. Returns the milliseconds of each socket, the
   * fastest first.
   */
  nextMessage(): Promise<number[]>;
  close(): void;
};

/** Opens a socket to Tagline for each cookie. */
export async function openSockets(url: string, cookies: string[]): Promise<Listeners> {
  let onMessage = (_at: number) => {};
  const sockets: WebSocket[] = [];
  const open = (cookie: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/messages`, {
        headers: { cookie },
      } as never);
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error('A socket was refused.'));
      socket.onmessage = () => onMessage(performance.now());
      sockets.push(socket);
    });
  for (let n = 0; n < cookies.length; n += AT_ONCE)
    await Promise.all(cookies.slice(n, n + AT_ONCE).map(open));

  return {
    nextMessage() {
      const began = performance.now();
      const times: number[] = [];
      return new Promise((resolve) => {
        onMessage = (at) => {
          if (times.push(at - began) === sockets.length) resolve(times);
        };
      });
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}
