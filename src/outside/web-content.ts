import type { IncomingMessage } from 'node:http';
import zlib from 'node:zlib';

/** `url` is the address after redirects, `type` the server's MIME type. */
export type Fetched = {
  url: string;
  type: string;
  charset: string | undefined;
  bytes: Buffer<ArrayBuffer>;
};

/**
 * `refused`: the address must not be fetched. `failed`: the server did not deliver. `unsuitable`: the content
 * is of another kind or encoding, or too long.
 */
export class FetchFailed extends Error {
  override name = 'FetchFailed';
  constructor(
    readonly kind: 'refused' | 'failed' | 'unsuitable',
    message: string,
  ) {
    super(message);
  }
}

// Reading ends at the string `stopAt`, or after `max` bytes, counted after decompression. If `stopAt` is
// missing, content of `max` bytes or more is refused.
type KindRules = { accept: string; types: RegExp; max: number; stopAt?: string };

const KINDS = {
  page: {
    accept: 'text/html,application/xhtml+xml',
    types: /^(text\/html|application\/xhtml\+xml)$/,
    max: 512 * 1024,
    stopAt: '</head>',
  },
  // the exact MIME type of an image does not matter, because the decoder looks at the bytes
  image: {
    accept: 'image/*',
    types: /^(image\/.+|application\/octet-stream|binary\/octet-stream|)$/,
    max: 5 * 1024 * 1024,
  },
  // an image to which a link leads directly, instead of to a page
  photo: { accept: 'image/*', types: /^image\/.+$/, max: 5 * 1024 * 1024 },
  json: { accept: 'application/json', types: /^(application|text)\/(.+\+)?json$/, max: 64 * 1024 },
} satisfies Record<string, KindRules>;

export type ContentKind = keyof typeof KINDS;

export const acceptHeader = (kinds: readonly ContentKind[]) =>
  [...kinds.map((kind) => KINDS[kind].accept), '*/*;q=0.1'].join(',');

export async function readBody(
  response: IncomingMessage,
  url: URL,
  kinds: readonly ContentKind[],
): Promise<Fetched> {
  const [type = '', parameters = ''] = (response.headers['content-type'] ?? '').toLowerCase().split(/;(.*)/);
  const rules = kinds.map((kind): KindRules => KINDS[kind]).find(({ types }) => types.test(type.trim()));
  if (!rules) throw new FetchFailed('unsuitable', `a ${type}`);
  return {
    url: url.href,
    type: type.trim(),
    charset: /charset="?([\w-]+)/.exec(parameters)?.[1],
    bytes: await collect(decompress(response), rules),
  };
}

// Collects at most `max` bytes after decompression, so that a decompression bomb is as harmless as a long
// page.
async function collect(
  body: AsyncIterable<Buffer<ArrayBuffer>>,
  { max, stopAt }: KindRules,
): Promise<Buffer<ArrayBuffer>> {
  // the operating system gives memory only to the parts that are written
  const collected = Buffer.allocUnsafeSlow(max);
  let size = 0;
  for await (const chunk of body) {
    const before = size;
    size += chunk.copy(collected, size);
    freeBytes(chunk);
    if (stopAt) {
      const end = collected.subarray(0, size).indexOf(stopAt, Math.max(0, before - stopAt.length));
      if (end >= 0) return Buffer.from(collected.buffer.transfer(end));
    }
    if (size < max) continue;
    if (!stopAt) throw new FetchFailed('unsuitable', `larger than ${max} bytes`);
    break;
  }
  return Buffer.from(collected.buffer.transfer(size));
}

function decompress(response: IncomingMessage): AsyncIterable<Buffer<ArrayBuffer>> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  if (!/^(x-)?gzip$/.test(encoding)) throw new FetchFailed('unsuitable', `encoded as ${encoding}`);
  const decoder = zlib.createGunzip();
  response.on('error', (error) => decoder.destroy(error));
  return response.pipe(decoder);
}

/**
 * The garbage collector would free the memory later, so tens of megabytes would be in use while many pages
 * are fetched.
 */
export function freeBytes(bytes: Buffer<ArrayBuffer>): void {
  if (bytes.byteLength === bytes.buffer.byteLength) bytes.buffer.transfer(0);
}
