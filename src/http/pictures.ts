import type { Server } from 'bun';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { id } from '../contract/text';
import { notFound } from '../errors';
import { getAvatar } from '../previews/avatars';
import { findPicture, type StoredPicture } from '../previews/pictures';
import { createSignedInContext } from './context';

type PictureRequest = Request & { params: { id: string } };

/** Answers GET /api/previews/images/{id} with the picture of a preview, for every signed-in user. */
export const answerPreviewPicture = (app: App, request: PictureRequest, server: Server<unknown>) =>
  answer(app, request, server, () => findPicture(app, request.params.id));

/** Answers GET /api/avatars/{id} with the picture of a user, if the caller may see that user. */
export const answerAvatar = (app: App, request: PictureRequest, server: Server<unknown>) =>
  answer(app, request, server, (viewer) => {
    const user = id.safeParse(request.params.id);
    if (!user.success) throw notFound('Image');
    return getAvatar(app, viewer, user.data);
  });

async function answer(
  app: App,
  request: Request,
  server: Server<unknown>,
  find: (viewer: User) => StoredPicture | Promise<StoredPicture>,
): Promise<Response> {
  const { user, resHeaders: headers } = await createSignedInContext(app, request, server);
  const { bytes, type } = await find(user);
  headers.set('content-type', type);
  headers.set('cache-control', 'private, max-age=86400');
  headers.set('vary', 'cookie'); // the next user of this browser must not get this picture from the cache
  return new Response(bytes, { headers });
}
