import { afterAll, beforeAll, expect, test } from 'bun:test';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import net from 'node:net';
import { createWeb } from '../../src/outside/web';
import { openCanary } from '../support/canary';
import { openServers } from './servers';

const { web, names, resolve, lookups, listen, serve, closeAtEnd, outcome, close } = openServers();
afterAll(close);

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
const redirectTo = (to: string) => `${site}to/${encodeURIComponent(to)}`;

test('a page is fetched with its type and the URL that redirects led to', async () => {
  expect(await web.get(null, redirectTo('../page?a=1#part'), 'page')).toEqual({
    url: `${site}page?a=1`,
    type: 'text/html',
    charset: 'iso-8859-1',
    bytes: Buffer.from('<title>Good</title>'),
  });
});

test('a request has only fixed headers, and no cookies', async () => {
  requests = [];
  await web.get(null, redirectTo('/'), 'page');
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

test('a name is resolved once for each hop', async () => {
  const { hostname } = new URL(site);
  lookups.clear();
  names[hostname] = [['127.0.0.1'], ['127.0.0.1'], ['127.0.0.3']];
  expect(await outcome(redirectTo('/'))).toBe('fetched');
  expect(lookups.get(hostname)).toBe(2);
  names[hostname] = [['127.0.0.1']];
});

test('a visit ends in time although the name server never answers', async () => {
  const queried = Promise.withResolvers<void>();
  const silent = dgram.createSocket('udp4').on('message', () => queried.resolve());
  await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
  const servers = dns.getServers();
  dns.setServers([`127.0.0.1:${silent.address().port}`]);
  try {
    const visit = createWeb({ within: 500 })
      .get(null, 'http://slow.example/', 'page')
      .catch((error) => error);
    await queried.promise;
    expect(await visit).toMatchObject({ kind: 'failed', message: 'took too long' });
  } finally {
    dns.setServers(servers);
    silent.close();
  }
});

test('the list of name servers is read again when they fail', async () => {
  const servers = dns.getServers();
  dns.setServers(['127.0.0.1:1']);
  try {
    expect(await outcome('http://any.example/', 'page', createWeb())).toBe('failed');
    expect(dns.getServers()).toEqual(servers);
  } finally {
    dns.setServers(servers);
  }
});

test('five redirects are followed, a sixth is not', async () => {
  const chain = (hops: number): string => (hops === 0 ? site : redirectTo(chain(hops - 1)));
  expect(await outcome(chain(5))).toBe('fetched');
  expect(await outcome(chain(6))).toBe('failed');
});

test('a redirect to a URL with unencoded UTF-8 is followed', async () => {
  const url = await serve((socket) => socket.end(`HTTP/1.1 302 Found\r\nlocation: ${site}中文?é\r\n\r\n`));
  expect((await web.get(null, url, 'page')).url).toBe(`${site}%E4%B8%AD%E6%96%87?%C3%A9`);
});

test('the next address of a host is tried when one cannot be reached', async () => {
  const ownWeb = createWeb({ allow: ['127.0.0.1', '127.0.0.9'], resolve });
  names['two.example'] = [['127.0.0.9', '127.0.0.1']];
  expect(await outcome(site.replace(new URL(site).hostname, 'two.example'), 'page', ownWeb)).toBe('fetched');
});

test('at most three addresses are tried, IPv4 first; too many are refused', async () => {
  const { hostname, port } = new URL(site);
  const ownWeb = createWeb({ allow: ['127.0.0.0/8', '::1'], resolve });
  const ipv6Server = net.createServer((socket) => socket.destroy());
  let arrived = 0;
  ipv6Server.on('connection', () => arrived++).on('error', () => {});
  ipv6Server.listen(Number(port), '::1');
  closeAtEnd(ipv6Server);
  const unreachable = (count: number) => Array.from({ length: count }, (_, n) => `127.0.0.${n + 50}`);
  const outcomes: string[] = [];
  for (const answers of [
    ['::1', '127.0.0.1'],
    [...unreachable(2), '127.0.0.1'],
    [...unreachable(3), '127.0.0.1'],
    [],
    ['127.0.0.1', ...unreachable(32)],
  ]) {
    names['many.example'] = [answers];
    outcomes.push(await outcome(site.replace(hostname, 'many.example'), 'page', ownWeb));
  }
  expect(outcomes).toEqual(['fetched', 'fetched', 'failed', 'refused', 'refused']);
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

test('the answer of a service is read up to a megabyte', async () => {
  const lengthOf = async (length: number) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
    const url = await serve((socket) => socket.end(head + 'x'.repeat(length)));
    return (await web.request(url, { method: 'GET', headers: {} })).body.length;
  };
  expect(await lengthOf(1024 * 1024)).toBe(1024 * 1024);
  await expect(lengthOf(1024 * 1024 + 1)).rejects.toThrow('a long answer');
});

test('many visits leave time for other work in between', async () => {
  let over = 0;
  const visits = Array.from({ length: 20 }, (_, n) => outcome(`ftp://s${n}.example/`).then(() => over++));
  await visits[0];
  await new Promise(setImmediate);
  expect(over).toBeLessThan(20);
  await Promise.all(visits);
});
