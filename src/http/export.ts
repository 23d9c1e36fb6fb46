import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../app';
import { exportStream, FORMATS, isFormat } from '../archive/export';
import { VisibleError } from '../errors';
import { chargeRateLimits } from '../rate-limits';
import { createContext } from './context';
import type { Call } from './rest';

/** The door below, for the documents of the calls: a file is no JSON, so it is no procedure. */
export const EXPORT_CALL: Call = {
  name: 'archive.export',
  type: 'query',
  method: 'GET',
  path: '/api/export',
  meta: {
    rest: 'GET /api/export',
    summary: 'Everything the caller has sent, as a file to save',
    signedIn: true,
  },
  answer: { schema: z.file(), example: 'the bytes of the file' },
  inputs: [z.object({ format: z.enum(Object.keys(FORMATS)).default('json') })],
  gives: '*/*',
};

/** For somebody who reads slowly; the bytes are made as they are read. */
const PATIENCE_S = 60;

/** GET /api/export?format=json|markdown|csv|bookmarks: everything the caller has sent, as a file to save. */
export async function answerExport(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  const { user, resHeaders } = await createContext(app, request, server);
  if (!user) throw new VisibleError('UNAUTHORIZED', 'Please sign in.');
  const format = new URL(request.url).searchParams.get('format') ?? 'json';
  if (!isFormat(format))
    throw new VisibleError('BAD_REQUEST', `The format must be one of ${Object.keys(FORMATS).join(', ')}.`);
  chargeRateLimits(app, { 'export by a person': user.id });
  server.timeout(request, PATIENCE_S);
  const { name, type } = FORMATS[format];
  resHeaders.set('content-type', type);
  resHeaders.set('content-disposition', `attachment; filename="${name}"`);
  const stream = exportStream(app, user, format);
  stream.once('error', (error) => app.log.warn({ err: error }, 'export cut off'));
  return new Response(stream as unknown as ReadableStream, { headers: resHeaders });
}
