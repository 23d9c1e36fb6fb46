import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { VisibleError } from '../app/errors';
import { addAddress, type SharedText } from '../contract/share';
import { UPLOAD_BYTES_MAX } from './uploads';

/**
 * Maximum number of bytes of a field. A longer field is cut. Even the longest permitted message fits into a
 * field.
 */
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 20;

/**
 * Answers POST /share, which the browser sends if the installed app has no service worker. Redirects to the
 * dialog that adds a message with the text; if photos were shared, the dialog says that they are missing.
 * Stores nothing, so a request from another site does no harm. Throws PAYLOAD_TOO_LARGE for more than
 * UPLOAD_BYTES_MAX bytes, and BAD_REQUEST if the form is not valid or not whole.
 */
export async function receiveShare(request: Request): Promise<Response> {
  if (Number(request.headers.get('content-length')) > UPLOAD_BYTES_MAX) throw tooLarge();
  const shared: SharedText = {};
  const { Busboy } = await import('@fastify/busboy'); // imported here, because most servers never need it
  let files = 0;
  try {
    const parser = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX },
    });
    parser.on('field', (name, value) => {
      if (name === 'title' || name === 'text' || name === 'url') shared[name] = value;
    });
    parser.on('file', (_field, stream) => {
      files += 1;
      stream.resume();
    });
    let bytes = 0;
    await pipeline(
      Readable.from(request.body ?? []),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > UPLOAD_BYTES_MAX) throw tooLarge();
          yield chunk;
        }
      },
      parser,
    );
  } catch (error) {
    if (error instanceof VisibleError) throw error;
    throw new VisibleError('BAD_REQUEST', 'What was shared did not arrive whole. Share it again.');
  }
  return new Response(null, {
    status: 303,
    headers: { location: addAddress(shared, files > 0 ? 'missing' : undefined) },
  });
}

const tooLarge = () =>
  new VisibleError('PAYLOAD_TOO_LARGE', 'What was shared is too large. Share fewer photos.');
