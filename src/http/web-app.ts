import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../app';
import { pagePolicy } from './headers';

/** Where the build puts it: beside the sources, and beside everything in the executable. */
const FOLDER = Bun.fileURLToPath(
  new URL(Bun.isStandaloneExecutable ? './web/' : '../../dist/web/', import.meta.url),
);
const NONCE = '__CSP_NONCE__';
const NOT_BUILT = `<!doctype html><title>Not built</title><p>The web app is not built yet: run <code>bun start</code>.</p>`;

/** What asks for a file and for no screen: browsers for `/favicon.ico`, scanners for `/.env`. */
const FILE = /^\/(assets\/|(?!index\.html$)[^/]*\.[^/]*$)/;

type Asset = {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  br?: Uint8Array<ArrayBuffer>;
  gzip?: Uint8Array<ArrayBuffer>;
};

/** The built web app: files by their hashed names, every path that names no file the page itself, which then routes. */
export function webApp(
  { config: { analyticsScriptUrl } }: App,
  folder = FOLDER,
): (request: Request) => Response {
  const assets = readAssets(folder);
  const page = existsSync(join(folder, 'index.html'))
    ? readFileSync(join(folder, 'index.html'), 'utf8')
    : NOT_BUILT;
  const stamped = analyticsScriptUrl ? withTracker(page, analyticsScriptUrl) : page;
  return (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const asset = assets.get(pathname);
    if (asset) return serveAsset(request, pathname, asset);
    if (FILE.test(pathname)) return new Response('Not found', { status: 404 });
    return servePage(stamped, analyticsScriptUrl && new URL(analyticsScriptUrl).origin);
  };
}

/** Tells the page where the visitor tracker is, so that it need not ask. */
const withTracker = (page: string, address: string) =>
  page.replace('</head>', () => `<meta name="visitor-tracker" content="${Bun.escapeHTML(address)}"></head>`);

/** Never cached: it names the assets of this build, and its nonce is for one answer. */
function servePage(page: string, tracker: string | undefined): Response {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString('base64');
  return new Response(page.replaceAll(NONCE, nonce), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce, tracker),
      'cache-control': 'no-store',
    },
  });
}

function serveAsset(request: Request, pathname: string, { type, bytes, br, gzip }: Asset): Response {
  const accepted = request.headers.get('accept-encoding') ?? '';
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`).test(accepted);
  const encoding = br && takes('br') ? 'br' : gzip && takes('gzip') ? 'gzip' : null;
  return new Response(encoding === 'br' ? br : encoding === 'gzip' ? gzip : bytes, {
    headers: {
      'content-type': type,
      'cache-control': pathname.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600',
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

/** All of it in memory: a few hundred kilobytes that every visitor asks for. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'));
  const read = (name: string) =>
    names.includes(name) ? new Uint8Array(readFileSync(join(folder, name))) : undefined;
  for (const name of names) {
    if (name === 'index.html' || /\.(br|gz)$/.test(name)) continue;
    const bytes = read(name);
    if (bytes)
      assets.set(`/${name}`, {
        type: Bun.file(name).type,
        bytes,
        br: read(`${name}.br`),
        gzip: read(`${name}.gz`),
      });
  }
  return assets;
}
