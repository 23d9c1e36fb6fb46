import { ROUND_MS } from './figures';

/**
 * A load on one HTTP server over keep-alive connections, each with one request under way. Written on bare
 * sockets: `fetch` would cost more than the servers it measures.
 */

const CONNECTIONS = 8;

export type Load = {
  url: string;
  connections: number;
  /** Milliseconds. */
  duration: number;
  /** The nth request, whole, as it goes over the wire. */
  request: (n: number) => string;
  expect: number;
};

export type Loaded = {
  /** Answered requests a second. */
  rate: number;
  /** Milliseconds from sending to the whole answer, sorted. */
  times: number[];
};

export async function load({ url, connections, duration, request, expect }: Load): Promise<Loaded> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  const deadline = began + duration;

  const one = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sentAt = 0;
    const answer = answerReader();
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(socket, chunk) {
          const status = answer(chunk);
          if (status === null) return;
          if (status !== expect) {
            reject(new Error(`${request(0).split('\r\n')[0]} was answered ${status}, not ${expect}.`));
            socket.end();
            return;
          }
          const now = performance.now();
          times.push(now - sentAt);
          if (now >= deadline) {
            resolve();
            socket.end();
            return;
          }
          sentAt = now;
          socket.write(request(sent++));
        },
        close: () => reject(new Error('The server closed the connection.')),
        error: (_, error) => reject(error),
      },
    });
    sentAt = performance.now();
    socket.write(request(sent++));
    return promise;
  };

  await Promise.all(Array.from({ length: connections }, one));
  const seconds = (performance.now() - began) / 1000;
  return { rate: times.length / seconds, times: times.sort((a, b) => a - b) };
}

/** Answers a second to these requests, over a few connections. */
export async function rate(
  server: { url: string },
  request: Load['request'],
  expect: number,
): Promise<number> {
  const { url } = server;
  return (await load({ url, connections: CONNECTIONS, duration: ROUND_MS, request, expect })).rate;
}

/** Takes in what arrives on a connection; answers the status when an answer is whole, else null. */
export function answerReader(): (chunk: Buffer) => number | null {
  let status = 0;
  let missing = 0; // bytes of the body that are still to come
  let head = '';
  return (chunk) => {
    if (missing > 0) missing -= chunk.byteLength;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return null;
      status = Number(head.slice(9, 12));
      const length = /\r\ncontent-length: (\d+)/i.exec(head);
      missing = status === 304 ? 0 : Number(length?.[1] ?? 0) - (head.length - end - 4);
      head = '';
    }
    return missing <= 0 ? status : null;
  };
}

export const get = (path: string, headers: Record<string, string> = {}) => wire('GET', path, headers, '');

export const post = (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const json = JSON.stringify(body);
  return wire(
    'POST',
    path,
    {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(json)),
      ...headers,
    },
    json,
  );
};

export const wire = (method: string, path: string, headers: Record<string, string>, body: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;
