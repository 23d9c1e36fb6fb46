import {
  type AnyTRPCRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  TRPCError,
  type TRPCProcedureType,
} from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { BunRequest, Server } from 'bun';
import type { z } from 'zod';
import type { App } from '../app';
import { toVisibleError, VisibleError } from '../errors';
import { type Answer, type Context, type Meta, messageOf } from '../trpc';
import { readJson } from './body';
import { createContext, refuseCrossSite } from './context';
import { answerUnchanged, answerVersioned } from './etag';
import type { RecentAnswers } from './recent-answers';

/** A procedure with the REST face that its metadata gives it. */
export type Call = {
  name: string;
  type: TRPCProcedureType;
  method: string;
  path: string;
  meta: Meta;
  inputs: z.core.$ZodType[];
  answer: Answer;
  /** Of a door that is no procedure: what it takes and gives instead of JSON. */
  takes?: string;
  gives?: string;
};

/** Every call there is, in the order of the router. */
export function callsOf(router: AnyTRPCRouter): Call[] {
  return Object.entries(
    router._def.procedures as Record<
      string,
      { _def: { type: TRPCProcedureType; meta: Meta; inputs: z.core.$ZodType[]; output: Answer } }
    >,
  ).map(([name, { _def }]) => {
    const [method = '', path = ''] = _def.meta.rest.split(' ');
    return { name, type: _def.type, method, path, meta: _def.meta, inputs: _def.inputs, answer: _def.output };
  });
}

type Handler = (request: BunRequest, server: Server<unknown>) => Response | Promise<Response>;

/** The same procedures at their documented paths: routes for Bun.serve, by path and method. */
export function restRoutes(
  app: App,
  router: AnyTRPCRouter,
  recent: RecentAnswers,
): Record<string, Record<string, Handler>> {
  const routes: Record<string, Record<string, Handler>> = {};
  for (const call of callsOf(router)) {
    const path = call.path.replace(/\{(\w+)\}/g, ':$1');
    const methods = routes[path] ?? {};
    methods[call.method] = (request, server) =>
      (call.meta.versioned && answerUnchanged(app, request, recent)) ||
      answer(app, router, recent, call, request, server);
    routes[path] = methods;
  }
  return routes;
}

async function answer(
  app: App,
  router: AnyTRPCRouter,
  recent: RecentAnswers,
  call: Call,
  request: BunRequest,
  server: Server<unknown>,
) {
  let resHeaders = new Headers();
  try {
    if (call.method !== 'GET') refuseCrossSite(app, request);
    const ctx: Context = await createContext(app, request, server);
    resHeaders = ctx.resHeaders;
    const result = await callTRPCProcedure({
      router,
      path: call.name,
      type: call.type,
      ctx,
      getRawInput: () => readInput(call, request),
      signal: request.signal,
      batchIndex: 0,
    });
    if (call.meta.versioned) return answerVersioned(ctx, request, recent, JSON.stringify(result));
    return Response.json(result, { status: call.meta.status ?? 200, headers: resHeaders });
  } catch (thrown) {
    return errorResponse(app, thrown, resHeaders);
  }
}

/** Query, then body, then path: what stands in the path wins. */
async function readInput(call: Call, request: BunRequest): Promise<Record<string, unknown>> {
  const at = request.url.indexOf('?');
  const query = at < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(at)));
  const body = call.method === 'GET' ? {} : await readJson(request);
  return { ...query, ...body, ...request.params };
}

/** Any error as its status with the body of design 8. What is not a person's doing is logged, and told to nobody. */
export function errorResponse(app: App, thrown: unknown, headers = new Headers()): Response {
  const error = toTrpcError(thrown);
  const status = getHTTPStatusCodeFromError(error);
  if (status >= 500) app.log.error({ err: error.cause ?? error }, 'request failed');
  const message = messageOf(error);
  const { success, retryAfter } = error.cause instanceof VisibleError ? error.cause.extra : {};
  if (retryAfter) headers.set('retry-after', String(retryAfter));
  return Response.json(
    { ...(success === false && { success }), error: message, message },
    { status, headers },
  );
}

function toTrpcError(thrown: unknown): TRPCError {
  const cause = toVisibleError(thrown);
  return cause
    ? new TRPCError({ code: cause.code, message: cause.message, cause })
    : getTRPCErrorFromUnknown(thrown);
}
