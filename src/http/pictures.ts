import type { Server } from 'bun';
import type { User } from '../../db/schema';
import type { App } from '../app';
import { id } from '../contract/text';
import { notFound, VisibleError } from '../errors';
import { getAvatar } from '../previews/avatars';
import { findPicture, type StoredPicture } from '../previews/pictures';
import { createContext } from './context';

type PictureRequest = Request & { params: { id: string } };

/** GET /api/previews/images/{id}: the picture of a link's card, to the signed-in. */
export const answerPreviewPicture = (app: App, request: PictureRequest, server: Server<unknown>) =>
  answer(app, request, server, () => findPicture(app, request.params.id));

/** GET /api/avatars/{id}: a person's picture, to those who see the person. */
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
  const { user, resHeaders: headers } = await createContext(app, request, server);
  if (!user) throw new VisibleError('UNAUTHORIZED', 'Please sign in.');
  const { bytes, type } = await find(user);
  headers.set('content-type', type);
  headers.set('cache-control', 'private, max-age=86400');
  headers.set('vary', 'cookie'); // the next person at this browser sees other people
  return new Response(bytes, { headers });
}
