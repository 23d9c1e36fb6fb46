import net from 'node:net';
import { setPriority } from 'node:os';
import { ENDLESS, HOSTILE } from '../../tests/support/hostile';
import { openSite, page } from '../../tests/support/site';

/**
 * Runs websites of many kinds, and clients that ask Tagline for previews of them, in a process of the lowest
 * priority. `POST /` takes a PreviewJob and answers with a PreviewResult.
 */

/** `links` has the kind of the site behind each link, from LINKS. */
export type PreviewJob = { product: string; cookies: string[]; links: string[] };
export type PreviewResult = number[];

const AT_ONCE = 32;
const SITES = 100;

type Site = Awaited<ReturnType<typeof openSite>>;

const BEHAVIOURS = { ...HOSTILE, ...ENDLESS };
const WORDS =
  '<div class="a b"><p>Some <b>words</b> and <a href="/x?y=1&amp;z=2">a link</a>.</p></div>'.repeat(1000);
export const LINKS = { hostile: Object.keys(BEHAVIOURS), page: 'page' };

if (import.meta.main) await serve();

async function serve() {
  setPriority(19);
  // on Linux, low priority (a nice value) is not enough, so this also selects the idle scheduler
  Bun.spawnSync(['chrt', '--all-tasks', '--idle', '--pid', '0', String(process.pid)]);
  // each site has its own address (Linux has all of 127.0.0.0/8), because Tagline limits visits to one site
  const hosts: Record<string, string> = {};
  for (const [n, [behaviour, answer]] of Object.entries(BEHAVIOURS).entries()) {
    const host = `127.0.1.${n + 1}`;
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((opened) => server.listen(0, host, opened));
    hosts[behaviour] = `${host}:${(server.address() as net.AddressInfo).port}`;
  }
  const pages: Site['pages'] = {};
  const sites = await Promise.all(
    Array.from({ length: SITES }, (_, n) => openSite(pages, `127.0.2.${n + 1}`)),
  );
  let made = 0;
  const addressOf = (link: string) => {
    const path = `/${made++}`;
    if (hosts[link]) return `http://${hosts[link]}${path}`;
    const { body } = page(`Page ${made}`, { 'og:description': 'An ordinary page. '.repeat(20) });
    pages[path] = { body: body + WORDS };
    return sites[made % SITES]!.url + path;
  };

  const { port } = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { product, cookies, links } = (await request.json()) as PreviewJob;
      const result: PreviewResult = [];
      const queue = links.map(addressOf).entries();
      const one = async () => {
        for (const [n, address] of queue) {
          const began = performance.now();
          await fetch(`${product}/api/og-preview?url=${encodeURIComponent(address)}`, {
            headers: { cookie: cookies[n % cookies.length] ?? '' },
          });
          result[n] = performance.now() - began;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return Response.json(result);
    },
  });
  console.log(`http://127.0.0.1:${port}`);
}
