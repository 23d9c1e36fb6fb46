import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Server } from 'bun';
import type { App } from '../app';
import { notFound } from '../errors';
import type { Context } from '../trpc';
import { readText } from './body';
import { createContext, refuseForeign } from './context';
import { answerUnchanged, stampVersion } from './etag';
import { callsOf, errorResponse } from './rest';
import { appRouter } from './router';

const ENDPOINT = '/trpc';

const versioned = new Set(
  callsOf(appRouter)
    .filter((call) => call.meta.versioned)
    .map((call) => call.name),
);

/** The procedures as the web app calls them. A batch of polls is unchanged when the caller's version is. */
export function answerTrpc(
  app: App,
  request: Request,
  server: Server<unknown>,
): Response | Promise<Response> {
  const names = namesIn(request.url);
  const polls = request.method === 'GET' && names.every((name) => versioned.has(name));
  return (polls && answerUnchanged(app, request)) || answer(app, request, server, polls);
}

async function answer(app: App, request: Request, server: Server<unknown>, polls: boolean) {
  try {
    if (request.method !== 'GET') refuseForeign(app, request);
    const ctx: Context = await createContext(app, request, server);
    const response = await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: request.method === 'GET' ? request : await bounded(request),
      router: appRouter,
      createContext: () => ctx,
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          app.log.error({ err: error.cause ?? error, path }, 'procedure failed');
      },
    });
    if (polls && response.ok) stampVersion(ctx);
    for (const [name, value] of ctx.resHeaders) response.headers.append(name, value);
    return response;
  } catch (thrown) {
    return errorResponse(app, thrown);
  }
}

/** The procedures that an address names, separated by commas. */
function namesIn(url: string): string[] {
  try {
    return decodeURIComponent(new URL(url).pathname.slice(ENDPOINT.length + 1)).split(',');
  } catch {
    throw notFound('Page'); // %ff is no character, and the adapter would fail over it
  }
}

/** The same request with its body read, so that the limit holds here as well. */
async function bounded(request: Request): Promise<Request> {
  const body = await readText(request);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}
