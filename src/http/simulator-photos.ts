import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { photoOfText } from '../texting/simulator';
import type { Routes } from './routes';

type PhotoRequest = Request & { params: { id: string; index: string } };

/** The photos are not part of the list of texts, because the page /phone fetches that list every second. */
export const textPhotoRoute = (app: App): Routes => ({
  'GET /api/simulator/texts/:id/media/:index': (request: PhotoRequest) => answerTextPhoto(app, request),
});

function answerTextPhoto(app: App, { headers: asked, params }: PhotoRequest): Response {
  const photo = photoOfText(app, Number(params.id), Number(params.index));
  if (!photo) throw notFound('Photo');
  // not `immutable`: a new database gives the same ids to other photos
  const headers = { etag: `"${Bun.hash(photo.bytes).toString(36)}"`, 'cache-control': 'private, no-cache' };
  if (asked.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
  return new Response(photo.bytes, { headers: { ...headers, 'content-type': photo.type } });
}
