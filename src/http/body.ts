import { VisibleError } from '../app/errors';

export const BODY_MAX = 1024 * 1024;

const tooLarge = () => new VisibleError('PAYLOAD_TOO_LARGE', 'The request is too large: at most 1 MB.');

export async function readText(request: Request, max = BODY_MAX): Promise<string> {
  const declared = request.headers.get('content-length');
  if (Number(declared) > max) throw tooLarge();
  if (!request.body) return '';
  let bytes: Uint8Array;
  try {
    // reading chunk by chunk costs more than the rest of a request, so the body is read in chunks only if its
    // length is unknown
    bytes = declared ? await request.bytes() : await readChunks(request.body, max);
  } catch (error) {
    if (error instanceof VisibleError) throw error;
    throw new VisibleError('body_incomplete', 'The body did not arrive whole.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new VisibleError('body_not_utf8', 'The body is not valid UTF-8.');
  }
}

async function readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (!text.trim()) return {};
  const type = request.headers.get('content-type');
  if (type && !/^application\/([\w.-]+\+)?json\b/i.test(type))
    throw new VisibleError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with Content-Type: application/json.');
  const body = parseBody(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new VisibleError('body_not_object', 'The body must be a JSON object.');
  return body as Record<string, unknown>;
}

export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VisibleError('body_not_json', 'The body is not valid JSON.');
  }
}
