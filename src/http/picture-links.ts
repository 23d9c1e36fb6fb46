import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { findOrMakeWidth } from '../media/widths';
import { takePicture } from '../outbox/picture-links';

/** Three of these fit into the 600 kB that carriers allow. */
const BYTES_MAX = 195_000;

/** Without a session: the address is secret, and works once. */
export async function answerPictureLink(
  app: App,
  request: Request & { params: { secret: string } },
): Promise<Response> {
  const file = takePicture(app, request.params.secret);
  if (!file) throw notFound('Picture');
  for (const width of [640, 320]) {
    const path = await findOrMakeWidth(app, file, width, 'jpeg');
    if (path && Bun.file(path).size <= BYTES_MAX)
      return new Response(Bun.file(path), {
        headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
      });
  }
  throw notFound('Picture');
}
