import type { Server } from 'bun';
import { z } from 'zod';
import { transaction } from '../../db/open';
import type { App } from '../app/app';
import { ignoreDiskErrors } from '../app/disk-errors';
import { VisibleError } from '../app/errors';
import { chargeRead } from '../app/rate-limits';
import { refuseToken } from '../app/scopes';
import { FORMATS, isFormat } from '../archive/export-formats';
import { requireProof } from '../people/auth/proof';
import { tellOwner } from '../people/auth/told';
import { toCall } from './calls';
import { createSignedInContext } from './context';
import { setLimitHeaders } from './pages';

export const EXPORT_CALL = toCall({
  name: 'archive.export',
  type: 'query',
  meta: {
    rest: 'GET /api/export',
    summary: 'Everything the caller has sent, as a file to save',
    signedIn: true,
    refusesTokens: true,
    asksForProof: true,
    limit: 'export by a person',
  },
  input: z.object({ format: z.enum(Object.keys(FORMATS)).default('json') }),
  answer: { schema: z.file(), example: 'the bytes of the file' },
  gives: '*/*',
  handle: answerExport,
});

const TIMEOUT_S = 60;

async function answerExport(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  const ctx = await createSignedInContext(app, request, server);
  const { user, resHeaders } = ctx;
  refuseToken(ctx.token);
  requireProof(ctx);
  const format = new URL(request.url).searchParams.get('format') ?? 'json';
  if (!isFormat(format))
    throw new VisibleError(
      'export_format_unknown',
      `The format must be one of ${Object.keys(FORMATS).join(', ')}.`,
    );
  chargeRead(app, { 'export by a person': user.id });
  ignoreDiskErrors(() =>
    transaction(app.db, () => tellOwner(app, user, ctx, { act: 'exported', name: format })),
  );
  server.timeout(request, TIMEOUT_S);
  setLimitHeaders(ctx, EXPORT_CALL);
  const { name, type } = FORMATS[format];
  resHeaders.set('content-type', type);
  resHeaders.set('content-disposition', `attachment; filename="${name}"`);
  const { exportStream } = await import('../archive/export');
  const stream = exportStream(app, user, format);
  stream.once('error', (error) => app.log.warn({ err: error }, 'export cut off'));
  return new Response(stream as unknown as ReadableStream, { headers: resHeaders });
}
