import { expect, test } from 'bun:test';
import type { ServerWebSocket } from 'bun';
import { openLiveSocket, reconnectDelay } from '../../web/messages/feed/live-socket';

/** A server that hears what pages say, and closes or tells them when a test wants it. */
function startServer() {
  const heard: string[] = [];
  const sockets: ServerWebSocket<undefined>[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => (server.upgrade(request) ? undefined : new Response(null, { status: 400 })),
    websocket: {
      open: (socket) => void sockets.push(socket),
      message: (_, text) => void heard.push(String(text)),
    },
  });
  return {
    url: `ws://127.0.0.1:${server.port}/`,
    heard,
    sockets,
    async [Symbol.asyncDispose]() {
      await server.stop(true);
    },
  };
}

async function until(holds: () => boolean) {
  while (!holds()) await Bun.sleep(2);
}

/** A page on that server which waits no time before it reconnects, and all that happened to it. */
function openPage(url: string, userId: number | null = 7) {
  const happened: string[] = [];
  const leave = openLiveSocket({
    url,
    userId,
    onNews: () => happened.push('news'),
    onState: (live) => happened.push(live ? 'live' : 'lost'),
    delay: (code) => (reconnectDelay(code) === null ? null : 1),
  });
  return { happened, leave, [Symbol.dispose]: leave };
}

test('it comes back after ten seconds, spread out after a restart, and not at all when closed on purpose', () => {
  expect(reconnectDelay(1006)).toBe(10_000);
  expect(reconnectDelay(1008)).toBe(10_000);
  expect([0, 0.5, 1].map((chance) => reconnectDelay(1012, () => chance))).toEqual([5_000, 10_000, 15_000]);
  expect(reconnectDelay(1000)).toBeNull();
  expect(reconnectDelay(1001)).toBeNull();
});

test('the page says who it is once the socket is open, and nothing when nobody is signed in', async () => {
  await using server = startServer();
  using page = openPage(server.url);
  await until(() => server.heard.length > 0);
  expect(server.heard).toEqual(['{"type":"IDENTIFY","userId":7}']);
  using nobody = openPage(server.url, null);
  await until(() => nobody.happened.includes('live'));
  expect(server.heard).toHaveLength(1);
  expect(page.happened).toEqual(['live']);
});

test('news that come together are one reason to look, and what else is said is none', async () => {
  await using server = startServer();
  using page = openPage(server.url);
  await until(() => page.happened.includes('live') && server.sockets.length > 0);
  server.sockets[0]?.send('{"type":"SOMETHING_ELSE"}');
  for (let n = 0; n < 5; n++) server.sockets[0]?.send('{"type":"NEW_MESSAGE","tags":["food"]}');
  await until(() => page.happened.includes('news'));
  expect(page.happened).toEqual(['live', 'news']);
});

test('a lost socket is opened again, and what was missed is looked for', async () => {
  await using server = startServer();
  using page = openPage(server.url);
  const opened = () => page.happened.filter((what) => what === 'live').length;
  for (const [n, code] of [1012, 1011].entries()) {
    await until(() => opened() === n + 1 && server.sockets.length === n + 1);
    server.sockets[n]?.close(code);
  }
  await until(() => opened() === 3);
  await until(() => page.happened.at(-1) === 'news');
  expect(page.happened.filter((what) => what !== 'news')).toEqual(['live', 'lost', 'live', 'lost', 'live']);
});

test('a socket that the server ends stays closed', async () => {
  await using server = startServer();
  using page = openPage(server.url);
  await until(() => server.sockets.length === 1);
  server.sockets[0]?.close(1000);
  await until(() => page.happened.includes('lost'));
  await Bun.sleep(20);
  expect(server.sockets).toHaveLength(1);
});

test('who leaves the page hears no more', async () => {
  await using server = startServer();
  const page = openPage(server.url);
  await until(() => page.happened.includes('live') && server.sockets.length > 0);
  server.sockets[0]?.send('{"type":"NEW_MESSAGE","tags":[]}');
  page.leave();
  await Bun.sleep(150);
  expect(page.happened).toEqual(['live']);
  expect(server.sockets).toHaveLength(1);
});
