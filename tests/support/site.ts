import http from 'node:http';
import type net from 'node:net';
import zlib from 'node:zlib';

type Page = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };

/**
 * Somebody's web site: `await using site = await openSite({ '/': page('Title') })`. It notes what it is asked for
 * (`asked`), and its pages can be changed as it goes.
 */
export async function openSite(pages: Record<string, Page>) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const { status = 200, headers = {}, body = '' } = pages[path] ?? found(path) ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pages,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * `/to/STATUS/HOPS/URL` leads there over that many redirects; `/with-image/URL` is a page with that picture, and
 * `/tmdb/URL` an interface like TMDB's to a film with that poster.
 */
function found(path: string): Page | null {
  const [, status, hops, to = ''] = /^\/to\/(\d+)\/(\d+)\/(.*)$/.exec(path) ?? [];
  if (status) {
    const location = Number(hops) > 1 ? `/to/${status}/${Number(hops) - 1}/${to}` : decodeURIComponent(to);
    return { status: Number(status), headers: { location } };
  }
  const [, poster, call = ''] = /^\/tmdb\/([^/]*)\/(\w+)/.exec(path) ?? [];
  if (poster !== undefined)
    return {
      body: JSON.stringify(
        {
          find: { movie_results: [{ id: 1 }] },
          movie: { title: 'A film', poster_path: '/poster.jpg' },
          configuration: { images: { secure_base_url: `${decodeURIComponent(poster)}#` } },
        }[call],
      ),
    };
  const image = /^\/with-image\/(.*)$/.exec(path)?.[1];
  return image === undefined ? null : page('A page', { 'og:image': decodeURIComponent(image) });
}

/** A page with a title and meta elements. */
export const page = (title: string, metas: Record<string, string> = {}): Page => ({
  body: `<!doctype html><html><head><title>${title}</title>${Object.entries(metas)
    .map(([name, value]) => `<meta property="${name}" content="${value.replaceAll('"', '&quot;')}">`)
    .join('')}</head><body><p>Words</p></body></html>`,
});

/** A PNG of one colour. */
export function colorPng(width: number, height: number, [r, g, b] = [200, 80, 20]): Uint8Array {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(r!, g!, b!))]);
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2], 8);
  const deflated = zlib.deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.of(137, 80, 78, 71, 13, 10, 26, 10);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflated),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(zlib.crc32(body));
  return Buffer.concat([length, body, crc]);
}
