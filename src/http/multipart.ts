import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskErrorOf } from '../app/disk-errors';
import { VisibleError } from '../app/errors';

const FIELDS_MAX = 5_100;
const FIELD_BYTES_MAX = 1_000;
/** A longer path loses its beginning. */
const PATH_MAX = 400;

export type FormFile = { path: string; bytes: number; type: string };
export type Form = { files: FormFile[]; fields: [name: string, value: string][] };

/** Bytes of all files together, of one file, and the number of files; with what is said beyond them. */
export type FormLimits = {
  bytes: number;
  fileBytes: number;
  files: number;
  tooLarge: () => VisibleError;
  tooMany: () => VisibleError;
};

/** In the folder, the files have numbers as names, because the names that the sender gives are not safe. */
export async function writeForm(
  { headers, signal }: Request,
  body: AsyncIterable<Uint8Array>,
  folder: string,
  limits: FormLimits,
): Promise<Form> {
  const type = headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\b/i.test(type))
    throw new VisibleError('UNSUPPORTED_MEDIA_TYPE', 'Send the files as multipart/form-data.');
  const { Busboy } = await import('@fastify/busboy'); // loaded here, because most starts of the server do not need it
  const form: Form = { files: [], fields: [] };
  const written: Promise<void>[] = [];
  let bytes = 0;
  const parser = createParser();

  function createParser() {
    try {
      return new Busboy({
        headers: { 'content-type': type },
        preservePath: true,
        limits: {
          files: limits.files,
          fields: FIELDS_MAX,
          parts: limits.files + FIELDS_MAX,
          fieldSize: FIELD_BYTES_MAX,
        },
      });
    } catch {
      throw malformed();
    }
  }
  parser.on('field', (name, value) => form.fields.push([name, value]));
  parser.on('file', (_field, stream, name, _encoding, type) => {
    const file = { path: safePath(name) || `file-${form.files.length + 1}`, bytes: 0, type };
    const to = join(folder, String(form.files.push(file) - 1));
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        file.bytes += chunk.length;
        bytes += chunk.length;
        if (bytes > limits.bytes || file.bytes > limits.fileBytes) throw limits.tooLarge();
        yield chunk;
      }
    };
    const writing = pipeline(stream, counted, createWriteStream(to));
    writing.catch((error) => parser.destroy(error));
    written.push(writing);
  });
  const tooMany = Promise.withResolvers<never>();
  tooMany.promise.catch(() => {});
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => tooMany.reject(limits.tooMany()));
  try {
    await Promise.race([pipeline(Readable.from(body), parser), tooMany.promise]);
    await Promise.all(written);
    return form;
  } catch (error) {
    await Promise.allSettled(written);
    if (error instanceof VisibleError || diskErrorOf(error)) throw error;
    if (signal.aborted) throw new VisibleError('CLIENT_CLOSED_REQUEST', 'The upload was cut off.');
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
  new VisibleError(
    'upload_malformed',
    'The upload is not valid multipart/form-data, or did not arrive whole.',
  );
