import type { Server } from 'bun';
import type { App } from '../app/app';
import { refuseUncopied } from '../app/copied';
import { notFound, VisibleError } from '../app/errors';
import { SHARE_PATH } from '../contract/share';
import { routeOf } from './calls';
import { refuseForeignHost } from './context';
import { countersOf } from './counters';
import { keepDemoRoutes } from './demo-routes';
import { answerDocs } from './docs';
import { answerHealth, answerMetrics, answerReady } from './health';
import { mailLinkRoutes } from './mail-links';
import { oauthRoutes } from './oauth';
import { answerOpenapi, FILE_CALLS } from './openapi';
import { guestRoutes } from './outsiders/guests';
import { pageRoutes } from './outsiders/page';
import { answerPictureLink } from './picture-links';
import { answerAvatar, answerPreviewPicture } from './pictures';
import { providerRoutes } from './provider';
import { recentAnswers } from './recent-answers';
import { restRoutes } from './rest';
import { mainRouter } from './router';
import { type Handler, listenError, type Routes, toBunRoutes } from './routes';
import { receiveShare } from './share';
import { redirectToSimulator } from './simulator';
import { textPhotoRoute } from './simulator-photos';
import { openSocket, type Socket, socketHandler } from './socket';
import { TRPC, trpcHandler, trpcRoute } from './trpc';
import { webApp } from './web-app';
import { webhookRoutes } from './webhooks';

const READS = /^(GET|HEAD|OPTIONS)$/;
/** Readers end what is idle. Bun's types deny what it does. */
const NEVER = 0 as unknown as undefined;

type Serving = {
  /** The folder of the built web app, if it is not the usual one. */
  webFolder?: string;
  /** If the processes of this server share the port. */
  reusePort?: boolean;
  /** A file to listen on, in place of the port. */
  unix?: string;
  arrange?: (routes: Routes) => Routes;
};

export function serve(
  app: App,
  { webFolder, reusePort, unix, arrange = same }: Serving = {},
): Server<unknown> {
  const counters = countersOf(app);
  const recent = recentAnswers();
  const { demo, simulatorExposed } = app.config;
  const router = mainRouter(app);
  const routes: Routes = {
    ...restRoutes(app, router, recent),
    ...Object.fromEntries(
      FILE_CALLS.map((call): [string, Handler] => [
        routeOf(call),
        (request, server) => call.handle(app, request, server),
      ]),
    ),
    'GET /api/openapi.json': () => answerOpenapi(app),
    'GET /api/docs': () => answerDocs(app),
    'GET /api/previews/images/:id': (request, server) => answerPreviewPicture(app, request, server),
    'GET /api/avatars/:id': (request, server) => answerAvatar(app, request, server),
    'GET /m/:secret': (request) => answerPictureLink(app, request),
    ...mailLinkRoutes(app),
    ...pageRoutes(app),
    ...guestRoutes(app),
    ...((simulatorExposed || demo) && textPhotoRoute(app)),
    ...webhookRoutes(app),
    '/api': answerMissing,
    '/api/*': (request: Request) => refuseMethod(request, methodsAt(Object.keys(routes), request.url)),
    ...oauthRoutes(app),
    ...(app.config.oidc && providerRoutes(app)),
    '/.well-known/*': answerMissing,
    '/mcp/*': answerMissing,
    [TRPC]: trpcHandler(app, router, recent),
    'GET /ws/messages': (request, server) => openSocket(app, request, server),
    '/mcp': async (request, server) => (await import('./mcp')).answerMcp(app, router, request, server),
    [`POST ${SHARE_PATH}`]: receiveShare,
    '/healthz': answerHealth,
    '/readyz': () => answerReady(app),
    '/metrics': (request, server) => answerMetrics(app, counters, request, server),
    ...(!app.sms.can.reachPeople &&
      !simulatorExposed &&
      !demo && { 'GET /phone': (request: Request) => redirectToSimulator(app, request) }),
    '/*': webApp(app, webFolder),
  };
  try {
    const server: Server<unknown> = Bun.serve<Socket>({
      ...(unix
        ? { unix, idleTimeout: NEVER }
        : { port: app.config.port, hostname: app.config.host, reusePort, idleTimeout: 10 }),
      // whoever reads a body bounds it, because Bun's own 413 has no words
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      websocket: socketHandler(app),
      routes: toBunRoutes(app, arrange(demo ? keepDemoRoutes(routes) : routes), {
        check: (request) => {
          refuseForeignHost(app, request);
          if (!READS.test(request.method)) refuseUncopied(app);
        },
        onAnswer: (route, request, status, seconds) =>
          counters.countAnswer(
            route === TRPC ? trpcRoute(request.url) : route,
            request.method,
            status,
            seconds,
          ),
      }),
    });
    if (unix) return server;
    if (!app.config.publicUrl) app.publicUrl = `http://localhost:${server.port}`;
    if (simulatorExposed || demo) app.simulatorUrl = app.publicUrl;
    return server;
  } catch (error) {
    throw listenError(error, unix ?? `PORT ${app.config.port} on HOST ${app.config.host}`);
  }
}

const same = (routes: Routes): Routes => routes;

const ofApi = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

function methodsAt(routes: string[], url: string): string[] {
  const { pathname } = new URL(url);
  const found = routes
    .map((route) => route.split(' '))
    .filter(([, path]) => path && ofApi(path).test(pathname));
  return found.flatMap(([method = '']) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function refuseMethod({ method }: Request, methods: string[]): Response {
  if (methods.length === 0) throw notFound('Page');
  const allow = [...new Set([...methods, 'OPTIONS'])].join(', ');
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
  throw new VisibleError('METHOD_NOT_SUPPORTED', `${method} is not possible here, only ${allow}.`, { allow });
}

function answerMissing(): never {
  throw notFound('Page');
}
