import type { Server } from 'bun';
import type { App } from '../app';
import { ConfigError } from '../config';
import { notFound } from '../errors';
import { refuseDnsRebinding } from './context';
import { answerDocs } from './docs';
import { answerExport } from './export';
import { setCommonHeaders } from './headers';
import { answerHealth, answerMetrics, answerReady } from './health';
import { answerMedia } from './media';
import { createMetrics, type Metrics } from './metrics';
import { openapi } from './openapi';
import { answerAvatar, answerPreviewPicture } from './pictures';
import { recentAnswers } from './recent-answers';
import { errorResponse, restRoutes } from './rest';
import { appRouter } from './router';
import { openSocket, type Socket, socketHandler } from './socket';
import { trpcHandler } from './trpc';
import { receiveUpload, UPLOAD_BYTES_MAX } from './uploads';
import { webApp } from './web-app';
import { receiveTwilioReport, receiveTwilioText } from './webhooks';

/** A handler of HTTP requests. It returns undefined if it has opened a socket. */
type Handler = (request: never, server: Server<unknown>) => Response | undefined | Promise<Response>;

/**
 * Starts the HTTP server with all routes of the product. Throws a ConfigError if it cannot listen on the
 * port.
 */
export function serve(app: App): Server<unknown> {
  const metrics = createMetrics(app);
  const recent = recentAnswers();
  const route = (handler: Handler) => withCommonHeaders(app, metrics, handler);
  const rest = Object.entries(restRoutes(app, appRouter, recent)).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, handler]) => [method, route(handler)])),
  ]);
  try {
    const server: Server<unknown> = Bun.serve<Socket>({
      port: app.config.port,
      hostname: app.config.host,
      maxRequestBodySize: UPLOAD_BYTES_MAX, // for uploads; other bodies have a lower limit
      idleTimeout: 10,
      websocket: socketHandler(app),
      routes: {
        ...Object.fromEntries(rest),
        '/api/openapi.json': { GET: route(() => Response.json(openapi(app))) },
        '/api/docs': { GET: route(() => answerDocs(app)) },
        '/api/media': { POST: route((request, server) => receiveUpload(app, request, server)) },
        '/api/media/:id': { GET: route((request, server) => answerMedia(app, request, server)) },
        '/api/previews/images/:id': {
          GET: route((request, server) => answerPreviewPicture(app, request, server)),
        },
        '/api/avatars/:id': { GET: route((request, server) => answerAvatar(app, request, server)) },
        '/api/export': { GET: route((request, server) => answerExport(app, request, server)) },
        '/api/webhooks/twilio/sms': { POST: route((request) => receiveTwilioText(app, request)) },
        '/api/webhooks/twilio/status': { POST: route((request) => receiveTwilioReport(app, request)) },
        '/api': route(answerMissing),
        '/api/*': route(answerMissing),
        '/trpc/*': route(trpcHandler(app, recent)),
        '/ws/messages': { GET: route((request, server) => openSocket(app, request, server)) },
        '/healthz': route(answerHealth),
        '/readyz': route(() => answerReady(app)),
        '/metrics': route((request, server) => answerMetrics(app, metrics, request, server)),
        '/*': route(webApp(app)),
      },
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

/**
 * Wraps a handler: adds the common headers to its answer, turns an error that it throws into an answer, and
 * counts the answer in the metrics.
 */
function withCommonHeaders(app: App, metrics: Metrics, handler: Handler): Handler {
  return (request: Request, server) => {
    const began = performance.now();
    const send = (response: Response): Response => {
      const { method } = request;
      const { status, headers } = response;
      // after a 304, a browser uses the headers that it has cached
      if (status !== 304) setCommonHeaders(app, headers);
      metrics.countAnswer(method, status, (performance.now() - began) / 1000);
      return response;
    };
    const onError = (thrown: unknown) => send(errorResponse(app, thrown));
    try {
      refuseDnsRebinding(app, request);
      const response = handler(request as never, server);
      // an answer that is ready, such as that of an unchanged poll, does not wait for a promise; an opened
      // socket has no answer
      return response instanceof Promise ? response.then(send, onError) : response && send(response);
    } catch (thrown) {
      return onError(thrown);
    }
  };
}
