import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from 'bun';
import { z } from 'zod';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { durable } from '../app/durable';
import { VisibleError } from '../app/errors';
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../contract/limits';
import { type Media, media } from '../contract/media';
import { storeUpload } from '../media/media';
import { toCall } from './calls';
import { createSignedInContext, refuseCrossSite } from './context';
import { incomingChunks, incomingPath } from './incoming';
import { writeForm } from './multipart';
import { setLimitHeaders } from './pages';

const FILE_LIMIT = 'file from a person a day';
const FILE_MB_MAX = MEDIA_BYTES_MAX / 1024 / 1024;

export const UPLOAD_CALL = toCall({
  name: 'media.upload',
  type: 'mutation',
  meta: {
    rest: 'POST /api/media',
    summary: `Upload up to ${MEDIA_MAX} files of ${FILE_MB_MAX} MB, to be attached to a message by \`mediaIds\``,
    status: 201,
    signedIn: true,
    limit: FILE_LIMIT,
  },
  input: z.object({ files: z.array(z.file()) }),
  answer: { schema: z.array(media) },
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

type ReceivedFile = {
  name: string;
  type: string;
  size: number;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

export async function receiveFiles(
  app: App,
  request: Request,
  server: Server<unknown>,
  store: (user: User, files: ReceivedFile[]) => Promise<{ body: unknown; status: number }>,
): Promise<Response> {
  refuseCrossSite(app, request);
  const { user, resHeaders } = await createSignedInContext(app, request, server);
  if (Number(request.headers.get('content-length')) > UPLOAD_BYTES_MAX) throw tooLarge();

  server.timeout(request, TIMEOUT_S);
  const folder = incomingPath(app);
  try {
    mkdirSync(folder);
    const chunks = incomingChunks(app, user.id, request, { max: UPLOAD_BYTES_MAX, tooLarge });
    const { files } = await writeForm(request, chunks, folder, LIMITS);
    if (files.length === 0) throw new VisibleError('file_missing', 'There is no file in this upload.');
    const stored = await store(
      user,
      files.map(({ path, type, bytes }, number) => ({
        name: path,
        type,
        size: bytes,
        read: () => Bun.file(join(folder, String(number))).bytes(),
      })),
    );
    await durable(app);
    setLimitHeaders({ app, user, resHeaders }, { meta: { limit: FILE_LIMIT } });
    return Response.json(stored.body, { status: stored.status, headers: resHeaders });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function storeFiles(app: App, user: User, files: ReceivedFile[]): Promise<Media[]> {
  const stored = [];
  for (const file of files) stored.push(await storeUpload(app, user, { ...file, bytes: file.read }));
  return stored;
}

const tooLarge = () => new VisibleError('file_too_large', `A file can have at most ${FILE_MB_MAX} MB.`);

const tooMany = () =>
  new VisibleError('too_many_files', `At most ${MEDIA_MAX} files can be uploaded at once.`);

const LIMITS = {
  bytes: UPLOAD_BYTES_MAX,
  fileBytes: MEDIA_BYTES_MAX,
  files: MEDIA_MAX,
  tooLarge,
  tooMany,
};
