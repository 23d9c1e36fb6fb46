import { openLiveSocket } from '../../web/messages/feed/live-socket';
import { getRequest, responseReader } from './load';
import { afterIn, pollOf } from './poll';

/**
 * Holds pages of the web app open, in a process of its own. A page has a WebSocket and a connection for
 * polls. The page polls after each event and every two seconds. `POST /open` takes OpenPages and opens the
 * pages. `POST /next` takes words and waits until every page has got an answer with these words. The response
 * of `POST /next` lists, for each page, the time of that answer (milliseconds UTC).
 */

export type OpenPages = {
  /** Tagline's address. */
  url: string;
  /** One cookie for each page. */
  cookies: string[];
};

const POLL_MS = 2_000;

const pages: Awaited<ReturnType<typeof openPage>>[] = [];

const { url } = Bun.serve({
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
console.log(String(url));

async function openPage(product: string, cookie: string) {
  const { hostname, port } = new URL(product);
  const opened = Promise.withResolvers<void>();
  const readAnswer = responseReader();
  let path = pollOf();
  let etag = '';
  let chunks: Buffer[] = [];
  let isPolling = false;
  let pollAgain = false;
  let wanted: { words: string; seen: (at: number) => void } | undefined;

  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        chunks.push(Buffer.from(chunk));
        if (readAnswer(chunk) === null) return;
        show(Buffer.concat(chunks));
        chunks = [];
        isPolling = false;
        if (pollAgain) poll();
      },
    },
  });

  function poll() {
    pollAgain = isPolling;
    if (isPolling) return;
    isPolling = true;
    const known = etag && { 'if-none-match': etag };
    socket.write(getRequest(path, { cookie, 'accept-encoding': 'gzip, deflate, br, zstd', ...known }));
  }

  function show(answer: Buffer) {
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.toString('latin1', 0, end);
    etag = /\r\netag: (\S+)/i.exec(head)?.[1] ?? etag;
    const body = new Uint8Array(answer.subarray(end + 4));
    const json = /\r\ncontent-encoding: zstd/i.test(head) ? Bun.zstdDecompressSync(body) : body;
    const after = afterIn(Buffer.from(json).toString());
    if (after !== undefined && path !== pollOf(after)) {
      path = pollOf(after);
      etag = ''; // the old ETag belongs to another request
    }
    if (wanted && Buffer.from(json).includes(wanted.words)) wanted.seen(Date.now());
  }

  openLiveSocket({
    userId: null,
    onChange: poll,
    onConnected: () => opened.resolve(),
    url: `${product.replace('http', 'ws')}/ws/messages`,
    create: (url) => new WebSocket(url, { headers: { cookie } } as never),
  });
  await opened.promise;
  // the pages are opened one after the other, so this spreads their regular polls
  await Bun.sleep(POLL_MS / 1_000);
  setInterval(poll, POLL_MS);
  poll();

  return {
    /** Waits for an answer with these words, and returns the time when it came. */
    show(words: string): Promise<number> {
      const { promise, resolve } = Promise.withResolvers<number>();
      wanted = { words, seen: resolve };
      return promise;
    },
  };
}
