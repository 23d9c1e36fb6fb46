import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { createWeb } from '../../src/outside/web';

const read = (name: string) => readFileSync(join(import.meta.dir, name), 'utf8');
const OWN = { key: read('site.key'), cert: read('site.crt') };
const HERE = { allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] };

async function openSecureSite() {
  const requestedNames: string[] = [];
  const server = tls.createServer({
    ...OWN,
    SNICallback(name, done) {
      requestedNames.push(name);
      done(null, tls.createSecureContext(OWN));
    },
  });
  server.on('secureConnection', (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<title>Secure</title>'),
  );
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requestedNames,
    fetch: (host: string, ca?: string) =>
      createWeb({ ...HERE, ca }).get(null, `https://${host}:${port}/`, 'page'),
    [Symbol.dispose]: () => void server.close(),
  };
}

test('a self-signed certificate is refused', async () => {
  using site = await openSecureSite();
  await expect(site.fetch('secure.example')).rejects.toThrow('self signed certificate');
});

test('the certificate is requested by name, though the connection is to an IP', async () => {
  using site = await openSecureSite();
  expect(String((await site.fetch('secure.example', OWN.cert)).bytes)).toBe('<title>Secure</title>');
  expect(site.requestedNames).toEqual(['secure.example']);
});

test.each(['other.example', '127.0.0.1'])(
  'the certificate of another site than %s is refused',
  async (host) => {
    using site = await openSecureSite();
    await expect(site.fetch(host, OWN.cert)).rejects.toThrow(
      "Hostname/IP does not match certificate's altnames",
    );
  },
);
