import net from 'node:net';
import { setPriority } from 'node:os';
import { crc32, deflateSync } from 'node:zlib';
import { ENDLESS, HOSTILE } from '../../tests/support/hostile';
import { colorPng } from '../../tests/support/pictures';
import { openSite, page } from '../../tests/support/site';

/**
 * Runs websites of many kinds, and clients that ask Tagline for previews of these sites, in a process of its
 * own. The process has the lowest priority, so that it does not take processor time from Tagline. `POST /`
 * takes a PreviewJob and answers with a PreviewResult.
 */

/** Links of which previews are requested: the input of `POST /`. */
export type PreviewJob = {
  /** Tagline's address. */
  product: string;
  /** Session cookies, used in turn. */
  cookies: string[];
  /** The kind of site behind each link, from `LINKS`. */
  links: string[];
};
/**
 * The answer of `POST /`. `took` has the milliseconds until each preview was answered, in the order of the
 * links. `statuses` has the number of answers with each status.
 */
export type PreviewResult = { took: number[]; statuses: Record<string, number> };

/** Number of previews that are requested at the same time. Tagline fetches eight at a time. */
const AT_ONCE = 32;

/** Number of sites with ordinary pages. */
const SITES = 100;

type Site = Awaited<ReturnType<typeof openSite>>;

const BEHAVIOURS = { ...HOSTILE, ...ENDLESS };
/** HTML of 88 kB that is added to ordinary pages. */
const WORDS =
  '<div class="a b"><p>Some <b>words</b> and <a href="/x?y=1&amp;z=2">a link</a>.</p></div>'.repeat(1000);
/**
 * Pictures to which the pages refer (`og:image`): an ordinary one, the largest one that Tagline still
 * decodes, and one whose header claims far too many pixels.
 */
const PICTURES: Record<string, Uint8Array> = {
  picture: colorPng(1200, 630),
  large: colorPng(5000, 4000),
  bomb: declared(100_000),
};
export const LINKS = { hostile: Object.keys(BEHAVIOURS), page: 'page', pictures: Object.keys(PICTURES) };

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
  for (const [name, body] of Object.entries(PICTURES))
    pages[`/${name}`] = { headers: { 'content-type': 'image/png' }, body };
  let made = 0;
  /** Returns an address that was not requested before. */
  const addressOf = (link: string) => {
    const path = `/${made++}`;
    if (hosts[link]) return `http://${hosts[link]}${path}`;
    const picture = PICTURES[link] && { 'og:image': `/${link}` };
    const { body } = page(`Page ${made}`, { 'og:description': 'An ordinary page. '.repeat(20), ...picture });
    pages[path] = { body: body + WORDS };
    return sites[made % SITES]!.url + path;
  };

  const { port } = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { product, cookies, links } = (await request.json()) as PreviewJob;
      const result: PreviewResult = { took: [], statuses: {} };
      const queue = links.map(addressOf).entries();
      const one = async () => {
        for (const [n, address] of queue) {
          const began = performance.now();
          const { status } = await fetch(`${product}/api/og-preview?url=${encodeURIComponent(address)}`, {
            headers: { cookie: cookies[n % cookies.length] ?? '' },
          });
          result.took[n] = performance.now() - began;
          result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return Response.json(result);
    },
  });
  console.log(`http://127.0.0.1:${port}`);
}

/** Returns a PNG file of a single pixel that claims to be `side` pixels wide and high. */
function declared(side: number): Uint8Array {
  const bytes = Buffer.from(colorPng(1, 1));
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return Buffer.concat([bytes, deflateSync(Buffer.alloc(1024 * 1024))]);
}
