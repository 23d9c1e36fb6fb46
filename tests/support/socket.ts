import type { NewMessage } from '../../src/contract/events';
import type { Client } from './client';
import { until } from './server';

export async function openSocket(
  server: { url: string },
  client: Client,
  headers: Record<string, string> = {},
) {
  await client.get('/api/auth/session'); // signs in
  const events: NewMessage[] = [];
  let closed: { code: number; reason: string } | null = null;
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ');
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/messages`, {
    headers: { cookie, ...headers },
  } as never);
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onmessage = ({ data }) => events.push(JSON.parse(String(data)));
  socket.onclose = ({ code, reason }) => {
    closed = { code, reason };
    opened.reject(new Error(`The socket was closed: ${code} ${reason}`));
  };
  opened.promise.catch(() => {});
  await opened.promise;
  return {
    events,
    send: (text: string) => socket.send(text),
    closed: () => until(() => closed),
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await until(() => closed);
    },
  };
}
