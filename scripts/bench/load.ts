import { type Rate, ROUND_MS } from './figures';
import { cpuMicros } from './processes';

/**
 * Functions that send many requests to an HTTP server over keep-alive connections. Each connection has one
 * request at a time. The functions use bare sockets, because `fetch` would need more processor time than the
 * measured servers.
 */

const CONNECTIONS = 8;

export type Load = {
  url: string;
  connections: number;
  /** Length of the measurement in milliseconds. */
  duration: number;
  /** Returns the complete text of the nth request. */
  request: (n: number) => string;
  /** The status that every answer must have. */
  expect: number;
};

export type LoadResult = {
  /** Answers per second. */
  rate: number;
  /** Milliseconds of each request, from sending it to its complete answer. The shortest come first. */
  times: number[];
};

/**
 * Sends requests for `duration` milliseconds. Rejects if an answer has another status than `expect`, or if a
 * connection is closed.
 */
export async function load({ url, connections, duration, request, expect }: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  const deadline = began + duration;

  const loadConnection = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sentAt = 0;
    const answer = responseReader();
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

  await Promise.all(Array.from({ length: connections }, loadConnection));
  const seconds = (performance.now() - began) / 1000;
  return { rate: times.length / seconds, times: times.sort((a, b) => a - b) };
}

/**
 * Sends requests over a few connections. Returns the number of answers per second, and the server's CPU time
 * for each answer.
 */
export async function requestRate(
  server: { url: string; pid: number },
  request: Load['request'],
  expect: number,
): Promise<Rate> {
  const before = cpuMicros(server.pid);
  const { rate, times } = await load({
    url: server.url,
    connections: CONNECTIONS,
    duration: ROUND_MS,
    request,
    expect,
  });
  const after = cpuMicros(server.pid);
  return { rate, ...(before !== null && after !== null && { cpu: (after - before) / times.length }) };
}

/**
 * Returns a function that takes the chunks of one connection. The function returns the status if a chunk
 * completes an answer, else null.
 */
export function responseReader(): (chunk: Buffer) => number | null {
  let status = 0;
  let missing = 0; // bytes of the body that have not arrived yet
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

export const getRequest = (path: string, headers: Record<string, string> = {}) =>
  requestText('GET', path, headers, '');

export const postRequest = (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const json = JSON.stringify(body);
  return requestText(
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

export const requestText = (method: string, path: string, headers: Record<string, string>, body: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;
