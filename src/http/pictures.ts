import type { Server } from 'bun';
import type { App } from '../app/app';
import { getAvatar } from '../media/previews/avatars';
import { findPicture } from '../media/previews/pictures';
import { createSignedInContext } from './context';
import { answerKnownFile } from './etag';

type PictureRequest = Request & { params: { id: string } };

export async function answerPreviewPicture(
  app: App,
  request: PictureRequest,
  server: Server<unknown>,
): Promise<Response> {
  const { resHeaders: headers } = await createSignedInContext(app, request, server);
  const { bytes, type } = findPicture(app, request.params.id);
  headers.set('content-type', type);
  headers.set('cache-control', 'private, max-age=86400');
  headers.set('vary', 'cookie, authorization'); // the next user of this browser must not get this picture from the cache
  return new Response(bytes, { headers });
}

export async function answerAvatar(
  app: App,
  request: PictureRequest,
  server: Server<unknown>,
): Promise<Response> {
  const { user: viewer, resHeaders: headers } = await createSignedInContext(app, request, server);
  const { bytes, type } = await getAvatar(app, viewer, Number(request.params.id));
  const known = answerKnownFile(request, headers, `"${Bun.hash(bytes).toString(36)}"`);
  if (known) return known;
  headers.set('content-type', type);
  return new Response(bytes, { headers });
}
