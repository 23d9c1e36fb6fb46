import { afterAll, beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { createWeb } from '../../src/outside/web';

const CERTIFICATE = join(import.meta.dir, 'site.crt');
const requestedNames: string[] = [];
let server: tls.Server;
let port: number;

beforeAll(async () => {
  const own = {
    key: await Bun.file(join(import.meta.dir, 'site.key')).text(),
    cert: await Bun.file(CERTIFICATE).text(),
  };
  server = tls.createServer({
    ...own,
    SNICallback(name, done) {
      requestedNames.push(name);
      done(null, tls.createSecureContext(own));
    },
  });
  server.on('secureConnection', (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<title>Secure</title>'),
  );
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

test('a self-signed certificate is refused', async () => {
  const web = createWeb({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
  await expect(web.get(null, `https://secure.example:${port}/`, 'page')).rejects.toThrow(
    'self signed certificate',
  );
});

test('the certificate is requested by name, though the connection is to an IP', async () => {
  requestedNames.length = 0;
  expect(await fetchTrusting('secure.example')).toBe('<title>Secure</title>');
  expect(requestedNames).toEqual(['secure.example']);
});

test('the certificate of another site is refused', async () => {
  expect(await fetchTrusting('other.example')).toStartWith(
    "Hostname/IP does not match certificate's altnames",
  );
  expect(await fetchTrusting('127.0.0.1')).toStartWith("Hostname/IP does not match certificate's altnames");
});

/** Fetches from `host` in another process, because only that process trusts the test's certificate. */
async function fetchTrusting(host: string): Promise<string> {
  const program = `
    import { createWeb } from './src/outside/web';
    const web = createWeb({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
    const found = web.get(null, 'https://${host}:${port}/', 'page');
    console.log(await found.then(({ bytes }) => bytes.toString(), ({ message }) => message));`;
  const child = Bun.spawn([process.execPath, '-e', program], {
    cwd: join(import.meta.dir, '../..'),
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: CERTIFICATE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await new Response(child.stdout).text()).trim();
}
