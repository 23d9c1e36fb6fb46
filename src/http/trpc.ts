import type { AnyTRPCRouter } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Server } from 'bun';
import type { App } from '../app/app';
import { diskErrorOf } from '../app/disk-errors';
import { needsWriter, notFound } from '../app/errors';
import type { Context } from '../app/trpc';
import { BATCH_MAX } from '../contract/limits';
import { readText } from './body';
import { procedureCalls } from './calls';
import { type Caller, createContext, findCaller, refuseCrossSite } from './context';
import { answerUnchanged, answerVersioned } from './etag';
import { composePolls } from './polls';
import type { RecentAnswers } from './recent-answers';
import { errorResponse } from './rest';
import { appRouter } from './router';

const ENDPOINT = '/trpc';
export const TRPC = `${ENDPOINT}/*`;

/** A request for a streamed answer has this header. Streamed answers are never cached. */
export const STREAMED = 'trpc-accept';

const calls = procedureCalls(appRouter);
const procedures = new Set(calls.map(({ name }) => name));
const versioned = new Set(calls.filter(({ meta }) => meta.versioned).map(({ name }) => name));

export const trpcHandler =
  (app: App, router: AnyTRPCRouter, recent: RecentAnswers) =>
  (request: Request, server: Server<unknown>): Response | Promise<Response> => {
    const isPoll = request.method === 'GET' && !request.headers.has(STREAMED) && isVersioned(request.url);
    const caller = isPoll ? findCaller(app, request) : null;
    return (
      (caller && answerUnchanged(caller, request, recent)) ||
      answer(app, router, request, server, isPoll && recent, caller)
    );
  };

async function answer(
  app: App,
  router: AnyTRPCRouter,
  request: Request,
  server: Server<unknown>,
  recent: RecentAnswers | false,
  caller: Caller | null,
) {
  try {
    if (request.method !== 'GET') refuseCrossSite(app, request);
    refuseBrokenEscapes(request.url);
    // the body is read before the context is made: if reading failed after that, a renewed cookie of the
    // context would be lost
    const req = request.method === 'GET' ? request : await withBody(request);
    const ctx: Context = await createContext(app, request, server, caller);
    const polled = recent && (await composePolls(router, ctx, request, namesIn(request.url).split(',')));
    if (recent && polled) return answerVersioned(ctx, request, recent, polled);
    if (/\/trpc\/[^?]*,/.test(request.url)) ctx.batchSize = 0;
    let passedOn: unknown = null;
    const response = await fetchRequestHandler({
      endpoint: ENDPOINT,
      req,
      router,
      maxBatchSize: BATCH_MAX,
      createContext: () => ctx,
      onError: ({ error, path }) => {
        if (needsWriter(error)) passedOn = error;
        else if (error.code === 'INTERNAL_SERVER_ERROR' || diskErrorOf(error))
          app.faults.report(error.cause ?? error, 'procedure failed', { path });
      },
    });
    if (passedOn) throw passedOn;
    for (const [name, value] of ctx.resHeaders) response.headers.append(name, value);
    return response;
  } catch (thrown) {
    return errorResponse(app, thrown);
  }
}

export function trpcRoute(url: string): string {
  const names = namesIn(url);
  return procedures.has(names) ? `${ENDPOINT}/${names}` : TRPC;
}

const isVersioned = (url: string): boolean =>
  namesIn(url)
    .split(',')
    .every((name) => versioned.has(name));

/** Escapes are not decoded, so an escaped name is an unknown one. */
export const namesIn = (url: string): string => /\/trpc\/([^?]*)/.exec(url)?.[1] ?? '';

/** tRPC would answer such a path with an internal error. */
function refuseBrokenEscapes(url: string): void {
  try {
    decodeURIComponent(new URL(url).pathname);
  } catch {
    throw notFound('Page');
  }
}

/** Throws PAYLOAD_TOO_LARGE for a body of more than 1 MB, although tRPC would accept it. */
async function withBody(request: Request): Promise<Request> {
  const body = await readText(request);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body,
    signal: request.signal,
  });
}
