import net from 'node:net';
import type { ContentKind } from '../../src/app/web';
import { createWeb, type ResolveHost } from '../../src/outside/web';
import { FetchFailed } from '../../src/outside/web-content';
import { scriptedNames } from '../support/canary';

export function openServers() {
  const names: Record<string, string[][]> = {};
  const { resolve, asked: lookups } = scriptedNames(names);
  const web = createWeb({ allow: ['127.0.0.1'], resolve });
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();

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

  return {
    web,
    names,
    resolve: resolve as ResolveHost,
    lookups,
    listen,
    serve: (answer: (socket: net.Socket) => void) =>
      listen(net.createServer((socket) => socket.once('data', () => answer(socket)))),
    closeAtEnd: (server: net.Server) => void servers.push(server),
    outcome: (url: string, kind: ContentKind = 'page', client = web) =>
      client.get(null, url, kind).then(
        () => 'fetched',
        (error) => (error instanceof FetchFailed ? error.kind : `threw ${error}`),
      ),
    close() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
