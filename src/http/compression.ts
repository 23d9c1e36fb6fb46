import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { STREAMED } from './trpc';

/** A smaller answer fits into one packet anyway. */
const COMPRESS_FROM = 1024;
/**
 * Answers of at most this many bytes are compressed in this thread, because passing them to another thread
 * takes longer.
 */
const SYNC_MAX = 32 * 1024;

const COMPRESSED = /^(application\/json|text\/html)\b/;

type Bytes = Uint8Array<ArrayBuffer>;

/** The levels 3 and 1 save the most bytes for the time that they take. */
const CODINGS = {
  zstd: {
    sync: (body: Bytes) => Bun.zstdCompressSync(body, { level: 3 }),
    async: (body: Bytes) => Bun.zstdCompress(body, { level: 3 }),
  },
  gzip: {
    sync: (body: Bytes) => gzipSync(body, { level: 1 }),
    async: (body: Bytes) => toGzip(body, { level: 1 }),
  },
};
const toGzip = promisify<Uint8Array, { level: number }, Buffer<ArrayBuffer>>(gzip);

export const acceptsCoding = (header: string | null, coding: string): boolean =>
  new RegExp(`(^|,)\\s*${coding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`).test(header ?? '');

export function compress(request: Request, response: Response): Response | Promise<Response> {
  const { headers } = response;
  if (!COMPRESSED.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return response;
  headers.append('vary', 'accept-encoding');
  const accepted = request.headers.get('accept-encoding');
  const coding = (['zstd', 'gzip'] as const).find((name) => acceptsCoding(accepted, name));
  if (!coding || !response.body || request.method === 'HEAD' || request.headers.has(STREAMED))
    return response;
  return withCoding(response, coding);
}

async function withCoding(response: Response, coding: keyof typeof CODINGS): Promise<Response> {
  const { status, headers } = response;
  const body = await response.bytes();
  if (body.length < COMPRESS_FROM) return new Response(body, { status, headers });
  const { sync, async } = CODINGS[coding];
  headers.set('content-encoding', coding);
  const compressed = body.length <= SYNC_MAX ? sync(body) : await async(body);
  return new Response(compressed as Bytes, { status, headers });
}
