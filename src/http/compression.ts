import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { STREAMED } from './trpc';

/** Answers of at least this many bytes are compressed. A smaller answer fits into one packet anyway. */
const COMPRESS_FROM = 1024;
/**
 * Answers of at most this many bytes are compressed in this thread, because passing them to another thread
 * takes longer.
 */
const SYNC_MAX = 32 * 1024;

/** Media types that are compressed. Files of the web app are compressed when the web app is built. */
const COMPRESSED = /^(application\/json|text\/html)\b/;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Ways to compress, the preferred first. The levels 3 and 1 save the most bytes for the time that they take.
 */
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

/** Returns whether an `Accept-Encoding` header names this coding with a quality above 0 (RFC 9110). */
export const acceptsCoding = (header: string | null, coding: string): boolean =>
  new RegExp(`(^|,)\\s*${coding}\\s*(;(?!\\s*q=0(\\.0*)?\\s*(,|$))|,|$)`).test(header ?? '');

/**
 * Compresses an answer that is JSON or HTML of at least COMPRESS_FROM bytes, if the caller accepts zstd or
 * gzip. Returns any other answer as it is, such as a streamed answer (its parts must not wait for each
 * other) and a 304 (it has no body). The ETag stays, because our ETags of JSON are weak: they hold for each
 * coding (RFC 9110: 8.8.1).
 */
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
