import { timingSafeEqual } from 'node:crypto';
import type { Server } from 'bun';
import { sql } from 'drizzle-orm';
import type { App } from '../app';
import { isLoopback } from '../config';
import { freeSpace } from '../data-folder';
import { notFound } from '../errors';
import type { Metrics } from './metrics';

/** With fewer free bytes than this on the disk, the server is not ready: a write could fail at any moment. */
const FREE_MIN = 16 * 1024 * 1024;

/** Answers GET /healthz. A supervisor restarts a process that does not answer. */
export const answerHealth = () => Response.json({ status: 'ok' });

/**
 * Answers GET /readyz with 200, or with 503 while the server is stopping, cannot read its database or has too
 * little free disk space.
 */
export function answerReady(app: App): Response {
  const reason = findTrouble(app);
  return reason
    ? Response.json({ status: 'unready', reason }, { status: 503 })
    : Response.json({ status: 'ready' });
}

function findTrouble(app: App): string | null {
  if (app.stopping) return 'stopping';
  try {
    app.db.get(sql`select 1`);
  } catch {
    return 'database';
  }
  return freeSpace(app.config.dataDir) < FREE_MIN ? 'disk full' : null;
}

/**
 * Answers GET /metrics to callers on this machine, and to callers with METRICS_TOKEN. Throws NOT_FOUND for
 * all others. A request that a proxy on this machine forwards needs the token.
 */
export function answerMetrics(app: App, metrics: Metrics, request: Request, server: Server<unknown>) {
  const { metricsToken } = app.config;
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  const forwarded = request.headers.has('x-forwarded-for') || request.headers.has('forwarded');
  const local = !forwarded && isLoopback(server.requestIP(request)?.address ?? '');
  if (!local && !(metricsToken && isEqual(bearer, metricsToken))) throw notFound('Page');
  return new Response(metrics.text(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

/** Compares two secrets in a time that does not depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new Bun.CryptoHasher('sha256').update(text).digest());
  return Boolean(a && b && timingSafeEqual(a, b));
}
