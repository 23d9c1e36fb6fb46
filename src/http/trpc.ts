import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Server } from 'bun';
import type { App } from '../app';
import { notFound } from '../errors';
import type { Context } from '../trpc';
import { readText } from './body';
import { procedureCalls } from './calls';
import { createContext, refuseCrossSite } from './context';
import { answerUnchanged, answerVersioned } from './etag';
import type { RecentAnswers } from './recent-answers';
import { errorResponse } from './rest';
import { appRouter } from './router';

const ENDPOINT = '/trpc';

/** Header of a request for a streamed answer, which is never cached. */
const STREAMED = 'trpc-accept';

const versioned = new Set(
  procedureCalls(appRouter)
    .filter((call) => call.meta.versioned)
    .map((call) => call.name),
);

/**
 * Returns the handler of /trpc, which the web app uses. A batch of polls is answered without carrying it out
 * while the caller's version is unchanged.
 */
export const trpcHandler =
  (app: App, recent: RecentAnswers) =>
  (request: Request, server: Server<unknown>): Response | Promise<Response> => {
    const isPoll = request.method === 'GET' && !request.headers.has(STREAMED) && isVersioned(request.url);
    return (
      (isPoll && answerUnchanged(app, request, recent)) || answer(app, request, server, isPoll && recent)
    );
  };

async function answer(app: App, request: Request, server: Server<unknown>, recent: RecentAnswers | false) {
  try {
    if (request.method !== 'GET') refuseCrossSite(app, request);
    refuseBrokenEscapes(request.url);
    const ctx: Context = await createContext(app, request, server);
    const response = await fetchRequestHandler({
      endpoint: ENDPOINT,
      req: request.method === 'GET' ? request : await withBody(request),
      router: appRouter,
      createContext: () => ctx,
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR')
          app.log.error({ err: error.cause ?? error, path }, 'procedure failed');
      },
    });
    if (recent && response.status === 200)
      return answerVersioned(ctx, request, recent, await response.text());
    for (const [name, value] of ctx.resHeaders) response.headers.append(name, value);
    return response;
  } catch (thrown) {
    return errorResponse(app, thrown);
  }
}

/**
 * Returns whether all procedures in this URL are versioned. Does not recognise an escaped name: our client
 * escapes none.
 */
function isVersioned(url: string): boolean {
  const [, names = ''] = /\/trpc\/([^?]*)/.exec(url) ?? [];
  return names.split(',').every((name) => versioned.has(name));
}

/**
 * Throws NOT_FOUND if the path has a broken escape such as %ff. tRPC would answer it with an internal error.
 */
function refuseBrokenEscapes(url: string): void {
  try {
    decodeURIComponent(new URL(url).pathname);
  } catch {
    throw notFound('Page');
  }
}

/**
 * Returns a copy of the request with its body read. Throws PAYLOAD_TOO_LARGE for a body of more than 1 MB,
 * which tRPC would accept.
 */
async function withBody(request: Request): Promise<Request> {
  const body = await readText(request);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}
