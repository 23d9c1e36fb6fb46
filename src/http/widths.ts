import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { PICTURE_WIDTHS } from '../contract/picture-widths';
import { id } from '../contract/text';
import { findPath } from '../media/files';
import type { Format } from '../media/images';
import { findFile, isPicture, versionOf } from '../media/media';
import { findOrMakeWidth } from '../media/widths';
import { toCall } from './calls';
import { createSignedInContext } from './context';
import { answerKnownFile } from './etag';

export const WIDTH_CALL = toCall({
  name: 'media.width',
  type: 'query',
  meta: {
    rest: 'GET /api/media/{id}/{width}',
    summary: `A picture of a message that the caller sees, at most ${PICTURE_WIDTHS.join(', ')} pixels wide; WebP if \`Accept\` names it`,
    signedIn: true,
    byBoard: true,
  },
  input: z.object({ id: z.number(), width: z.literal([...PICTURE_WIDTHS]) }),
  answer: { schema: z.file(), example: 'the bytes of the picture' },
  gives: 'image/*',
  handle: answerWidth,
});

/** Seconds for which browsers keep a smaller copy of a picture without asking again: a year. */
const MAX_AGE_S = 31_536_000;

type WidthRequest = Request & { params: { id: string; width: string } };

async function answerWidth(app: App, request: WidthRequest, server: Server<unknown>): Promise<Response> {
  const { user, resHeaders: headers } = await createSignedInContext(app, request, server, WIDTH_CALL.meta);
  const number = id.safeParse(request.params.id);
  const width = PICTURE_WIDTHS.find((option) => String(option) === request.params.width);
  if (!number.success || !width) throw notFound('Media');
  const { file, type } = findFile(app, user, number.data);
  if (!isPicture(type)) throw notFound('Media');

  const format = formatFor(request, type);
  const known = answerKnownFile(request, headers, `"${file}-${width}-${format}"`);
  headers.set('vary', 'accept, cookie, authorization');
  // an address means the same picture for ever only if it contains the version of the file
  const isVersioned = new URL(request.url).searchParams.get('v') === versionOf(file);
  if (isVersioned) headers.set('cache-control', `private, max-age=${MAX_AGE_S}, immutable`);
  if (known) return known;

  const path = await findOrMakeWidth(app, file, width, format);
  headers.set('content-type', path ? `image/${format}` : type);
  if (!path) {
    headers.delete('etag');
    headers.set('cache-control', 'private, no-cache');
  }
  const shown = path ?? (await findPath(app, file));
  if (!shown) throw notFound('Media');
  return new Response(Bun.file(shown), { headers });
}

export function formatFor(request: Request, type: string): Format {
  if (request.headers.get('accept')?.includes('image/webp')) return 'webp';
  return type === 'image/jpeg' ? 'jpeg' : 'png';
}
