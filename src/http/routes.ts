import type { Server } from 'bun';
import type { App } from '../app/app';
import { ConfigError } from '../app/errors';
import { requireOwner } from '../app/owner';
import { compress } from './compression';
import { allowOrigins, answerPreflight } from './cross-origin';
import { setCommonHeaders } from './headers';
import { errorResponse } from './rest';
import { noteRequest, orRestarting } from './stopping';
import { nextTurn } from './turns';

/** A handler of HTTP requests. It returns undefined if it has opened a socket. */
export type Handler = (request: never, server: Server<unknown>) => Response | undefined | Promise<Response>;

const complete = new WeakSet<Response>();

/** Another process of this server has made and counted the answer. */
export function markComplete(response: Response): Response {
  complete.add(response);
  return response;
}

export type Routes = Record<string, Handler>;

type Options = {
  check: (request: Request, server: Server<unknown>) => void;
  onAnswer?: (route: string, request: Request, status: number, seconds: number) => void;
};

export function toBunRoutes(app: App, routes: Routes, options: Options) {
  const paths: Record<string, Handler | Record<string, Handler>> = {};
  for (const [route, handler] of Object.entries(routes)) {
    const complete = completeHandler(app, route, handler, options);
    const [method = '', path] = route.split(' ');
    if (path) paths[path] = { ...paths[path], [method]: complete };
    else paths[route] = complete;
  }
  return paths;
}

function completeHandler(app: App, route: string, handler: Handler, { check, onAnswer }: Options): Handler {
  return (request: Request, server) => {
    const began = performance.now();
    const send = (response: Response): Response | Promise<Response> => {
      requireOwner();
      const { status, headers } = response;
      if (app.stopping) headers.set('connection', 'close');
      if (complete.has(response)) return response;
      allowOrigins(request, headers);
      // a 304 needs no common headers, because the browser uses the headers of the answer in its cache
      if (status !== 304) setCommonHeaders(app, headers);
      onAnswer?.(route, request, status, (performance.now() - began) / 1000);
      return compress(request, response);
    };
    const onError = (thrown: unknown) => send(errorResponse(app, thrown));
    try {
      noteRequest(app);
      check(request, server);
      const preflight = answerPreflight(request);
      if (preflight) return send(preflight);
      const turn = nextTurn(app, began);
      // a socket cannot be opened in a later turn of the event loop
      const isLater = turn !== null && !request.headers.has('upgrade');
      const answer = () => handler(request as never, server);
      const response = isLater ? turn.then(answer as () => Promise<Response>) : answer();
      // a finished answer, such as the answer to an unchanged poll, is sent without waiting for a promise;
      // after a socket was opened, there is no answer
      return response instanceof Promise
        ? orRestarting(app, response).then(send, onError)
        : response && send(response);
    } catch (thrown) {
      return onError(thrown);
    }
  };
}

export function listenError(error: unknown, where: string): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new ConfigError(
    code === 'EADDRINUSE'
      ? `${where} is in use by another program.`
      : `${where} cannot be listened on (${code ?? message}). Choose a port above 1023 and an address of this machine.`,
  );
}
