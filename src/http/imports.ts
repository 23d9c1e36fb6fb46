import { mkdirSync, rmSync } from 'node:fs';
import type { Server } from 'bun';
import { z } from 'zod';
import type { User } from '../../db/schema';
import { type App, perApp } from '../app/app';
import { freeSpace } from '../app/data-folder/data-folder';
import { durable } from '../app/durable';
import { notFound, VisibleError } from '../app/errors';
import { chargeRateLimits } from '../app/rate-limits';
import { answer } from '../app/trpc';
import { findJob } from '../archive/job-rows';
import { createJob, type NewJob, refuseIfBusy, toJob } from '../archive/jobs';
import { continueImports } from '../archive/running';
import { slug } from '../contract/hashtags';
import { IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '../contract/import-words';
import { importJob } from '../contract/imports';
import { toCall } from './calls';
import { createSignedInContext, refuseCrossSite } from './context';
import { incomingPath } from './incoming';
import { type Form, writeForm } from './multipart';
import { setLimitHeaders } from './pages';
import { errorResponse } from './rest';

export const IMPORT_CALL = toCall({
  name: 'imports.upload',
  type: 'mutation',
  meta: {
    rest: 'POST /api/import',
    summary: `Import a file of at most ${IMPORT_BYTES_MAX / 1024 ** 3} GB, or with \`?look=1\` only look at it; the answer comes when it is done or after ten seconds`,
    status: 201,
    signedIn: true,
    limit: 'import by a person',
  },
  input: z.object({
    look: z.string().optional(),
    files: z.array(z.file()),
    tag: z.string().optional(),
    group: z.array(z.string()).optional(),
  }),
  answer: answer(importJob),
  takes: 'multipart/form-data',
  handle: receiveImport,
});

const TIMEOUT_S = 120;
/**
 * Milliseconds for which the answer waits for the import, so that a script needs only one call for a small
 * file.
 */
const WAIT_MS = 10_000;
const WAIT_STEP_MS = 20;
/** Number of bytes that an upload must leave free on the disk. */
const SPARE_BYTES = 256 * 1024 * 1024;
const FORM_BYTES = 4 * 1024 * 1024;

const BODY_MAX = IMPORT_BYTES_MAX + FORM_BYTES;

/** Users whose uploads are arriving. */
const arriving = perApp(() => new Set<number>());

/** Writes the upload to the disk and begins to import it. */
async function receiveImport(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  refuseCrossSite(app, request);
  const { user, resHeaders } = await createSignedInContext(app, request, server);
  const look = new URL(request.url).searchParams.get('look');
  server.timeout(request, TIMEOUT_S);
  const id = await receive(app, user, request, look === null || look === '0' || look === 'false');
  const until = Date.now() + WAIT_MS;
  let job = findJob(app, id);
  while (job && /^(looking|importing)$/.test(job.state) && Date.now() < until && !app.stopping) {
    await Bun.sleep(WAIT_STEP_MS);
    job = findJob(app, id);
  }
  if (!job) throw notFound('Import'); // removed meanwhile
  await durable(app);
  setLimitHeaders({ app, user, resHeaders }, IMPORT_CALL);
  const answer = toJob(app, job);
  if (answer.state !== 'failed') return Response.json(answer, { status: 201, headers: resHeaders });
  // the fields of an error, and those of the import, which stays in the list
  const sentence = answer.error ?? 'The import has failed.';
  const problem = await errorResponse(app, new VisibleError('import_failed', sentence), resHeaders).json();
  return Response.json({ ...answer, ...problem }, { status: 422, headers: resHeaders });
}

async function receive(app: App, user: User, request: Request, startsItself: boolean): Promise<number> {
  refuseIfBusy(app, user);
  if (arriving(app).has(user.id))
    throw new VisibleError('upload_running', 'Another upload of yours is arriving. Wait until it has ended.');
  const bytes = Number(request.headers.get('content-length'));
  if (bytes > BODY_MAX) throw tooLarge();
  chargeRateLimits(app, { 'import by a person': user.id });
  if (bytes + SPARE_BYTES > freeSpace(app.config.dataDir))
    throw new VisibleError('disk_full', 'There is no room for this file on the disk of the server.');
  const folder = incomingPath(app);
  arriving(app).add(user.id);
  try {
    mkdirSync(folder);
    const form = await writeForm(request, chunksOf(request), folder, LIMITS);
    const { id } = createJob(app, user, { ...toNewJob(form), startsItself }, folder);
    continueImports(app).catch((error) => app.faults.report(error, 'imports stopped'));
    return id;
  } finally {
    arriving(app).delete(user.id);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Fields count here, too, which `writeForm` does not write. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > BODY_MAX) throw tooLarge();
    yield chunk;
  }
}

function toNewJob({ files, fields }: Form): Omit<NewJob, 'startsItself'> {
  const [first] = files;
  if (!first) throw new VisibleError('file_missing', 'There is no file in this upload.');
  const groups = fields.flatMap(([name, value]) => (name === 'group' ? [value] : []));
  const [tag = ''] = fields.flatMap(([name, value]) => (name === 'tag' ? [value] : []));
  return {
    name: files.length === 1 ? first.path : `${files.length} files`,
    files: files.map(({ path, bytes }) => ({ path, bytes })),
    groups: groups.length > 0 ? groups : null,
    tag: slug(tag) || null,
  };
}

const tooLarge = () =>
  new VisibleError(
    'import_too_large',
    `An import can have at most ${IMPORT_BYTES_MAX / 1024 ** 3} GB. Import it in parts, or on the server with tagline import.`,
  );

const tooMany = () =>
  new VisibleError(
    'import_too_many_files',
    `An upload can have at most ${IMPORT_FILES_MAX.toLocaleString('en-US')} files. Put them into a zip.`,
  );

const LIMITS = {
  bytes: IMPORT_BYTES_MAX,
  fileBytes: IMPORT_BYTES_MAX,
  files: IMPORT_FILES_MAX,
  tooLarge,
  tooMany,
};
