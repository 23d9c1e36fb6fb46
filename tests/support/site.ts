import http from 'node:http';
import type net from 'node:net';

type Page = { status?: number; headers?: Record<string, string>; body?: string | Uint8Array };

export async function openSite(pages: Record<string, Page>, host = '127.0.0.1') {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const { status = 200, headers = {}, body = '' } = pages[path] ?? generate(path) ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    pages,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

// `/to/STATUS/HOPS/URL` redirects to URL in HOPS steps. `/with-image/URL` is a page whose picture is URL.
// `/tmdb/URL/...` answers like TMDB, with a movie whose poster is URL.
function generate(path: string): Page | null {
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

export const page = (title: string, metas: Record<string, string> = {}): Page => ({
  body: `<!doctype html><html><head><title>${title}</title>${Object.entries(metas)
    .map(([name, value]) => `<meta property="${name}" content="${value.replaceAll('"', '&quot;')}">`)
    .join('')}</head><body><p>Words</p></body></html>`,
});
