import { expect } from 'bun:test';
import { createServer, type Server } from 'node:net';
import type { SimulatedText } from '../../src/contract/simulator';
import { serve } from '../../src/http/server';
import { serveSimulator } from '../../src/http/simulator';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { png } from '../support/pictures';
import { testServer } from '../support/server';
import { test } from '../support/server-test';
import { textOut } from '../support/texts';
import { startTwilio } from '../support/twilio';

const TEXTS = `/api/simulator/texts?phone=${encodeURIComponent(ann.phone)}`;
const CALLS = [TEXTS, '/trpc/simulator.texts?input=%7B%7D'];
const SEND = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ from: ann.phone, body: 'Forged' }),
};

const FORWARDED: Record<string, string>[] = [
  { 'x-forwarded-for': '198.51.100.7' },
  { 'x-forwarded-for': '' },
  { 'X-Forwarded-Host': 'notes.example' },
  { 'x-forwarded-proto': 'https' },
  { 'x-real-ip': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1' },
  { via: '2.0 Caddy' },
  { 'cf-connecting-ip': '198.51.100.7' },
  { 'tailscale-user-login': 'eve@example.com' },
];

test("the product's port redirects /phone and refuses the simulator's calls", async ({ server }) => {
  const anyone = server.stranger();
  for (const call of CALLS)
    expect({ call, status: (await anyone.get(call)).status }).toEqual({ call, status: 404 });
  const batch = await anyone.get('/trpc/product.get,simulator.phones?batch=1&input=%7B%7D');
  expect(batch.body).toMatchObject([{ result: {} }, { error: { data: { httpStatus: 404 } } }]);
  expect((await anyone.send('/api/simulator/texts', SEND)).status).toBe(404);
  const { status, headers } = await anyone.get('/phone?number=1');
  expect([status, headers.get('location')]).toEqual([302, `${server.simulatorUrl}/phone?number=1`]);
  expect((await anyone.get('/api/product')).body).toMatchObject({ simulatorUrl: server.simulatorUrl });
});

test("the simulator's port serves its page and calls, and nothing of the product", async ({ server }) => {
  await server.as(ann).get('/api/profile');
  const simulator = server.simulator();
  for (const call of CALLS) expect((await simulator.get(call)).status).toBe(200);
  expect((await simulator.get('/phone')).text).toContain('<div id="root">');
  expect((await simulator.get('/favicon.svg')).status).toBe(200);
  for (const path of ['/', '/login', '/tag/food'])
    expect((await simulator.get(path)).headers.get('location')).toBe('/phone');
  for (const path of ['/api/auth/session', '/trpc/auth.session', '/metrics', '/ws/messages'])
    expect({ path, status: (await simulator.get(path)).status }).not.toEqual({ path, status: 200 });
});

test("the frame that passes codes on talks to the product's own pages only", async ({ server }) => {
  const { headers, text } = await server.simulator().get('/phone/codes');
  expect(headers.get('content-security-policy')).toMatch(
    new RegExp(`^default-src 'none'; script-src 'nonce-\\S+'; .*frame-ancestors ${server.publicUrl}$`),
  );
  expect(text).toContain(`parent.postMessage(data, "${server.publicUrl}")`);
  expect((await server.stranger().get('/phone/codes')).text).not.toContain('postMessage');
  const page = await server.stranger().get('/login');
  expect(page.headers.get('content-security-policy')).toMatch(
    new RegExp(`frame-src [^;]*${server.simulatorUrl};`),
  );
  await using twilio = await startTwilio();
  await using real = await testServer({ twilio });
  expect((await real.stranger().get('/login')).headers.get('content-security-policy')).not.toContain(
    'localhost',
  );
});

test('a request that a proxy has passed on is refused by the simulator', async ({ server }) => {
  expect((await server.simulator().get(TEXTS)).status).toBe(200);
  for (const headers of FORWARDED)
    for (const path of [...CALLS, '/phone']) {
      const { status } = await server.simulator().get(path, headers);
      expect({ headers, path, status }).toEqual({ headers, path, status: 403 });
    }
});

test('the simulator refuses requests for a foreign host name', async ({ server }) => {
  const { port } = new URL(server.simulatorUrl);
  // a host name of an attacker, which resolves to 127.0.0.1 after the browser has loaded the attacker's page
  const host = `evil.example:${port}`;
  for (const path of [...CALLS, '/phone'])
    expect((await server.simulator().get(path, { host })).status, path).toBe(403);
  const headers = { ...SEND.headers, host, origin: `http://${host}` };
  expect((await server.simulator().send('/api/simulator/texts', { ...SEND, headers })).status).toBe(403);
  for (const own of [`localhost:${port}`, `127.0.0.1:${port}`])
    expect((await server.simulator().get(TEXTS, { host: own })).status).toBe(200);
});

test('a page from another port can neither read nor write the simulator', async ({ server }) => {
  const origin = 'http://localhost:1';
  const headers = { ...SEND.headers, origin, 'sec-fetch-site': 'same-site' };
  expect((await server.simulator().send('/api/simulator/texts', { ...SEND, headers })).status).toBe(403);
  const read = await server.simulator().get(TEXTS, { origin });
  expect(read.headers.get('access-control-allow-origin')).toBeNull();
});

test("everybody reaches an exposed simulator at the product's port", async () => {
  await using server = await testServer({
    env: { PUBLIC_URL: 'https://notes.example', SMS_SIMULATOR_EXPOSED: '1' },
  });
  expect(server.simulatorUrl).toBe('https://notes.example');
  const forwarded = { host: 'notes.example', 'x-forwarded-for': '198.51.100.7' };
  for (const path of [...CALLS, '/phone'])
    expect((await server.stranger().get(path, forwarded)).status, path).toBe(200);
});

test('a list of texts names its photos, and each photo is fetched by itself', async ({ server }) => {
  const simulator = server.simulator();
  const photos = [png(64, 48), png(32, 32)].map((bytes) => `data:image/png;base64,${bytes.toBase64()}`);
  const note = `data:text/html;base64,${btoa('<script>1</script>')}`;
  const sent = await simulator.post<SimulatedText>('/api/simulator/texts', {
    from: ann.phone,
    body: 'Look',
    media: [...photos, note],
  });
  const listed = await simulator.get<SimulatedText[]>(TEXTS);
  expect(listed.text).not.toContain('base64');
  const { media } = listed.body.find(({ id }) => id === sent.body.id)!;
  expect(media).toEqual(sent.body.media);
  const [first, second, html] = await Promise.all(media.map((path) => simulator.get(path)));
  expect([first!, second!].map(({ headers }) => headers.get('content-type'))).toEqual([
    'image/png',
    'image/png',
  ]);
  expect(first!.text).not.toBe(second!.text);
  const again = await simulator.get(media[0]!, { 'if-none-match': first!.headers.get('etag')! });
  expect(again.status).toBe(304);
  expect(html!.status).toBe(404); // only images are shown
  for (const wrong of ['9/media/0', `${sent.body.id}/media/3`, 'x/media/0'])
    expect((await simulator.get(`/api/simulator/texts/${wrong}`)).status).toBe(404);
  expect((await server.stranger().get(media[0]!)).status).toBe(404); // the product's port does not serve it
});

test('the simulator takes the next free port after that of the product', async () => {
  const [product, taken] = await twoPorts();
  await close(product);
  await using app = testApp({ HOST: '127.0.0.1', PORT: String(product.port) });
  const main = serve(app);
  const simulator = serveSimulator(app, main);
  expect(simulator?.hostname).toBe('127.0.0.1');
  expect(simulator?.port).toBeGreaterThan(taken.port);
  expect(simulator?.port).toBeLessThan(taken.port + 20);
  expect(app.simulatorUrl).toBe(`http://localhost:${simulator?.port}`);
  await Promise.all([main.stop(true), simulator?.stop(true), close(taken)]);
});

async function twoPorts() {
  for (let tries = 0; tries < 50; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const first = await listen(port);
    const second = first && (await listen(port + 1));
    if (first && second) return [first, second] as const;
    if (first) await close(first);
  }
  throw new Error('No two neighbouring ports are free.');
}

type Listener = { server: Server; port: number };

const listen = (port: number) =>
  new Promise<Listener | null>((done) => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen(port, '127.0.0.1', () => done({ server, port }));
  });

const close = ({ server }: Listener) => new Promise((closed) => server.close(closed));

test('the simulated carrier sends nothing after a STOP, and has only its own photos', async () => {
  await using app = testApp();
  const send = () => app.sms.send(textOut(ann.phone, 'Hello', { id: 7 }));
  await send();
  app.db.$client.run(
    "insert into simulator_texts (phone, direction, body, media, created_at) values (?, 'inbound', 'STOP', '[]', 0)",
    [ann.phone],
  );
  await expect(send()).rejects.toMatchObject({ retry: false, code: 21610 });
  await expect(app.sms.fetchMedia('simulator:99/0')).rejects.toThrow('no such photo');
});
