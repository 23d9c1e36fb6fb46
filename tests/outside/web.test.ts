import { afterAll, beforeAll, expect, test } from 'bun:test';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import net from 'node:net';
import zlib from 'node:zlib';
import { createWeb, FetchFailed, type WebKind } from '../../src/outside/web';
import { openCanary, scriptedNames } from '../support/canary';
import { ENDLESS, HOSTILE } from '../support/hostile';

const names: Record<string, string[][]> = {};
const { resolve, asked } = scriptedNames(names);
const web = createWeb({ allow: ['127.0.0.1'], resolve });
const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();

/** Opens a server under a name of its own that stands for this machine, which the operator allows here. */
async function listen(server: net.Server): Promise<string> {
  const host = `s${servers.push(server)}.site.example`;
  names[host] = [['127.0.0.1']];
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://${host}:${(server.address() as net.AddressInfo).port}/`;
}

/** A server that answers whatever it is sent in this manner. */
const serve = (answer: (socket: net.Socket) => void) =>
  listen(net.createServer((socket) => socket.once('data', () => answer(socket))));

afterAll(() => {
  for (const server of servers) server.close();
  for (const socket of sockets) socket.destroy();
});

/** What becomes of an address: `fetched`, or the kind of failure. */
const outcome = (url: string, kind: WebKind = 'page', from = web) =>
  from.get(url, kind).then(
    () => 'fetched',
    (error) => (error instanceof FetchFailed ? error.kind : `threw ${error}`),
  );

let site: string;
let requests: http.IncomingMessage[] = [];
beforeAll(async () => {
  site = await listen(
    http.createServer((request, response) => {
      requests.push(request);
      response.setHeader('set-cookie', 'who=you');
      response.setHeader('content-type', 'Text/HTML; Charset="ISO-8859-1"');
      const [, to] = request.url?.split('/to/') ?? [];
      if (to) response.writeHead(302, { location: decodeURIComponent(to) }).end();
      else response.end('<title>Good</title>');
    }),
  );
});
const via = (to: string) => `${site}to/${encodeURIComponent(to)}`;

test('a page is fetched with its type, from where it was found in the end', async () => {
  expect(await web.get(via('../page?a=1#part'), 'page')).toEqual({
    url: `${site}page?a=1`,
    type: 'text/html',
    charset: 'iso-8859-1',
    bytes: Buffer.from('<title>Good</title>'),
  });
});

test('a site learns its own name and what we can read, and gets its cookies back from nobody', async () => {
  requests = [];
  await web.get(via('/'), 'page');
  const { host } = new URL(site);
  const [first, second] = requests.map(({ headers }) => headers);
  expect(first).toEqual({
    host,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.1',
    'accept-encoding': 'gzip',
    'accept-language': 'en,*;q=0.5',
    'user-agent': 'Mozilla/5.0 (compatible; TaglinePreview/1.0; link preview)',
    connection: 'close',
  });
  expect(second).toEqual(first!);
});

test('a name is looked up once for each hop, and the connection goes to what was judged', async () => {
  const { hostname } = new URL(site);
  asked.clear();
  names[hostname] = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.3']];
  expect(await outcome(via('/'))).toBe('fetched');
  expect(asked.get(hostname)).toBe(2);
  names[hostname] = [['127.0.0.1']];
});

test('a name server that never answers holds nobody up', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = dgram.createSocket('udp4').on('message', () => asked.resolve());
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const servers = dns.getServers();
  dns.setServers([`127.0.0.1:${silent.address().port}`]);
  try {
    const visit = createWeb({ within: 500 })
      .get('http://slow.example/', 'page')
      .catch((error) => error);
    await asked.promise; // a thread that waited here would be missed where files are read and pictures drawn
    expect(await visit).toMatchObject({ kind: 'failed', message: 'took too long' });
  } finally {
    dns.setServers(servers);
    silent.close();
  }
});

test('which name servers to ask is read anew when they fail', async () => {
  const servers = dns.getServers();
  dns.setServers(['127.0.0.1:1']);
  try {
    expect(await outcome('http://any.example/', 'page', createWeb())).toBe('failed');
    expect(dns.getServers()).toEqual(servers);
  } finally {
    dns.setServers(servers);
  }
});

test('five redirects are followed, and not one more', async () => {
  const chain = (hops: number): string => (hops === 0 ? site : via(chain(hops - 1)));
  expect(await outcome(chain(5))).toBe('fetched');
  expect(await outcome(chain(6))).toBe('failed');
});

test('a redirect leads where it says, also in letters that should have been encoded', async () => {
  const url = await serve((socket) => socket.end(`HTTP/1.1 302 Found\r\nlocation: ${site}中文?é\r\n\r\n`));
  expect((await web.get(url, 'page')).url).toBe(`${site}%E4%B8%AD%E6%96%87?%C3%A9`);
});

test('of a site with several addresses the next is tried when one cannot be reached', async () => {
  const own = createWeb({ allow: ['127.0.0.1', '127.0.0.9'], resolve });
  names['two.example'] = [['127.0.0.9', '127.0.0.1']];
  expect(await outcome(site.replace(new URL(site).hostname, 'two.example'), 'page', own)).toBe('fetched');
});

test('three addresses of a site are tried, those of IPv4 first, and none when there are none or very many', async () => {
  const { hostname, port } = new URL(site);
  const own = createWeb({ allow: ['127.0.0.0/8', '::1'], resolve });
  const six = net.createServer((socket) => socket.destroy());
  let arrived = 0;
  six.on('connection', () => arrived++).on('error', () => {});
  six.listen(Number(port), '::1');
  servers.push(six);
  const dead = (count: number) => Array.from({ length: count }, (_, n) => `127.0.0.${n + 50}`);
  const seen: string[] = [];
  for (const answers of [
    ['::1', '127.0.0.1'],
    [...dead(2), '127.0.0.1'],
    [...dead(3), '127.0.0.1'],
    [],
    ['127.0.0.1', ...dead(32)],
  ]) {
    names['many.example'] = [answers];
    seen.push(await outcome(site.replace(hostname, 'many.example'), 'page', own));
  }
  expect(seen).toEqual(['fetched', 'fetched', 'failed', 'refused', 'refused']);
  expect(arrived).toBe(0);
});

test('proxies in the environment are not used', async () => {
  await using canary = await openCanary();
  const proxy = `http://127.0.0.1:${canary.port}`;
  const saved = { ...process.env };
  Object.assign(process.env, { HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy });
  try {
    expect(await outcome(site)).toBe('fetched');
  } finally {
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'])
      if (saved[name] === undefined) delete process.env[name];
      else process.env[name] = saved[name];
  }
  expect(await canary.arrivals()).toBe(0);
});

test('whatever a server does, the visit ends, and with nothing', async () => {
  const hasty = createWeb({ allow: ['127.0.0.1'], resolve, within: 500 });
  const others: Record<string, string> = {
    'redirects to nowhere': 'refused',
    'uses an encoding nobody asked for': 'unsuitable',
    'a brotli bomb': 'unsuitable',
    'sends what is no page': 'unsuitable',
  };
  const seen = await Promise.all(
    Object.entries(HOSTILE).map(
      async ([manner, answer]) => [manner, await outcome(await serve(answer), 'page', hasty)] as const,
    ),
  );
  for (const [manner, outcome] of seen)
    expect({ manner, outcome }).toEqual({ manner, outcome: others[manner] ?? 'failed' });
  const unsecured = (await serve(HOSTILE['answers with garbage']!)).replace('http:', 'https:');
  expect(await outcome(unsecured)).toBe('failed');
});

test('a visit leaves no connection behind, and when one address took all its time the next is not called', async () => {
  const hasty = createWeb({ allow: ['127.0.0.0/8'], resolve, within: 300 });
  for (const answer of [
    () => {},
    (socket: net.Socket) =>
      socket.write(`HTTP/1.1 302 Found\r\nlocation: ${site}\r\ncontent-length: 9\r\n\r\n`),
    (socket: net.Socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/css\r\ncontent-length: 9\r\n\r\n'),
  ]) {
    const closed = Promise.withResolvers<void>();
    let arrived = 0;
    const url = await serve((socket) => {
      arrived++;
      socket.on('close', () => closed.resolve());
      answer(socket);
    });
    names[new URL(url).hostname] = [['127.0.0.1', '127.0.0.1']];
    await outcome(url, 'page', hasty);
    await closed.promise;
    expect(arrived).toBe(1);
  }
});

test('what has failed is known at once, and headers have a limit', async () => {
  const packed = zlib.gzipSync(Buffer.from(Array.from({ length: 9_000 }, () => Math.random() * 256)));
  for (const answer of [
    HOSTILE['switches protocols']!,
    HOSTILE['lies about its encoding']!,
    (socket: net.Socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: gzip\r\ncontent-length: 9000\r\n\r\n',
      );
      socket.write(packed.subarray(0, 5_000));
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
    (socket: net.Socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nx-long: ${'y'.repeat(20_000)}\r\n\r\n<title>x</title>`,
      ),
  ]) {
    const failure = await web.get(await serve(answer), 'page').catch((error) => error);
    expect(failure).toMatchObject({ kind: 'failed', message: expect.not.stringContaining('too long') });
  }
});

test('of what has no end only the beginning is read, whatever it was packed in', async () => {
  for (const [manner, answer] of Object.entries(ENDLESS)) {
    const url = await serve(answer);
    const { bytes } = await web.get(url, 'page');
    expect({ manner, size: bytes.length }).toEqual({ manner, size: 512 * 1024 });
  }
  const json = await serve((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n"${'x'.repeat(70_000)}"`),
  );
  expect(await outcome(json, 'json')).toBe('unsuitable'); // half of it says nothing
});

test('of a page no more is read than its head, wherever it is cut on its way', async () => {
  const url = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<head><title>x</title></he');
    setTimeout(() => socket.write(`ad><body>${'words '.repeat(1000)}`), 20);
  });
  expect(String((await web.get(url, 'page')).bytes)).toBe('<head><title>x</title>');
});

test('at most eight visits are under way at a time, and the others wait for their turn', async () => {
  let inside = 0;
  let most = 0;
  const eight = Promise.withResolvers<void>();
  const url = await listen(
    http.createServer(async (_request, response) => {
      most = Math.max(most, ++inside);
      if (inside === 8) eight.resolve();
      await eight.promise;
      setTimeout(() => {
        inside--;
        response.setHeader('content-type', 'text/html');
        response.end('x');
      }, 10);
    }),
  );
  const visits = Array.from({ length: 30 }, () => outcome(url));
  expect(web.waiting()).toBe(22);
  expect(new Set(await Promise.all(visits))).toEqual(new Set(['fetched']));
  expect(most).toBe(8);
  expect(web.waiting()).toBe(0);
});

test('a rush of visits leaves time for others in between', async () => {
  let over = 0;
  const visits = Array.from({ length: 20 }, () => outcome('ftp://a.example/').then(() => over++));
  await visits[0];
  await new Promise(setImmediate);
  expect(over).toBeLessThan(20);
  await Promise.all(visits);
});
