import { existsSync } from 'node:fs';
import type { Server } from 'bun';
import { z } from 'zod';
import type { App } from '../app';
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../contract/limits';
import { media } from '../contract/messages';
import { id } from '../contract/text';
import { notFound, VisibleError } from '../errors';
import { filePath } from '../media/files';
import { findFile, storeUpload } from '../media/media';
import { createContext, refuseCrossSite } from './context';
import type { Call } from './rest';

/** Of a whole upload: its files and what multipart puts around them. The server itself reads no further. */
export const UPLOAD_BYTES_MAX = MEDIA_MAX * MEDIA_BYTES_MAX + 1024 * 1024;

/** The two doors below, for the documents of the calls: files are no JSON, so they are no procedures. */
export const MEDIA_CALLS: Call[] = [
  {
    name: 'media.upload',
    type: 'mutation',
    method: 'POST',
    path: '/api/media',
    meta: {
      rest: 'POST /api/media',
      summary: `Upload up to ${MEDIA_MAX} files of ${MEDIA_BYTES_MAX / 1024 / 1024} MB, to be attached to a message by \`mediaIds\``,
      status: 201,
      signedIn: true,
    },
    answer: {
      schema: z.array(media),
      example: [{ id: 7, url: '/api/media/7', type: 'image/jpeg', width: 1200, height: 900 }],
    },
    inputs: [z.object({ files: z.array(z.file()) })],
    takes: 'multipart/form-data',
  },
  {
    name: 'media.read',
    type: 'query',
    method: 'GET',
    path: '/api/media/{id}',
    meta: {
      rest: 'GET /api/media/{id}',
      summary: 'A file of a message that the caller sees, whole or by ranges',
      signedIn: true,
    },
    answer: { schema: z.file(), example: 'the bytes of the file' },
    inputs: [z.object({ id: z.number() })],
    gives: '*/*',
  },
];

/** For whoever sends over a slow line, or waits until the uploads of others are read. */
const PATIENCE_S = 120;
/** An upload is in memory while it is read: of all people at most this many bytes, of one person half of them. */
const READ_AT_ONCE = 2 * UPLOAD_BYTES_MAX;
const reading = new Map<number, number>();

/** GET /api/media/{id}: the file, to those who see its message; images to look at, everything else to download. */
export async function answerMedia(
  app: App,
  request: Request & { params: { id: string } },
  server: Server<unknown>,
): Promise<Response> {
  const { user, resHeaders } = await createContext(app, request, server);
  if (!user) throw new VisibleError('UNAUTHORIZED', 'Please sign in.');
  const number = id.safeParse(request.params.id);
  if (!number.success) throw notFound('Media');
  const file = findFile(app, user, number.data);
  const path = filePath(app, file.file);
  if (!existsSync(path)) throw notFound('Media');

  const etag = `"${file.file}"`; // what has been stored is never changed
  const headers = resHeaders;
  headers.set('etag', etag);
  headers.set('cache-control', 'private, max-age=3600');
  headers.set('vary', 'cookie'); // the next person at this browser has another
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  headers.set('content-type', file.type);
  headers.set('accept-ranges', 'bytes');
  headers.set('content-disposition', disposition(file));
  return new Response(Bun.file(path), { headers });
}

function disposition({ type, name, id }: { type: string; name: string | null; id: number }): string {
  if (type.startsWith('image/')) return 'inline';
  const known = name ?? `${id}.${EXTENSIONS[type] ?? 'bin'}`;
  return `attachment; filename*=UTF-8''${encodeURIComponent(known).replaceAll("'", '%27')}`;
}

/** Of what phones send and name nothing: contact cards, voice notes, films, documents. */
const EXTENSIONS: Record<string, string> = {
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

/** POST /api/media: up to ten files of 16 MB as multipart/form-data, to be attached by `mediaIds` (design 8). */
export async function receiveUpload(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  refuseCrossSite(app, request);
  const { user, resHeaders } = await createContext(app, request, server);
  if (!user) throw new VisibleError('UNAUTHORIZED', 'Please sign in.');
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
    throw new VisibleError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.');
  const size = Number(request.headers.get('content-length')) || UPLOAD_BYTES_MAX; // in chunks: as large as it may become
  if (size > UPLOAD_BYTES_MAX) throw tooLarge();

  server.timeout(request, PATIENCE_S);
  const count = (bytes: number) => reading.set(user.id, (reading.get(user.id) ?? 0) + bytes);
  while (!hasRoom(user.id, size)) await Bun.sleep(20);
  count(size);
  try {
    const files = await readFiles(request);
    const stored = [];
    for (const file of files)
      stored.push(
        await storeUpload(app, user, {
          bytes: new Uint8Array(await file.arrayBuffer()),
          type: file.type,
          name: file.name || null,
        }),
      );
    const answer = stored.map(({ id, type, width, height }) => ({
      id,
      url: `/api/media/${id}`,
      type,
      width,
      height,
    }));
    return Response.json(answer, { status: 201, headers: resHeaders });
  } finally {
    count(-size);
    if (reading.get(user.id) === 0) reading.delete(user.id);
  }
}

function hasRoom(person: number, size: number): boolean {
  const all = reading.values().reduce((sum, bytes) => sum + bytes, size);
  return all <= READ_AT_ONCE && (reading.get(person) ?? 0) + size <= UPLOAD_BYTES_MAX;
}

async function readFiles(request: Request): Promise<File[]> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new VisibleError('BAD_REQUEST', 'The upload is not valid multipart/form-data.');
  }
  const values: (string | File)[] = [...form.values()];
  const files = values.filter((value) => typeof value !== 'string');
  if (files.length === 0) throw new VisibleError('BAD_REQUEST', 'There is no file in this upload.');
  if (files.length > MEDIA_MAX)
    throw new VisibleError('BAD_REQUEST', `At most ${MEDIA_MAX} files can be uploaded at once.`);
  if (files.some((file) => file.size > MEDIA_BYTES_MAX)) throw tooLarge();
  return files;
}

const tooLarge = () =>
  new VisibleError('PAYLOAD_TOO_LARGE', `A file can have at most ${MEDIA_BYTES_MAX / 1024 / 1024} MB.`);
