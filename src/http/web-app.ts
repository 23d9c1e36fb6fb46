import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { App } from '../app/app';
import { acceptsCoding } from './compression';
import { pagePolicy, WORKER_POLICY } from './headers';

const FOLDER = Bun.fileURLToPath(
  new URL(Bun.isStandaloneExecutable ? './web/' : '../../dist/web/', import.meta.url),
);
/** Placeholder that the build writes where each answer needs its own nonce. */
const NONCE = '__CSP_NONCE__';
/** Path of the service worker. It must never change, because browsers look there for a new version. */
const WORKER = '/worker.js';
const MANIFEST = '/manifest.webmanifest';
const NOT_BUILT = `<!doctype html><title>Not built</title><p>The web app is not built yet: run <code>bun start</code>.</p>`;

/** All other paths, and `/index.html`, are screens of the web app. */
export const isFilePath = (path: string) => /^\/(assets\/|(?!index\.html$)[^/]*\.[^/]*$)/.test(path);

type Bytes = Uint8Array<ArrayBuffer>;
type Asset = { type: string } & Record<'bytes', () => Bytes> & Partial<Record<'br' | 'gzip', () => Bytes>>;

/** A path that does not look like a file gets the page, whose script shows the screen of that path. */
export function webApp(app: App, folder = FOLDER): (request: Request) => Response {
  let made: ReturnType<typeof readBuild> | undefined;
  const build = () => (made ??= readBuild(app, folder));
  // before the next build replaces it; that of the executable is read when it is asked for
  if (!Bun.isStandaloneExecutable) build();
  return (request) => {
    const { assets, page, tracker } = build();
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    const asset = assets.get(pathname);
    if (asset) return answerAsset(request, pathname, asset);
    if (isFilePath(pathname)) return new Response('Not found', { status: 404 });
    // `simulatorUrl` is read for each answer, because it is set after this handler is made
    return answerPage(page, { tracker, frame: app.simulatorUrl });
  };
}

function readBuild({ config: { analyticsScriptUrl, productName } }: App, folder: string) {
  const found = assetsIn(folder);
  const manifest = withAppName(found.get(MANIFEST), productName);
  const assets = manifest ? new Map(found).set(MANIFEST, manifest) : found;
  const built = existsSync(join(folder, 'index.html'))
    ? readFileSync(join(folder, 'index.html'), 'utf8')
    : NOT_BUILT;
  const page = analyticsScriptUrl ? addTracker(built, analyticsScriptUrl) : built;
  return { assets, page, tracker: analyticsScriptUrl && new URL(analyticsScriptUrl).origin };
}

function withAppName(manifest: Asset | undefined, name: string): Asset | undefined {
  if (!manifest) return undefined;
  const named = { ...JSON.parse(new TextDecoder().decode(manifest.bytes())), name, short_name: name };
  const bytes = new TextEncoder().encode(JSON.stringify(named));
  return { type: manifest.type, bytes: () => bytes };
}

export function readBuiltFile(name: string): Uint8Array | undefined {
  const path = join(FOLDER, name);
  return existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined;
}

/**
 * Adds the address of the visitor tracker to the page, so that the page need not ask the server for this
 * address.
 */
const addTracker = (page: string, address: string) =>
  page.replace('</head>', () => `<meta name="visitor-tracker" content="${Bun.escapeHTML(address)}"></head>`);

/**
 * The page is not cached, because it has a nonce for one answer only, and names the assets of the present
 * build.
 */
function answerPage(page: string, others: Parameters<typeof pagePolicy>[1]): Response {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString('base64');
  return new Response(page.replaceAll(NONCE, nonce), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce, others),
      'cache-control': 'no-store',
    },
  });
}

function answerAsset(request: Request, pathname: string, { type, bytes, br, gzip }: Asset): Response {
  const accepts = (coding: string) => acceptsCoding(request.headers.get('accept-encoding'), coding);
  const encoding = br && accepts('br') ? 'br' : gzip && accepts('gzip') ? 'gzip' : null;
  const read = (encoding === 'br' ? br : encoding === 'gzip' ? gzip : undefined) ?? bytes;
  return new Response(read(), {
    headers: {
      'content-type': type,
      'cache-control': cachingOf(pathname),
      ...(pathname === WORKER && { 'content-security-policy': WORKER_POLICY }),
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

function cachingOf(pathname: string): string {
  if (pathname === WORKER) return 'no-cache'; // a browser that keeps an old worker does not learn of an upgrade
  // the names of files in assets/ change with their content
  return pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
}

let lastRead: { build: string; assets: Map<string, Asset> } | undefined;

function assetsIn(folder: string): Map<string, Asset> {
  const build = `${folder} ${statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs}`;
  if (lastRead?.build !== build) lastRead = { build, assets: readAssets(folder) };
  return lastRead.assets;
}

/**
 * Has the files of the build, except index.html, in memory: together they are about two megabytes. Each key is
 * the path of a file. In the executable no build can replace them, so they are read when they are asked for.
 */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(folder)) return assets;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const known = new Set(names);
  const find = (name: string) => (known.has(name) ? reader(join(folder, name)) : undefined);
  for (const name of names) {
    if (name === 'index.html' || name.endsWith('.br')) continue;
    const bytes = reader(join(folder, name));
    const br = find(`${name}.br`);
    // made when it is asked for, because only browsers without https do so
    let gzip: Bytes | undefined;
    assets.set(`/${name}`, {
      type: Bun.file(name).type,
      bytes,
      br,
      gzip: br && (() => (gzip ??= Bun.gzipSync(bytes()))),
    });
  }
  return assets;
}

function reader(file: string): () => Bytes {
  let bytes: Bytes | undefined;
  const read = () => (bytes ??= new Uint8Array(readFileSync(file)));
  if (!Bun.isStandaloneExecutable) read();
  return read;
}
