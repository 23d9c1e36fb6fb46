import type { Server } from 'bun';
import { changedUsers } from '../../db/changes';
import type { App } from '../app';
import { ConfigError } from '../config';
import { notFound } from '../errors';
import { refuseRebound } from './context';
import { answerDocs, openapi } from './docs';
import { answerExport } from './export';
import { commonHeaders, DATA_POLICY } from './headers';
import { answerHealth, answerMetrics, answerReady } from './health';
import { answerMedia, receiveUpload, UPLOAD_MAX } from './media';
import { createMetrics, type Metrics } from './metrics';
import { answerAvatar, answerPreviewPicture } from './pictures';
import { recentAnswers } from './recent-answers';
import { errorResponse, restRoutes } from './rest';
import { appRouter } from './router';
import { openSocket, type Socket, socketHandler } from './socket';
import { trpcDoor } from './trpc';
import { webApp } from './web-app';
import { receiveTwilioReport, receiveTwilioText } from './webhooks';

type Answer = (request: never, server: Server<unknown>) => Response | undefined | Promise<Response>;

/** Opens all doors. Throws a ConfigError when the port cannot be had. */
export function serve(app: App): Server<unknown> {
  changedUsers(app.db); // its tables must not be made in a transaction that may be rolled back
  const metrics = createMetrics(app);
  const door = frontDoor(app, metrics);
  const recent = recentAnswers();
  const rest = Object.entries(restRoutes(app, appRouter, recent)).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, answer]) => [method, door(answer)])),
  ]);
  const page = door(webApp(app));
  try {
    const server: Server<unknown> = Bun.serve<Socket>({
      port: app.config.port,
      hostname: app.config.host,
      maxRequestBodySize: UPLOAD_MAX, // of uploads; everything else is read to its own limit (body.ts)
      idleTimeout: 10,
      websocket: socketHandler(app),
      routes: {
        ...Object.fromEntries(rest),
        '/api/openapi.json': { GET: door(() => Response.json(openapi(app))) },
        '/api/docs': { GET: door(() => answerDocs(app)) },
        '/api/media': { POST: door((request, server) => receiveUpload(app, request, server)) },
        '/api/media/:id': { GET: door((request, server) => answerMedia(app, request, server)) },
        '/api/previews/images/:id': {
          GET: door((request, server) => answerPreviewPicture(app, request, server)),
        },
        '/api/avatars/:id': { GET: door((request, server) => answerAvatar(app, request, server)) },
        '/api/export': { GET: door((request, server) => answerExport(app, request, server)) },
        '/api/webhooks/twilio/sms': { POST: door((request) => receiveTwilioText(app, request)) },
        '/api/webhooks/twilio/status': { POST: door((request) => receiveTwilioReport(app, request)) },
        '/api': door(missing),
        '/api/*': door(missing),
        '/trpc/*': door(trpcDoor(app, recent)),
        '/ws/messages': { GET: door((request, server) => openSocket(app, request, server)) },
        '/healthz': door(answerHealth),
        '/readyz': door(() => answerReady(app)),
        '/metrics': door((request, server) => answerMetrics(app, metrics, request, server)),
        '/*': page,
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

function missing(): never {
  throw notFound('Page');
}

/** What every answer has, whoever makes it: the common headers, and an error body instead of an exception. */
function frontDoor(app: App, metrics: Metrics) {
  let rightHost: string | null = null; // nearly every request has the same
  let common: [string, string][] | null = null; // the public address is known when the first request comes
  const dress = ({ headers }: Response) => {
    common ??= Object.entries(commonHeaders(app));
    for (const [name, value] of common) headers.set(name, value);
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', DATA_POLICY);
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  };
  return (answer: Answer): Answer =>
    (request: Request, server) => {
      const began = performance.now();
      const send = (response: Response): Response => {
        const { status } = response;
        if (status !== 304) dress(response); // the browser has the headers of the answer it stands for
        metrics.answered(request.method, status, (performance.now() - began) / 1000);
        return response;
      };
      const excuse = (thrown: unknown) => send(errorResponse(app, thrown));
      try {
        const host = request.headers.get('host');
        if (host !== rightHost) {
          refuseRebound(app, request);
          rightHost = host;
        }
        const response = answer(request as never, server);
        // what is ready at once, as an unchanged poll, is not made to wait; a socket has no answer
        return response instanceof Promise ? response.then(send, excuse) : response && send(response);
      } catch (thrown) {
        return excuse(thrown);
      }
    };
}
