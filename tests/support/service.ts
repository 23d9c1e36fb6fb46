import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `drop`: the service acts, but its answer is lost. `hang`: the service neither acts nor answers. `slow`: the
 * service acts only after this number of milliseconds.
 */
export type Failure = { status: number; code: number; message: string } | 'drop' | 'hang' | { slow: number };

export type OurServer = { url: string; publicUrl: string };

export type Media = { type: string; bytes: Uint8Array };

export function plannedFailures() {
  const next: Failure[] = [];
  let always: Failure | null = null;
  return {
    take: () => next.shift() ?? always,
    failNext: (...failures: Failure[]) => void next.push(...failures),
    failAlways: (failure: Failure | null) => {
      always = failure;
    },
  };
}

/** Each answer has a Date header with the time of `now`, in milliseconds since 1970. */
export async function startService(
  now: () => number,
  answer: (request: IncomingMessage, response: ServerResponse, url: URL) => unknown,
  host = '127.0.0.1',
) {
  const server = createServer(async (request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    try {
      await answer(request, response, new URL(request.url ?? '/', origin));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, host, listening));
  const { port } = server.address() as AddressInfo;
  const origin = `http://${host}:${port}`;
  return {
    origin,
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
