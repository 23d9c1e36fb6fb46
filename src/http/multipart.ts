import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull, VisibleError } from '../app/errors';
import { IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '../contract/import-words';

const FIELDS_MAX = 5_100;
const FIELD_BYTES_MAX = 1_000;
/** A longer path loses its beginning. */
const PATH_MAX = 400;

export type Form = { files: { path: string; bytes: number }[]; fields: [name: string, value: string][] };

/** In the folder, the files have numbers as names, because the names that the sender gives are not safe. */
export async function writeForm(request: Request, folder: string): Promise<Form> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new VisibleError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data.');
  const { Busboy } = await import('@fastify/busboy'); // loaded here, because only imports need it
  const form: Form = { files: [], fields: [] };
  const written: Promise<void>[] = [];
  let bytes = 0;
  const parser = createParser();

  function createParser() {
    try {
      return new Busboy({
        headers: { 'content-type': type },
        preservePath: true,
        limits: { files: IMPORT_FILES_MAX, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX },
      });
    } catch {
      throw malformed();
    }
  }
  parser.on('field', (name, value) => form.fields.push([name, value]));
  parser.on('file', (_field, stream, name) => {
    const file = { path: safePath(name) || `file-${form.files.length + 1}`, bytes: 0 };
    const to = join(folder, String(form.files.push(file) - 1));
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        file.bytes += chunk.length;
        bytes += chunk.length;
        if (bytes > IMPORT_BYTES_MAX) throw tooLarge();
        yield chunk;
      }
    };
    const writing = pipeline(stream, counted, createWriteStream(to));
    writing.catch((error) => parser.destroy(error));
    written.push(writing);
  });
  const limits = Promise.withResolvers<never>();
  limits.promise.catch(() => {});
  parser.on('filesLimit', () => limits.reject(tooMany()));
  try {
    const body = Readable.from(request.body ?? []);
    await Promise.race([pipeline(body, parser), limits.promise]);
    await Promise.all(written);
    return form;
  } catch (error) {
    await Promise.allSettled(written);
    if (error instanceof VisibleError || isDiskFull(error)) throw error;
    if (request.signal.aborted) throw new VisibleError('CLIENT_CLOSED_REQUEST', 'The upload was cut off.');
    throw malformed();
  }
}

/** The path is only shown to people and used to recognise the format of an import. */
const safePath = (name = ''): string =>
  name
    .split(/[/\\]/)
    .filter((part) => !/^\.*$/.test(part))
    .join('/')
    .replace(/\p{Cc}/gu, '')
    .slice(-PATH_MAX);

const malformed = () =>
  new VisibleError('BAD_REQUEST', 'The upload is not valid multipart/form-data, or did not arrive whole.');

export const tooLarge = () =>
  new VisibleError(
    'PAYLOAD_TOO_LARGE',
    `An import can have at most ${IMPORT_BYTES_MAX / 1024 ** 3} GB. Import it in parts, or on the server with tagline import.`,
  );

const tooMany = () =>
  new VisibleError(
    'PAYLOAD_TOO_LARGE',
    `An upload can have at most ${IMPORT_FILES_MAX.toLocaleString('en-US')} files. Put them into a zip.`,
  );
