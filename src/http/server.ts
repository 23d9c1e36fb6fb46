import type { Server } from 'bun';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { SHARE_PATH } from '../contract/share';
import { answerCalendar } from './calendars';
import { answerContact } from './contact';
import { refuseForeignHost } from './context';
import { createCounters } from './counters';
import { answerDocs } from './docs';
import { answerExport } from './export';
import { answerHealth, answerMetrics, answerReady } from './health';
import { IMPORT_BODY_MAX, receiveImport } from './imports';
import { answerMedia } from './media';
import { answerOpenapi } from './openapi';
import { answerAvatar, answerPreviewPicture } from './pictures';
import { receivePhoto } from './profile-photo';
import { recentAnswers } from './recent-answers';
import { restRoutes } from './rest';
import { mainRouter } from './router';
import { listenError, type Routes, toBunRoutes } from './routes';
import { receiveShare } from './share';
import { redirectToSimulator } from './simulator';
import { textPhotoRoute } from './simulator-photos';
import { openSocket, type Socket, socketHandler } from './socket';
import { TRPC, trpcHandler, trpcRoute } from './trpc';
import { receiveUpload } from './uploads';
import { webApp } from './web-app';
import { webhookRoutes } from './webhooks';
import { answerWidth } from './widths';

/** `webFolder` is the folder of the built web app, if it is not the usual one. */
export function serve(app: App, webFolder?: string): Server<unknown> {
  const counters = createCounters(app);
  const recent = recentAnswers();
  const { simulatorExposed } = app.config;
  const router = mainRouter(app);
  const routes: Routes = {
    ...restRoutes(app, router, recent),
    'GET /api/openapi.json': () => answerOpenapi(app),
    'GET /api/docs': () => answerDocs(app),
    'POST /api/media': (request, server) => receiveUpload(app, request, server),
    'POST /api/import': (request, server) => receiveImport(app, request, server),
    'POST /api/profile/photo': (request, server) => receivePhoto(app, request, server),
    'GET /api/media/:id': (request, server) => answerMedia(app, request, server),
    'GET /api/media/:id/:width': (request, server) => answerWidth(app, request, server),
    'GET /api/previews/images/:id': (request, server) => answerPreviewPicture(app, request, server),
    'GET /api/product/contact.vcf': () => answerContact(app),
    'GET /api/calendars/:file': (request: Request & { params: { file: string } }) =>
      answerCalendar(app, request),
    'GET /api/avatars/:id': (request, server) => answerAvatar(app, request, server),
    ...(simulatorExposed && textPhotoRoute(app)),
    'GET /api/export': (request, server) => answerExport(app, request, server),
    ...webhookRoutes(app),
    '/api': answerMissing,
    '/api/*': answerMissing,
    [TRPC]: trpcHandler(app, router, recent),
    'GET /ws/messages': (request, server) => openSocket(app, request, server),
    '/mcp': async (request, server) => (await import('./mcp')).answerMcp(app, router, request, server),
    [`POST ${SHARE_PATH}`]: receiveShare,
    '/healthz': answerHealth,
    '/readyz': () => answerReady(app),
    '/metrics': (request, server) => answerMetrics(app, counters, request, server),
    ...(!app.sms.can.reachPeople &&
      !simulatorExposed && { 'GET /phone': (request: Request) => redirectToSimulator(app, request) }),
    '/*': webApp(app, webFolder),
  };
  try {
    const server: Server<unknown> = Bun.serve<Socket>({
      port: app.config.port,
      hostname: app.config.host,
      maxRequestBodySize: IMPORT_BODY_MAX, // for imports; other bodies have a lower limit
      idleTimeout: 10,
      websocket: socketHandler(app),
      routes: toBunRoutes(app, routes, {
        check: (request) => refuseForeignHost(app, request),
        onAnswer: (route, request, status, seconds) =>
          counters.countAnswer(
            route === TRPC ? trpcRoute(request.url) : route,
            request.method,
            status,
            seconds,
          ),
      }),
    });
    if (!app.config.publicUrl) app.publicUrl = `http://localhost:${server.port}`;
    if (simulatorExposed) app.simulatorUrl = app.publicUrl;
    return server;
  } catch (error) {
    throw listenError(error, `PORT ${app.config.port} on HOST ${app.config.host}`);
  }
}

function answerMissing(): never {
  throw notFound('Page');
}
