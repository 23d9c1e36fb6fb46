import { timingSafeEqual } from 'node:crypto';
import type { Server } from 'bun';
import type { App } from '../app';
import { isLoopback } from '../config';
import { freeSpace } from '../data-folder';
import { notFound } from '../errors';
import type { Metrics } from './metrics';

/** Below this a write may fail at any moment. */
const ROOM_MIN = 16 * 1024 * 1024;

/** GET /healthz: the process answers. A supervisor restarts it when it does not. */
export const answerHealth = () => Response.json({ status: 'ok' });

/** GET /readyz: it can do its work. 503 while it stops, without its database or without room on the disk. */
export function answerReady(app: App): Response {
  const trouble = troubleOf(app);
  return trouble
    ? Response.json({ status: 'unready', reason: trouble }, { status: 503 })
    : Response.json({ status: 'ready' });
}

function troubleOf(app: App): string | null {
  if (app.stopping) return 'stopping';
  try {
    app.db.$client.query('select 1').get();
  } catch {
    return 'database';
  }
  return freeSpace(app.config.dataDir) < ROOM_MIN ? 'disk full' : null;
}

/**
 * GET /metrics for Prometheus: to this machine itself, or to whoever has METRICS_TOKEN as a bearer. To all
 * others there is no such page. A reverse proxy on this machine comes from loopback too, but says for whom.
 */
export function answerMetrics(app: App, metrics: Metrics, request: Request, server: Server<unknown>) {
  const { metricsToken } = app.config;
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  const forwarded = request.headers.has('x-forwarded-for') || request.headers.has('forwarded');
  const local = !forwarded && isLoopback(server.requestIP(request)?.address ?? '');
  if (!local && !(metricsToken && equal(bearer, metricsToken))) throw notFound('Page');
  return new Response(metrics.text(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

function equal(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new Bun.CryptoHasher('sha256').update(text).digest());
  return Boolean(a && b && timingSafeEqual(a, b));
}
