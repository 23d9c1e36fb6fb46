import { quantile } from './figures';

/** Connections opened at the same time; more overflow the queue of those not yet accepted. */
const AT_ONCE = 100;

export type Crowd = {
  /** Milliseconds from now until each socket has heard something, in the order in which they did. */
  next(): Promise<number[]>;
  close(): void;
};

/** Opens a socket to the product for each of these cookies. */
export async function gather(url: string, cookies: string[]): Promise<Crowd> {
  let heard = (_at: number) => {};
  const sockets: WebSocket[] = [];
  const open = (cookie: string) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/messages`, {
        headers: { cookie },
      } as never);
      socket.onopen = () => resolve();
      socket.onerror = () => reject(new Error('A socket was refused.'));
      socket.onmessage = () => heard(performance.now());
      sockets.push(socket);
    });
  for (let n = 0; n < cookies.length; n += AT_ONCE)
    await Promise.all(cookies.slice(n, n + AT_ONCE).map(open));

  return {
    next() {
      const began = performance.now();
      const times: number[] = [];
      return new Promise((resolve) => {
        heard = (at) => {
          if (times.push(at - began) === sockets.length) resolve(times);
        };
      });
    },
    close() {
      for (const socket of sockets) socket.close();
    },
  };
}

/** Of many publications the time until all but a hundredth of the crowd have heard, and until the last one has; the 99th percentile of each. */
export const spread = (rounds: number[][]) => ({
  nearlyAll: quantile(
    rounds.map((times) => quantile(times, 0.99)),
    0.99,
  ),
  last: quantile(
    rounds.map((times) => Math.max(...times)),
    0.99,
  ),
});
