import { expect } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ann } from '../support/cast';
import { testServer } from '../support/server';
import { test } from '../support/server-test';
import { words } from '../support/words';

const PAGES = words`
  / /login /setup /all-texts /tag/food /join/abc /index.html /no/such/page`;

const nonceOf = (policy: string | null) => /script-src [^;]*'nonce-([\w+/=]{22,})'/.exec(policy ?? '')?.[1];

const assetsOf = (html: string) =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');

test('every path of the web app answers the page, each time with a new nonce', async ({ server }) => {
  const nonces = new Set<string | undefined>();
  for (const path of PAGES) {
    const { status, headers, text } = await server.stranger().get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toMatch(/no-store|no-cache/);
    const policy = headers.get('content-security-policy') ?? '';
    const nonce = nonceOf(policy);
    expect(nonce).toBeDefined();
    nonces.add(nonce);
    expect(policy).not.toMatch(/unsafe|\*|script-src[^;]*(https?:|data:)/);
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule);
    expect(text).not.toContain('__CSP_NONCE__');
    for (const [tag] of text.matchAll(/<(script|style)\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    // the content security policy would refuse inline handlers and styles
    expect(text).not.toMatch(/\son\w+="|\sstyle="/);
  }
  expect(nonces.size).toBe(PAGES.length);
});

test('assets are cached for a year and compressed as the browser accepts', async ({ server }) => {
  const paths = assetsOf((await server.stranger().get('/')).text);
  expect(paths.some((path) => path.endsWith('.js'))).toBe(true);
  let compressed = 0;
  for (const path of paths) {
    const fetchAsset = (accept: string) =>
      fetch(server.url + path, { headers: { 'accept-encoding': accept }, decompress: false });
    const plain = await (await fetchAsset('identity')).bytes();
    for (const [accept, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const { status, headers } = await fetchAsset(accept);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      // fonts are compressed already, and small files would not become smaller
      if (path.endsWith('.woff2') || plain.length < 600) continue;
      expect({ path, encoding: headers.get('content-encoding') }).toEqual({ path, encoding });
      const body = await (await fetchAsset(accept)).bytes();
      expect(body.length).toBeLessThan(plain.length);
      expect(new Uint8Array(decode(body))).toEqual(plain);
      compressed++;
    }
  }
  expect(compressed).toBeGreaterThan(1);
});

test('files have their types, and a missing file is a 404', async ({ server }) => {
  const types = {
    '/favicon.svg': 'image/svg+xml',
    '/robots.txt': 'text/plain',
    '/manifest.webmanifest': 'application/manifest+json',
  };
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await server.stranger().get(path);
    expect([status, headers.get('content-type')?.split(';')[0]], path).toEqual([200, type]);
  }
  for (const path of [
    '/assets/gone-0000.js',
    '/assets/',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ])
    expect((await server.stranger().get(path)).text).not.toContain('"dependencies"');
  for (const path of ['/assets/gone-0000.js', '/favicon.ico', '/.env', '/wp-login.php'])
    expect({ path, status: (await server.stranger().get(path)).status }).toEqual({ path, status: 404 });
  expect((await server.stranger().get('/tag/v1.2')).status).toBe(200);
});

test('pages answer GET and HEAD only', async ({ server }) => {
  expect((await server.stranger().send('/', { method: 'HEAD' })).status).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await server.as(ann).send('/all-texts', { method })).status, method).toBe(405);
});

test('with a visitor tracker the policy allows its origin, and no other', async () => {
  const address = 'https://stats.example/agent.js?key=%22a%22&b=<c>';
  await using server = await testServer({ env: { ANALYTICS_SCRIPT_URL: address } });
  const { headers, text } = await server.stranger().get('/');
  const policy = headers.get('content-security-policy') ?? '';
  for (const rule of ['script-src', 'connect-src', 'img-src'])
    expect(policy).toMatch(new RegExp(`${rule} [^;]* https://stats\\.example(;|$)`));
  expect(policy.match(/stats\.example/g)).toHaveLength(3);
  expect(text).toContain(
    '<meta name="visitor-tracker" content="https://stats.example/agent.js?key=%22a%22&amp;b=',
  );
  expect(text).not.toContain('<c>');
});

test('the browser always asks for the worker, which may fetch from this server only', async ({ server }) => {
  const { status, headers } = await server.stranger().get('/worker.js');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('javascript');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
});

test('the manifest has the name of the product, and every file and screen that it names exists', async () => {
  await using server = await testServer({ env: { PRODUCT_NAME: 'Jot "it"' } });
  const client = server.stranger();
  const { body } = await client.get<Manifest>('/manifest.webmanifest');
  expect([body.name, body.short_name]).toEqual(['Jot "it"', 'Jot "it"']);
  const icons = [...body.icons, ...body.shortcuts.flatMap(({ icons }) => icons)];
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, type, sizes } of icons) {
    const { status, headers } = await client.get(src);
    expect({ src, status, type: headers.get('content-type') }).toEqual({ src, status: 200, type });
    if (type !== 'image/png') continue;
    const { width, height } = await new Bun.Image(await (await fetch(server.url + src)).bytes()).metadata();
    expect({ src, sizes: `${width}x${height}` }).toEqual({ src, sizes });
  }
  expect(body.shortcuts.map(({ url }) => url)).toEqual(['/add', '/all-texts', '/search']);
  expect(body.share_target).toMatchObject({
    action: '/share',
    method: 'POST',
    enctype: 'multipart/form-data',
  });
});

type Icon = { src: string; type: string; sizes: string; purpose?: string };
type Manifest = {
  name: string;
  short_name: string;
  icons: Icon[];
  shortcuts: { url: string; icons: Icon[] }[];
  share_target: object;
};
