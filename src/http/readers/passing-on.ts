import type { Server } from 'bun';
import { askWriter } from '../../outside/readers/writer';
import { markComplete, type Routes } from '../routes';
import { restarting } from '../stopping';

/** The caller's address. Only the socket that only this server can open believes it. */
const ADDRESS = 'x-tagline-address';
const OF_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding'];
/** Handlers of these allow longer pauses. */
const FILES = /^\w+:\/\/[^/]+\/api\/(media|import|export)\b/;
const FILES_IDLE_S = 120;
/** `fetch` would send headers of its own for those that are missing. */
const WITHOUT = { 'accept-encoding': 'identity', 'user-agent': '' };

export async function passOn(socket: string, request: Request, server: Server<unknown>): Promise<Response> {
  if (FILES.test(request.url)) server.timeout(request, FILES_IDLE_S);
  const headers = new Headers(request.headers);
  for (const name of OF_CONNECTION) headers.delete(name);
  for (const [name, value] of Object.entries(WITHOUT)) if (!headers.has(name)) headers.set(name, value);
  headers.set(ADDRESS, server.requestIP(request)?.address ?? '');
  const { method, body, signal, url } = request;
  try {
    const answer = await askWriter(socket, url, { method, headers, body, signal });
    answer.headers.delete('connection');
    return markComplete(new Response(answer.body, answer));
  } catch {
    throw restarting();
  }
}

/** Lets handlers see the server of the reader in place of the socket. */
export const onBehalf = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([route, handler]) => [
      route,
      (request: Request) =>
        handler(
          request as never,
          {
            requestIP: ({ headers }: Request) => ({ address: headers.get(ADDRESS) ?? '' }),
            timeout: () => {}, // Bun has none for single requests over a file
            upgrade: () => false,
          } as unknown as Server<unknown>,
        ),
    ]),
  );
