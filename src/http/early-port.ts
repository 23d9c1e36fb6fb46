import type { Config } from '../app/config/config';
import { bad } from '../contract/health';
import { listenError } from './routes';

const RETRY_AFTER_S = 5;

/** Answers everything with 503 and what goes on, while the server itself cannot answer yet. */
export function openEarlyPort({ port, host }: Pick<Config, 'port' | 'host'>, sentence: () => string) {
  try {
    return Bun.serve({ port, hostname: host, routes: { '/*': (request) => answer(request, sentence()) } });
  } catch (error) {
    throw listenError(error, `PORT ${port} on HOST ${host}`);
  }
}

function answer(request: Request, sentence: string): Response {
  const { pathname } = new URL(request.url);
  if (pathname === '/healthz') return Response.json({ status: 'ok' });
  const headers = { 'retry-after': String(RETRY_AFTER_S), 'cache-control': 'no-store', connection: 'close' };
  const init = { status: 503, headers };
  if (pathname === '/readyz')
    return Response.json({ status: 'unready', reason: bad('Server', sentence) }, init);
  if (!request.headers.get('accept')?.includes('text/html'))
    return Response.json({ error: sentence, message: sentence }, init);
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_AFTER_S}"><title>Upgrading</title><p>${sentence} This page comes back by itself.</p>`;
  return new Response(page, {
    ...init,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    },
  });
}
