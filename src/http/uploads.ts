import { rmSync } from 'node:fs';
import type { Server } from 'bun';
import { z } from 'zod';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { exampleOf } from '../contract/example';
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../contract/limits';
import { type Media, media } from '../contract/media';
import { storeUpload } from '../media/media';
import { toCall } from './calls';
import { createSignedInContext, refuseCrossSite } from './context';
import { incomingPath, inTurn, writeIncoming } from './incoming';

const FILE_MB_MAX = MEDIA_BYTES_MAX / 1024 / 1024;

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
  answer: { schema: z.array(media), example: exampleOf(z.array(media)) },
  takes: 'multipart/form-data',
  handle: (app: App, request: Request, server: Server<unknown>) =>
    receiveFiles(app, request, server, async (user, files) => ({
      body: await storeFiles(app, user, files),
      status: 201,
    })),
});

export const UPLOAD_BYTES_MAX = MEDIA_MAX * MEDIA_BYTES_MAX + 1024 * 1024;
/**
 * Seconds for which the connection of an upload may be idle: while the caller pauses, or while the upload
 * waits to be stored.
 */
const TIMEOUT_S = 120;

export async function receiveFiles(
  app: App,
  request: Request,
  server: Server<unknown>,
  store: (user: User, files: File[]) => Promise<{ body: unknown; status: number }>,
): Promise<Response> {
  refuseCrossSite(app, request);
  const { user, resHeaders } = await createSignedInContext(app, request, server);
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new VisibleError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.');
  if (Number(request.headers.get('content-length')) > UPLOAD_BYTES_MAX) throw tooLarge();

  server.timeout(request, TIMEOUT_S);
  const body = incomingPath(app);
  try {
    if (!(await writeIncoming(app, user.id, request, body, UPLOAD_BYTES_MAX))) throw tooLarge();
    const stored = await inTurn(app, user.id, async () => store(user, await readFiles(body, type)));
    return Response.json(stored.body, { status: stored.status, headers: resHeaders });
  } finally {
    rmSync(body, { force: true });
  }
}

async function storeFiles(app: App, user: User, files: File[]): Promise<Media[]> {
  const stored = [];
  for (const file of files)
    stored.push(
      await storeUpload(app, user, {
        bytes: new Uint8Array(await file.arrayBuffer()),
        type: file.type,
        name: file.name || null,
      }),
    );
  return stored;
}

async function readFiles(body: string, type: string): Promise<File[]> {
  let form: FormData;
  try {
    form = await new Response(await Bun.file(body).bytes(), { headers: { 'content-type': type } }).formData();
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
