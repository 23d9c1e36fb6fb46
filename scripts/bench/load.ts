import { cpuMicros } from '../process';
import { type Rate, ROUND_MS } from './figures';

const CONNECTIONS = 8;

export type Load = {
  url: string;
  connections: number;
  /** Milliseconds. */
  duration: number;
  request: (n: number) => string;
  expect: number;
};

/** Uses bare sockets, because `fetch` needs more processor time than the measured servers. */
export async function load({ url, connections, duration, request, expect }: Load) {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  let sent = 0;
  const began = performance.now();
  const deadline = began + duration;

  const loadConnection = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sentAt = 0;
    const readAnswer = responseReader();
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data(socket, chunk) {
          const status = readAnswer(chunk);
          if (status === null) return;
          const now = performance.now();
          times.push(now - sentAt);
          if (status !== expect) reject(new Error(`${request(0).split('\r\n')[0]} was answered ${status}.`));
          if (status !== expect || now >= deadline) {
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
  return { rate: times.length / ((performance.now() - began) / 1000), times };
}

/** Returns the number of answers a second, and the CPU time of the server for each answer. */
export async function requestRate(
  { url, pid }: { url: string; pid: number },
  request: Load['request'],
  expect: number,
): Promise<Rate> {
  const before = cpuMicros(pid);
  const { rate, times } = await load({ url, connections: CONNECTIONS, duration: ROUND_MS, request, expect });
  return { rate, cpu: (cpuMicros(pid) - before) / times.length };
}

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
  requestText('GET', path, headers);

export const postRequest = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  requestText('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));

export function requestText(method: string, path: string, headers: Record<string, string>, body = '') {
  const all = {
    host: '127.0.0.1',
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
