import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import type { Server } from 'bun';
import type { App } from '../app';
import { notFound } from '../errors';
import type { Context } from '../trpc';
import { readText } from './body';
import { createContext, refuseForeign } from './context';
import { answerUnchanged, answerVersioned } from './etag';
import type { RecentAnswers } from './recent-answers';
import { callsOf, errorResponse } from './rest';
import { appRouter } from './router';

const ENDPOINT = '/trpc';
/** Asks for an answer in pieces, which is another one. */
const STREAMED = 'trpc-accept';

const versioned = new Set(
  callsOf(appRouter)
    .filter((call) => call.meta.versioned)
    .map((call) => call.name),
);

/** The procedures as the web app calls them. A batch of polls is unchanged when the caller's version is. */
export const trpcDoor =
  (app: App, recent: RecentAnswers) =>
  (request: Request, server: Server<unknown>): Response | Promise<Response> => {
    const polls = asksVersioned(request.url) && request.method === 'GET' && !request.headers.has(STREAMED);
    return (polls && answerUnchanged(app, request, recent)) || answer(app, request, server, polls && recent);
  };

async function answer(app: App, request: Request, server: Server<unknown>, recent: RecentAnswers | false) {
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
    if (recent && response.status === 200)
      return answerVersioned(ctx, request, recent, await response.text());
    for (const [name, value] of ctx.resHeaders) response.headers.append(name, value);
    return response;
  } catch (thrown) {
    return errorResponse(app, thrown);
  }
}

/** Paths by whether all procedures that they name, separated by commas, are versioned: a page asks the same ones for ever. */
const known = new Map<string, boolean>();
const KNOWN = 1_000;

function asksVersioned(url: string): boolean {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  let answer = known.get(path);
  if (answer === undefined) {
    answer = namesIn(path).every((name) => versioned.has(name));
    if (known.size >= KNOWN) known.clear();
    known.set(path, answer);
  }
  return answer;
}

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
