import { expect, spyOn, test } from 'bun:test';
import type { ServerWebSocket } from 'bun';
import { openLiveSocket, reconnectDelay } from '../../../web/messages/feed/live-socket';
import { until } from '../../support/server';

function startServer() {
  const received: string[] = [];
  const sockets: ServerWebSocket<undefined>[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: {
      open: (socket) => void sockets.push(socket),
      message: (_, text) => void received.push(String(text)),
    },
  });
  return {
    url: `ws://127.0.0.1:${server.port}/`,
    received,
    sockets,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}

function openSocket(url: string, userId: number | null = 7) {
  const events: string[] = [];
  const close = openLiveSocket({
    url,
    userId,
    onChange: () => events.push('change'),
    onConnected: (connected) => events.push(connected ? 'connected' : 'lost'),
    delay: (code) => (reconnectDelay(code) === null ? null : 1),
  });
  return { events, close, [Symbol.dispose]: close };
}

async function openConnected({ url, sockets }: ReturnType<typeof startServer>) {
  const socket = openSocket(url);
  await until(() => socket.events.includes('connected') && sockets.length > 0);
  return socket;
}

test('a socket reconnects after 10 s, after a restart within 5 to 15 s', () => {
  expect(reconnectDelay(1006)).toBe(10_000);
  expect(reconnectDelay(1008)).toBe(10_000);
  expect([0, 0.5, 1].map((random) => reconnectDelay(1012, () => random))).toEqual([5_000, 10_000, 15_000]);
  expect(reconnectDelay(1000)).toBeNull();
  expect(reconnectDelay(1001)).toBeNull();
});

test('an open socket sends the user id, if somebody is signed in', async () => {
  await using server = startServer();
  using socket = openSocket(server.url);
  await until(() => server.received.length > 0);
  expect(server.received).toEqual(['{"type":"IDENTIFY","userId":7}']);
  using nobody = openSocket(server.url, null);
  await until(() => nobody.events.includes('connected'));
  expect(server.received).toHaveLength(1);
  expect(socket.events).toEqual(['connected']);
});

test('several events at once cause one change, and unknown events none', async () => {
  await using server = startServer();
  using socket = await openConnected(server);
  server.sockets[0]?.send('{"type":"SOMETHING_ELSE"}');
  for (let n = 0; n < 5; n++) server.sockets[0]?.send('{"type":"NEW_MESSAGE","tags":["food"]}');
  await until(() => socket.events.includes('change'));
  expect(socket.events).toEqual(['connected', 'change']);
});

test('a page waits for a random part of the time that an event allows', async () => {
  await using server = startServer();
  using random = spyOn(Math, 'random').mockReturnValue(0.5);
  using timers = spyOn(globalThis, 'setTimeout');
  using socket = openSocket(server.url);
  await until(() => socket.events.includes('connected') && server.sockets.length > 0);
  server.sockets[0]?.send('{"type":"NEW_MESSAGE","tags":[],"within":20}');
  await until(() => socket.events.includes('change'));
  expect(random).toHaveBeenCalled();
  expect(timers.mock.calls.map(([, delay]) => delay)).toContain(110);
});

test('a lost socket reconnects and reports a change for missed events', async () => {
  await using server = startServer();
  using socket = openSocket(server.url);
  const opened = () => socket.events.filter((event) => event === 'connected').length;
  for (const [n, code] of [1012, 1011].entries()) {
    await until(() => opened() === n + 1 && server.sockets.length === n + 1);
    server.sockets[n]?.close(code);
  }
  await until(() => opened() === 3);
  await until(() => socket.events.at(-1) === 'change');
  expect(socket.events.filter((event) => event !== 'change')).toEqual([
    'connected',
    'lost',
    'connected',
    'lost',
    'connected',
  ]);
});

test('a socket that the server closes normally stays closed', async () => {
  await using server = startServer();
  using socket = openSocket(server.url);
  await until(() => server.sockets.length === 1);
  server.sockets[0]?.close(1000);
  await until(() => socket.events.includes('lost'));
  await Bun.sleep(20);
  expect(server.sockets).toHaveLength(1);
});

test('a closed socket reports no change', async () => {
  await using server = startServer();
  const socket = await openConnected(server);
  server.sockets[0]?.send('{"type":"NEW_MESSAGE","tags":[]}');
  socket.close();
  await Bun.sleep(150);
  expect(socket.events).toEqual(['connected']);
  expect(server.sockets).toHaveLength(1);
});
