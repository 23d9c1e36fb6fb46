import type { Server } from 'bun';
import type { App } from '../../app/app';
import { notFound } from '../../app/errors';
import { chargeRead } from '../../app/rate-limits';
import { PICTURE_WIDTHS } from '../../contract/picture-widths';
import { findPath } from '../../media/files';
import { isPicture } from '../../media/media';
import { findOrMakeWidth } from '../../media/widths';
import { findShownFile, type ShownBoard } from '../../messages/shown';
import { callerAddress } from '../context';
import { answerKnownFile } from '../etag';
import { formatFor } from '../widths';

type FileRequest = Request & { params: { id: string; width: string } };
type Find = () => ShownBoard;

/** Only films: a picture shows in widths, which are made anew without anything beside the picture. */
export async function answerShownFile(
  app: App,
  request: FileRequest,
  server: Server<unknown>,
  find: Find,
): Promise<Response> {
  const { file, type } = requireFile(app, request, server, find);
  if (isPicture(type)) throw notFound('File');
  const headers = new Headers({ 'content-type': type, 'accept-ranges': 'bytes' });
  const known = answerKnownFile(request, headers, `"${file}"`);
  if (known) return known;
  const path = await findPath(app, file);
  if (!path) throw notFound('File');
  return new Response(Bun.file(path), { headers });
}

export async function answerShownWidth(
  app: App,
  request: FileRequest,
  server: Server<unknown>,
  find: Find,
): Promise<Response> {
  const { file, type } = requireFile(app, request, server, find);
  const width = PICTURE_WIDTHS.find((option) => String(option) === request.params.width);
  if (!width || !isPicture(type)) throw notFound('File');
  const format = formatFor(request, type);
  const headers = new Headers({ 'content-type': `image/${format}`, 'x-robots-tag': 'noindex' });
  const known = answerKnownFile(request, headers, `"${file}-${width}-${format}"`);
  headers.set('vary', 'accept');
  if (known) return known;
  const path = await findOrMakeWidth(app, file, width, format);
  if (!path) throw notFound('File');
  return new Response(Bun.file(path), { headers });
}

function requireFile(app: App, request: FileRequest, server: Server<unknown>, find: Find) {
  chargeRead(app, { 'file of a page from an address': callerAddress(app, request, server) });
  return findShownFile(app, find(), Number(request.params.id));
}
