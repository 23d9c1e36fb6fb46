import { isInDemo } from '../app/demo-calls';
import { notFound } from '../app/errors';
import { type Call, procedureCalls, routeOf } from './calls';
import { MEDIA_CALL } from './media';
import { PHOTO_CALL } from './profile-photo';
import { appRouter } from './router';
import type { Routes } from './routes';
import { TRPC } from './trpc';
import { UPLOAD_CALL } from './uploads';
import { WIDTH_CALL } from './widths';

const FILES: Call[] = [UPLOAD_CALL, MEDIA_CALL, WIDTH_CALL, PHOTO_CALL];

const KEPT = new Set([
  ...procedureCalls(appRouter)
    .filter(({ name }) => isInDemo(name))
    .map(routeOf),
  ...FILES.map(routeOf),
  ...['GET /api/avatars/:id', 'GET /api/previews/images/:id', 'GET /api/simulator/texts/:id/media/:index'],
  ...[TRPC, 'GET /ws/messages', '/api', '/api/*', '/healthz', '/readyz', '/metrics', '/*'],
]);

/** The others answer 404, so that no page of the web app stands at their addresses. */
export const keepDemoRoutes = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([route, handler]) => [route, KEPT.has(route) ? handler : answerMissing]),
  );

const answerMissing = () => {
  throw notFound('Page');
};
