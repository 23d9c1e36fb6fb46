import type { Server } from 'bun';
import type { App } from '../app';
import { ConfigError } from '../config';
import { notFound } from '../errors';
import { refuseDnsRebinding } from './context';
import { type Counters, createCounters } from './counters';
import { answerDocs } from './docs';
import { answerExport } from './export';
import { setCommonHeaders } from './headers';
import { answerHealth, answerMetrics, answerReady } from './health';
import { answerMedia } from './media';
import { answerOpenapi } from './openapi';
import { answerAvatar, answerPreviewPicture } from './pictures';
import { recentAnswers } from './recent-answers';
import { errorResponse, restRoutes } from './rest';
import { appRouter } from './router';
import { openSocket, type Socket, socketHandler } from './socket';
import { admit, orRestarting } from './stopping';
import { TRPC, trpcHandler, trpcRoute } from './trpc';
import { nextTurn } from './turns';
import { receiveUpload, UPLOAD_BYTES_MAX } from './uploads';
import { webApp } from './web-app';
import { receiveTwilioReport, receiveTwilioText } from './webhooks';

/** A handler of HTTP requests. It returns undefined if it has opened a socket. */
type Handler = (request: never, server: Server<unknown>) => Response | undefined | Promise<Response>;

/** Handlers by method and path, such as `GET /api/docs`, or by path alone for all methods. */
type Routes = Record<string, Handler>;

/**
 * Starts the HTTP server with all routes of the product. Throws a ConfigError if it cannot listen on the
 * port.
 */
export function serve(app: App): Server<unknown> {
  const counters = createCounters(app);
  const recent = recentAnswers();
  const routes: Routes = {
    ...restRoutes(app, appRouter, recent),
    'GET /api/openapi.json': () => answerOpenapi(app),
    'GET /api/docs': () => answerDocs(app),
    'POST /api/media': (request, server) => receiveUpload(app, request, server),
    'GET /api/media/:id': (request, server) => answerMedia(app, request, server),
    'GET /api/previews/images/:id': (request, server) => answerPreviewPicture(app, request, server),
    'GET /api/avatars/:id': (request, server) => answerAvatar(app, request, server),
    'GET /api/export': (request, server) => answerExport(app, request, server),
    'POST /api/webhooks/twilio/sms': (request) => receiveTwilioText(app, request),
    'POST /api/webhooks/twilio/status': (request) => receiveTwilioReport(app, request),
    '/api': answerMissing,
    '/api/*': answerMissing,
    [TRPC]: trpcHandler(app, recent),
    'GET /ws/messages': (request, server) => openSocket(app, request, server),
    '/healthz': answerHealth,
    '/readyz': () => answerReady(app),
    '/metrics': (request, server) => answerMetrics(app, counters, request, server),
    '/*': webApp(app),
  };
  try {
    const server: Server<unknown> = Bun.serve<Socket>({
      port: app.config.port,
      hostname: app.config.host,
      maxRequestBodySize: UPLOAD_BYTES_MAX, // for uploads; other bodies have a lower limit
      idleTimeout: 10,
      websocket: socketHandler(app),
      routes: byPath(app, counters, routes),
    });
    if (!app.config.publicUrl) app.publicUrl = `http://localhost:${server.port}`;
    return server;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const where = `PORT ${app.config.port} on HOST ${app.config.host}`;
    throw new ConfigError(
      code === 'EADDRINUSE'
        ? `${where} is in use by another program.`
        : `${where} cannot be listened on: ${message}`,
    );
  }
}

function answerMissing(): never {
  throw notFound('Page');
}

/** Returns the complete handlers by path, and by method where a route names one, as `Bun.serve` takes them. */
function byPath(app: App, counters: Counters, routes: Routes) {
  const paths: Record<string, Handler | Record<string, Handler>> = {};
  for (const [route, handler] of Object.entries(routes)) {
    const complete = withCommonHeaders(app, counters, route, handler);
    const [method = '', path] = route.split(' ');
    if (path) paths[path] = { ...paths[path], [method]: complete };
    else paths[route] = complete;
  }
  return paths;
}

/**
 * Wraps a handler: adds the common headers to its answer, turns an error that it throws into an answer, and
 * counts the answer in the metrics.
 */
function withCommonHeaders(app: App, counters: Counters, route: string, handler: Handler): Handler {
  return (request: Request, server) => {
    const began = performance.now();
    const send = (response: Response): Response => {
      const { method } = request;
      const { status, headers } = response;
      // after a 304, a browser uses the headers that it has cached
      if (status !== 304) setCommonHeaders(app, headers);
      if (app.stopping) headers.set('connection', 'close');
      counters.countAnswer(
        route === TRPC ? trpcRoute(request.url) : route,
        method,
        status,
        (performance.now() - began) / 1000,
      );
      return response;
    };
    const onError = (thrown: unknown) => send(errorResponse(app, thrown));
    try {
      admit(app, request);
      refuseDnsRebinding(app, request);
      const turn = nextTurn(app, began);
      // a socket can be opened only at once
      const isLater = turn !== null && !request.headers.has('upgrade');
      const answer = () => handler(request as never, server);
      const response = isLater ? turn.then(answer as () => Promise<Response>) : answer();
      // an answer that is ready, such as that of an unchanged poll, does not wait for a promise; an opened
      // socket has no answer
      return response instanceof Promise
        ? orRestarting(app, response).then(send, onError)
        : response && send(response);
    } catch (thrown) {
      return onError(thrown);
    }
  };
}
