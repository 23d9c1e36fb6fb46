import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../app/app';
import { notFound } from '../app/errors';
import { id } from '../contract/text';
import { findPath } from '../media/files';
import { findFile, isPicture, type ReadableFile } from '../media/media';
import { toCall } from './calls';
import { createSignedInContext } from './context';
import { answerKnownFile } from './etag';

export const MEDIA_CALL = toCall({
  name: 'media.read',
  type: 'query',
  meta: {
    rest: 'GET /api/media/{id}',
    summary: 'A file of a message that the caller sees, whole or by ranges',
    signedIn: true,
    byBoard: true,
  },
  input: z.object({ id: z.number(), download: z.optional(z.string()) }),
  answer: { schema: z.file(), example: 'the bytes of the file' },
  gives: '*/*',
  handle: answerMedia,
});

async function answerMedia(
  app: App,
  request: Request & { params: { id: string } },
  server: Server<unknown>,
): Promise<Response> {
  const { user, resHeaders: headers } = await createSignedInContext(app, request, server, MEDIA_CALL.meta);
  const number = id.safeParse(request.params.id);
  if (!number.success) throw notFound('Media');
  return sendFile(app, request, headers, findFile(app, user, number.data));
}

export async function sendFile(
  app: App,
  request: Request,
  headers: Headers,
  file: ReadableFile,
): Promise<Response> {
  const known = answerKnownFile(request, headers, `"${file.file}"`); // a stored file is never changed
  if (known) return known;
  const path = await findPath(app, file.file);
  if (!path) throw notFound('Media');
  headers.set('content-type', file.type);
  headers.set('accept-ranges', 'bytes');
  const isDownload = !isPicture(file.type) || new URL(request.url).searchParams.has('download');
  headers.set('content-disposition', isDownload ? `attachment; filename*=${fileName(file)}` : 'inline');
  return new Response(Bun.file(path), { headers });
}

/** Returns the name of a file in the form of RFC 8187. */
function fileName({ type, name, id }: ReadableFile): string {
  const extension = EXTENSIONS[type] ?? 'bin';
  // a picture may be stored in another format than its name says
  const full = (isPicture(type) ? name?.replace(/\.\w+$/, `.${extension}`) : name) ?? `${id}.${extension}`;
  return `UTF-8''${encodeURIComponent(full).replaceAll("'", '%27')}`;
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'application/pdf': 'pdf',
  'audio/amr': 'amr',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/3gpp': '3gp',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
  'video/quicktime': 'mov',
};
