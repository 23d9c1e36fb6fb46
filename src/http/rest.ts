import { type AnyTRPCRouter, getTRPCErrorFromUnknown } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { BunRequest, Server } from 'bun';
import type { App } from '../app/app';
import { jsonOf } from '../app/composed-json';
import { needsWriter, toVisibleError } from '../app/errors';
import { messageOf, problemOf, setErrorHeaders, toTrpcError } from '../app/trpc';
import { readJson } from './body';
import { type Call, callProcedure, procedureCalls, routeOf } from './calls';
import { type Caller, createContext, findCaller, refuseCrossSite } from './context';
import { answerUnchanged, answerVersioned } from './etag';
import { setLimitHeaders, setPageHeaders } from './pages';
import type { RecentAnswers } from './recent-answers';

type Handler = (request: BunRequest, server: Server<unknown>) => Response | Promise<Response>;

export const restRoutes = (app: App, router: AnyTRPCRouter, recent: RecentAnswers): Record<string, Handler> =>
  Object.fromEntries(
    procedureCalls(router).map((call) => [
      routeOf(call),
      (request, server) => {
        const caller = call.meta.versioned ? findCaller(app, request) : null;
        return (
          (caller && answerUnchanged(caller, request, recent)) ||
          answer(app, router, recent, call, request, server, caller)
        );
      },
    ]),
  );

async function answer(
  app: App,
  router: AnyTRPCRouter,
  recent: RecentAnswers,
  call: Call,
  request: BunRequest,
  server: Server<unknown>,
  caller: Caller | null,
) {
  let resHeaders = new Headers();
  try {
    if (call.method !== 'GET') refuseCrossSite(app, request);
    const ctx = await createContext(app, request, server, caller);
    resHeaders = ctx.resHeaders;
    const result = await callProcedure(router, ctx, call, () => readInput(call, request), request.signal);
    setLimitHeaders(ctx, call);
    await setPageHeaders(ctx, call, request, result);
    if (call.meta.versioned) return answerVersioned(ctx, request, recent, jsonOf(result));
    return Response.json(result, { status: call.meta.status ?? 200, headers: resHeaders });
  } catch (thrown) {
    return errorResponse(app, thrown, resHeaders);
  }
}

/** A parameter in the path overrides a parameter of the same name in the query or the body. */
async function readInput(call: Call, request: BunRequest): Promise<Record<string, unknown>> {
  const queryAt = request.url.indexOf('?');
  const query = queryAt < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(queryAt)));
  const body = call.method === 'GET' ? {} : await readJson(request);
  return { ...query, ...body, ...request.params };
}

/** Reports an error with status 500 or more as a fault, unless the thrown value is a VisibleError. */
export function errorResponse(app: App, thrown: unknown, headers = new Headers()): Response {
  if (needsWriter(thrown)) throw thrown;
  const visible = toVisibleError(thrown);
  const error = visible ? toTrpcError(visible) : getTRPCErrorFromUnknown(thrown);
  const status = getHTTPStatusCodeFromError(error);
  if (status >= 500 && thrown !== visible)
    app.faults.report(visible?.cause ?? error.cause ?? error, 'request failed');
  const message = messageOf(error);
  if (visible) setErrorHeaders(headers, visible);
  const { success, reason } = visible?.extra ?? {};
  const name = error.code.toLowerCase().replaceAll('_', ' ');
  headers.set('content-type', 'application/problem+json');
  const problem = {
    ...(success === false && { success }),
    ...{ error: message, message, ...(reason && { reason }) },
    ...{ type: 'about:blank', title: name[0]!.toUpperCase() + name.slice(1), status, detail: message },
    code: problemOf(error),
  };
  return Response.json(problem, { status, headers });
}
