import type { Server } from 'bun';
import { z } from 'zod';
import { type App, perApp } from '../app';
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../contract/limits';
import { media } from '../contract/messages';
import { VisibleError } from '../errors';
import { storeUpload } from '../media/media';
import { toCall } from './calls';
import { createSignedInContext, refuseCrossSite } from './context';

const FILE_MB_MAX = MEDIA_BYTES_MAX / 1024 / 1024;

/** Description of POST /api/media for the API documents. It is not a procedure, because it receives files. */
export const UPLOAD_CALL = toCall({
  name: 'media.upload',
  type: 'mutation',
  meta: {
    rest: 'POST /api/media',
    summary: `Upload up to ${MEDIA_MAX} files of ${FILE_MB_MAX} MB, to be attached to a message by \`mediaIds\``,
    status: 201,
    signedIn: true,
  },
  input: z.object({ files: z.array(z.file()) }),
  answer: {
    schema: z.array(media),
    example: [{ id: 7, url: '/api/media/7', type: 'image/jpeg', width: 1200, height: 900 }],
  },
  takes: 'multipart/form-data',
});

/** Maximum number of bytes of one upload: its files, and 1 MB for the multipart format around them. */
export const UPLOAD_BYTES_MAX = MEDIA_MAX * MEDIA_BYTES_MAX + 1024 * 1024;
/**
 * Maximum number of bytes of all uploads that are read at the same time, because they are in memory meanwhile. One user
 * may have half of this.
 */
const READING_BYTES_MAX = 2 * UPLOAD_BYTES_MAX;
const WAIT_MS = 20;
/** Seconds for which an upload may pause, or wait until other uploads have been read. */
const TIMEOUT_S = 120;

/** Bytes of the uploads that are being read, by user id. */
const reading = perApp(() => new Map<number, number>());

/** Answers POST /api/media: stores the files and lists them in the answer (docs/product.md: Uploads). */
export async function receiveUpload(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  refuseCrossSite(app, request);
  const { user, resHeaders } = await createSignedInContext(app, request, server);
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
    throw new VisibleError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.');
  // an upload of unknown length counts as one of the largest size
  const size = Number(request.headers.get('content-length')) || UPLOAD_BYTES_MAX;
  if (size > UPLOAD_BYTES_MAX) throw tooLarge();

  server.timeout(request, TIMEOUT_S);
  await reserve(app, user.id, size);
  try {
    const stored = [];
    for (const file of await readFiles(request))
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
    release(app, user.id, size);
  }
}

/** Waits until there is room to read `size` more bytes of a user, and counts them as being read. */
async function reserve(app: App, user: number, size: number) {
  const bytes = reading(app);
  const hasRoom = () =>
    bytes.values().reduce((sum, others) => sum + others, size) <= READING_BYTES_MAX &&
    (bytes.get(user) ?? 0) + size <= UPLOAD_BYTES_MAX;
  while (!hasRoom()) await Bun.sleep(WAIT_MS);
  bytes.set(user, (bytes.get(user) ?? 0) + size);
}

function release(app: App, user: number, size: number) {
  const bytes = reading(app);
  const rest = (bytes.get(user) ?? 0) - size;
  if (rest > 0) bytes.set(user, rest);
  else bytes.delete(user);
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

const tooLarge = () => new VisibleError('PAYLOAD_TOO_LARGE', `A file can have at most ${FILE_MB_MAX} MB.`);
