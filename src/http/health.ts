import { timingSafeEqual } from 'node:crypto';
import type { Server } from 'bun';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { checkCopies } from '../operators/health/copies';
import { checkMedia } from '../operators/health/disk';
import { tryDisk } from '../operators/health/disk-trial';
import { findUnready } from '../operators/health/health';
import { checkLine } from '../operators/health/line';
import { findMailFault } from '../operators/health/mails-in';
import { checkMediaPlace } from '../operators/health/media-place';
import { checkReaders } from '../operators/health/readers';
import { isDirect } from './context';
import type { Counters } from './counters';
import { writeMetrics } from './metrics';

export const answerHealth = () => Response.json({ status: 'ok' });

/** If texts cannot be sent or received, or nothing is copied, the answer is still 200, and lists these problems. */
export async function answerReady(app: App): Promise<Response> {
  await tryDisk(app);
  const reason = findUnready(app);
  if (reason) return Response.json({ status: 'unready', reason }, { status: 503 });
  const findings = [checkLine, findMailFault, checkMedia, checkMediaPlace, checkCopies, checkReaders]
    .flatMap((check) => check(app))
    .filter(({ state }) => state === 'bad');
  return Response.json({ status: 'ready', ...(findings.length > 0 && { findings }) });
}

/**
 * If METRICS_TOKEN is not set, answers requests that come straight from a program on this machine
 * (`isDirect`).
 */
export async function answerMetrics(
  app: App,
  counters: Counters,
  request: Request,
  server: Server<unknown>,
): Promise<Response> {
  const { metricsToken } = app.config;
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '') ?? '';
  const allowed = metricsToken ? isEqual(bearer, metricsToken) : isDirect(request, server);
  if (!allowed) throw notFound('Page');
  await tryDisk(app);
  return new Response(writeMetrics(app, counters), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });
}

/** Compares two secrets in a time that does not depend on where they differ. */
function isEqual(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => new Bun.CryptoHasher('sha256').update(text).digest());
  return Boolean(a && b && timingSafeEqual(a, b));
}
