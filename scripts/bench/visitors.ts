import net from 'node:net';
import { setPriority } from 'node:os';
import { crc32, deflateSync } from 'node:zlib';
import { ENDLESS, HOSTILE } from '../../tests/support/hostile';
import { colorPng, openSite, page } from '../../tests/support/site';

/**
 * The rest of the world, as a process of its own: sites of every manner, and people who ask the product for previews
 * of them, each as soon as the last is answered. It lets everybody else go first, so that what is measured is the
 * product's own delay and not a want of processors. `POST /` takes an Errand and answers how it went.
 */
export type Errand = {
  product: string;
  /** The sessions of those who ask; they take turns. */
  cookies: string[];
  /** What each link leads to, of `LINKS`. */
  links: string[];
};
/** Milliseconds until each was answered, in the order of the links; how often each status came. */
export type Errands = { took: number[]; statuses: Record<string, number> };

/** How many wait at the same time; eight of them are served. */
const AT_ONCE = 32;

const MANNERS = { ...HOSTILE, ...ENDLESS };
/** The beginning of a newspaper's page: 90 KB. */
const WORDS =
  '<div class="a b"><p>Some <b>words</b> and <a href="/x?y=1&amp;z=2">a link</a>.</p></div>'.repeat(1000);
/** The pictures that pages lead to: of an ordinary size, as large as is still drawn, and far beyond any memory. */
const PICTURES: Record<string, Uint8Array> = {
  picture: colorPng(1200, 630),
  large: colorPng(5000, 4000),
  bomb: declared(100_000),
};
export const LINKS = { hostile: Object.keys(MANNERS), page: 'page', pictures: Object.keys(PICTURES) };

if (import.meta.main) await serve();

async function serve() {
  setPriority(19);
  Bun.spawnSync(['chrt', '--all-tasks', '--idle', '--pid', '0', String(process.pid)]); // on Linux it can be had for sure
  const ports: Record<string, number> = {};
  for (const [manner, answer] of Object.entries(MANNERS)) {
    const server = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened));
    ports[manner] = (server.address() as net.AddressInfo).port;
  }
  const site = await openSite({});
  for (const [name, body] of Object.entries(PICTURES))
    site.pages[`/${name}`] = { headers: { 'content-type': 'image/png' }, body };
  let made = 0;
  /** An address that nobody has asked for. */
  const addressOf = (link: string) => {
    const path = `/${made++}`;
    if (ports[link]) return `http://127.0.0.1:${ports[link]}${path}`;
    const picture = PICTURES[link] && { 'og:image': `/${link}` };
    const { body } = page(`Page ${made}`, { 'og:description': 'An ordinary page. '.repeat(20), ...picture });
    site.pages[path] = { body: body + WORDS };
    return site.url + path;
  };

  const { port } = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { product, cookies, links } = (await request.json()) as Errand;
      const errands: Errands = { took: [], statuses: {} };
      const queue = links.map(addressOf).entries();
      const one = async () => {
        for (const [n, address] of queue) {
          const began = performance.now();
          const { status } = await fetch(`${product}/api/og-preview?url=${encodeURIComponent(address)}`, {
            headers: { cookie: cookies[n % cookies.length] ?? '' },
          });
          errands.took[n] = performance.now() - began;
          errands.statuses[status] = (errands.statuses[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return Response.json(errands);
    },
  });
  console.log(`http://127.0.0.1:${port}`);
}

/** A small PNG that claims to be so large. */
function declared(side: number): Uint8Array {
  const bytes = Buffer.from(colorPng(1, 1));
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return Buffer.concat([bytes, deflateSync(Buffer.alloc(1024 * 1024))]);
}
