import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { VisibleError } from '../app/errors';
import { addAddress, type SharedText } from '../contract/share';
import { UPLOAD_BYTES_MAX } from './uploads';

const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 20;

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
    throw new VisibleError('body_incomplete', 'What was shared did not arrive whole. Share it again.');
  }
  return new Response(null, {
    status: 303,
    headers: { location: addAddress(shared, files > 0 ? 'missing' : undefined) },
  });
}

const tooLarge = () =>
  new VisibleError('PAYLOAD_TOO_LARGE', 'What was shared is too large. Share fewer photos.');
