import { openLiveSocket } from '../../web/messages/feed/live-socket';
import { openPoller, pageAndListsPath } from './poller';

/**
 * Holds pages of the web app open, in a process of its own. A page polls after each live event and every two
 * seconds. `POST /open` takes OpenPages. `POST /next` takes words, waits until every page has got an answer
 * with these words, and lists the times of these answers (milliseconds UTC).
 */
export type OpenPages = { url: string; cookies: string[] };

const POLL_MS = 2_000;

const pages: Awaited<ReturnType<typeof openPage>>[] = [];

if (import.meta.main) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    routes: {
      '/open': {
        POST: async (request) => {
          const { url, cookies } = (await request.json()) as OpenPages;
          for (const cookie of cookies) pages.push(await openPage(url, cookie));
          return new Response(null, { status: 204 });
        },
      },
      '/next': {
        POST: async (request) => {
          const words = await request.text();
          return Response.json(await Promise.all(pages.map((page) => page.show(words))));
        },
      },
    },
  });
  console.log(String(server.url));
}

async function openPage(product: string, cookie: string) {
  const poller = await openPoller(product, { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' });
  const opened = Promise.withResolvers<void>();
  let isPolling = false;
  let pollAgain = false;
  let wanted: { words: string; seen: (at: number) => void } | undefined;

  async function poll() {
    pollAgain = isPolling;
    if (isPolling) return;
    isPolling = true;
    const json = await poller.poll(pageAndListsPath);
    isPolling = false;
    if (wanted && json.includes(wanted.words)) wanted.seen(Date.now());
    if (pollAgain) void poll();
  }

  openLiveSocket({
    userId: null,
    onChange: () => void poll(),
    onConnected: () => opened.resolve(),
    url: `${product.replace('http', 'ws')}/ws/messages`,
    create: (url) => new WebSocket(url, { headers: { cookie } } as never),
  });
  await opened.promise;
  // the pages are opened one after the other, so this spreads their regular polls
  await Bun.sleep(POLL_MS / 1_000);
  setInterval(poll, POLL_MS);
  void poll();

  return {
    show(words: string): Promise<number> {
      const { promise, resolve } = Promise.withResolvers<number>();
      wanted = { words, seen: resolve };
      return promise;
    },
  };
}
