import { afterAll, beforeAll, expect, test } from 'bun:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { createWeb } from '../../src/outside/web';

const CERTIFICATE = join(import.meta.dir, 'site.crt');
const asked: string[] = [];
let server: tls.Server;
let port: number;

/** A server with a certificate for secure.example that only those accept who are told to. */
beforeAll(async () => {
  const own = {
    key: await Bun.file(join(import.meta.dir, 'site.key')).text(),
    cert: await Bun.file(CERTIFICATE).text(),
  };
  server = tls.createServer({
    ...own,
    SNICallback(name, done) {
      asked.push(name);
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

test('a certificate that nobody vouches for is not accepted', async () => {
  const web = createWeb({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
  await expect(web.get(`https://secure.example:${port}/`, 'page')).rejects.toThrow('self signed certificate');
});

test('a site is asked for its certificate by its name, though the connection is to its address', async () => {
  asked.length = 0;
  expect(await trusting('secure.example')).toBe('<title>Secure</title>');
  expect(asked).toEqual(['secure.example']);
});

test('the certificate of another site is not accepted', async () => {
  expect(await trusting('other.example')).toStartWith("Hostname/IP does not match certificate's altnames");
  expect(await trusting('127.0.0.1')).toStartWith("Hostname/IP does not match certificate's altnames");
});

/** What a process that trusts this certificate gets from that host: the page, or why there is none. */
async function trusting(host: string): Promise<string> {
  const program = `
    import { createWeb } from './src/outside/web';
    const web = createWeb({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] });
    const found = web.get('https://${host}:${port}/', 'page');
    console.log(await found.then(({ bytes }) => bytes.toString(), ({ message }) => message));`;
  const child = Bun.spawn([process.execPath, '-e', program], {
    cwd: join(import.meta.dir, '../..'),
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: CERTIFICATE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await new Response(child.stdout).text()).trim();
}
