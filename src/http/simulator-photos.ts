import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { findVisitor } from '../people/demo/visitor';
import { pageOfMail, photoOfText } from '../texting/simulator';
import type { Routes } from './routes';

type PhotoRequest = Request & { params: { id: string; index: string } };

/** The photos are not part of the list of texts, because the page /phone fetches that list every second. */
export const textPhotoRoute = (app: App): Routes => ({
  'GET /api/simulator/texts/:id/media/:index': (request: PhotoRequest) => answerTextPhoto(app, request),
  'GET /api/simulator/mails/:id': (request: PhotoRequest) => answerMail(app, Number(request.params.id)),
});

/** As a mail program shows it: no scripts, nothing fetched, and links open elsewhere. */
function answerMail(app: App, id: number): Response {
  const html = pageOfMail(app, id);
  if (html === null) throw notFound('Mail');
  return new Response(html.replace('<head>', '<head><base target="_blank">'), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    },
  });
}

function answerTextPhoto(app: App, { headers: asked, params }: PhotoRequest): Response {
  const phones = app.config.demo && (findVisitor(app, asked.get('cookie'))?.phones ?? []);
  const photo = photoOfText(app, Number(params.id), Number(params.index), phones);
  if (!photo) throw notFound('Photo');
  // not `immutable`: a new database gives the same ids to other photos
  const headers = { etag: `"${Bun.hash(photo.bytes).toString(36)}"`, 'cache-control': 'private, no-cache' };
  if (asked.get('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
  return new Response(photo.bytes, { headers: { ...headers, 'content-type': photo.type } });
}
