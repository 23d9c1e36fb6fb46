import type { Server } from 'bun';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { CODES_PATH } from '../contract/simulator-codes';
import { BODY_MAX } from './body';
import { refuseIndirect } from './context';
import { recentAnswers } from './recent-answers';
import { restRoutes } from './rest';
import { simulatorPortRouter } from './router';
import { listenError, type Routes, toBunRoutes } from './routes';
import { answerCodesFrame } from './simulator-codes';
import { textPhotoRoute } from './simulator-photos';
import { TRPC, trpcHandler } from './trpc';
import { isFilePath, webApp } from './web-app';

/**
 * It must be a loopback address, because the simulator shows every verification code (docs/product/lines.md:
 * Simulator).
 */
const HOSTNAME = '127.0.0.1';
const PAGE = '/phone';
/** Number of ports after PORT that are tried. If all are taken, any free port is used. */
const PORTS_TRIED = 20;

export function serveSimulator(app: App, product: Server<unknown>): Server<unknown> | null {
  const { line, simulatorExposed, port } = app.config;
  if (line.kind !== 'simulator' || simulatorExposed || app.config.demo) return null;
  const routes = toBunRoutes(app, simulatorRoutes(app), { check: refuseIndirect });
  const server =
    line.port === undefined
      ? listenOnFreePort(port && Number(product.port), routes)
      : listen(line.port, routes);
  app.simulatorUrl = `http://localhost:${server.port}`;
  return server;
}

export const redirectToSimulator = (app: App, request: Request): Response =>
  redirect(`${app.simulatorUrl}${PAGE}${new URL(request.url).search}`);

function simulatorRoutes(app: App): Routes {
  const recent = recentAnswers();
  const web = webApp(app);
  return {
    ...restRoutes(app, simulatorPortRouter, recent),
    ...textPhotoRoute(app),
    [`GET ${CODES_PATH}`]: () => answerCodesFrame(app),
    '/api/*': () => {
      throw notFound('Page');
    },
    [TRPC]: trpcHandler(app, simulatorPortRouter, recent),
    '/*': (request: Request) => {
      const { pathname } = new URL(request.url);
      return pathname === PAGE || isFilePath(pathname) ? web(request) : redirect(PAGE);
    },
  };
}

type BunRoutes = ReturnType<typeof toBunRoutes>;

function listenOnFreePort(port: number, routes: BunRoutes): Server<unknown> {
  const next = Array.from({ length: PORTS_TRIED }, (_, n) => port + n + 1);
  for (const candidate of port === 0 ? [] : next.filter((candidate) => candidate <= 65_535))
    try {
      return listen(candidate, routes);
    } catch {
      // this port is taken: try the next one
    }
  return listen(0, routes);
}

function listen(port: number, routes: BunRoutes): Server<unknown> {
  try {
    return Bun.serve({
      port,
      hostname: HOSTNAME,
      maxRequestBodySize: BODY_MAX,
      routes: routes as Bun.Serve.Routes<unknown, string>, // no route opens a socket
    });
  } catch (error) {
    throw listenError(error, `SIMULATOR_PORT ${port}`);
  }
}

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } });
