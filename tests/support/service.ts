import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A way for a call of a service's API to fail. `drop`: the service acts, but its answer is lost. `hang`: the
 * service neither acts nor answers. `slow`: the service acts only after this number of milliseconds.
 */
export type Failure = { status: number; code: number; message: string } | 'drop' | 'hang' | { slow: number };

/** Our server: the address where it listens, and the public address that services call. */
export type OurServer = { url: string; publicUrl: string };

/** The failures that a test has planned for the calls of an API. */
export function plannedFailures() {
  const next: Failure[] = [];
  let always: Failure | null = null;
  return {
    /**
     * Returns the planned failure of the current call, or null if the call succeeds. Returns each planned
     * failure once.
     */
    take: () => next.shift() ?? always,
    /** Makes the next calls fail, one after another. */
    failNext: (...failures: Failure[]) => void next.push(...failures),
    /** Makes every API call fail in this way. If `failure` is null, calls succeed again. */
    failAlways: (failure: Failure | null) => {
      always = failure;
    },
  };
}

/**
 * Starts the HTTP server of a stand-in for a service. Each answer has a Date header with the time of `now`,
 * in milliseconds since 1970. Returns the two addresses of the server, and a function that stops it.
 */
export async function startService(
  now: () => number,
  answer: (request: IncomingMessage, response: ServerResponse, url: URL) => unknown,
) {
  const server = createServer(async (request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    try {
      await answer(request, response, new URL(request.url ?? '/', origin));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    /** A second address of this server, with another host name. */
    otherHost: `http://localhost:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

export function sendJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
