import type { HeicAnswer } from './heic-worker';

/**
 * Maximum number of pixels of a decoded image. 65 million pixels take 260 MB. A panorama of today's phones
 * has 63 million.
 */
export const MAX_PIXELS = 65_000_000;

/** Time limit for decoding one HEIC photo. Fifty million pixels take two seconds. */
const HEIC_TIMEOUT_MS = 30_000;

/** Formats that are encoded as JPEG by default. Images in other formats more often have transparent parts. */
const PHOTO_FORMATS = ['jpeg', 'heic', 'avif'];

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number };

type Format = 'jpeg' | 'png' | 'webp';

let previous: Promise<unknown> = Promise.resolve();

/**
 * Decodes an image and encodes it again: upright, at most `side` pixels wide and high, and without metadata.
 * `to` is the format of the result. Returns null if the file cannot be read as an image or has more than
 * `maxPixels`. Works outside the main thread, on one image at a time.
 */
export function reencode(
  input: Uint8Array<ArrayBuffer>,
  { side = 4096, maxPixels = MAX_PIXELS, to }: { side?: number; maxPixels?: number; to?: Format } = {},
): Promise<Picture | null> {
  const picture = previous.then(async () => {
    try {
      return await resize(input, side, maxPixels, to);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_IMAGE_FORMAT_UNSUPPORTED') return null;
      // Bun decodes HEIC only on macOS and Windows
      const photo = await decodeHeic(input, side, maxPixels);
      return photo && resize(photo, side, maxPixels, to ?? 'jpeg').catch(() => null);
    }
  });
  previous = picture.catch(() => null); // an error in one image must not fail the next
  return picture;
}

async function resize(
  input: Uint8Array<ArrayBuffer>,
  side: number,
  maxPixels: number,
  to: Format | undefined,
): Promise<Picture> {
  const image = new Bun.Image(input, { maxPixels });
  const { format } = await image.metadata();
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const kind = to ?? (format === 'webp' ? 'webp' : PHOTO_FORMATS.includes(format) ? 'jpeg' : 'png');
  if (kind === 'jpeg') image.jpeg({ quality: 85 });
  else if (kind === 'webp') image.webp({ quality: 90 });
  else image.png();
  const bytes = new Uint8Array(await image.bytes());
  return { bytes, type: `image/${kind}`, width: image.width, height: image.height };
}

/**
 * Decodes an iPhone's photo to a BMP file. Returns null if the photo cannot be decoded, or not within the
 * time limit. Runs in a new thread, because the memory of the decoder is freed only when its thread ends.
 */
function decodeHeic(bytes: Uint8Array<ArrayBuffer>, side: number, maxPixels: number): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { ref: false });
  const { promise, resolve } = Promise.withResolvers<HeicAnswer>();
  const timeout = setTimeout(() => resolve(null), HEIC_TIMEOUT_MS);
  worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => resolve(data);
  worker.onerror = () => resolve(null);
  worker.postMessage({ bytes, side, maxPixels });
  return promise.finally(() => {
    clearTimeout(timeout);
    worker.terminate();
  });
}
