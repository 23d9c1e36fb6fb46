import type { HeicAnswer } from './heic-worker';

/** What a decoded image may take: 65 million pixels are 260 MB; a panorama of today's phones has 63. */
export const MAX_PIXELS = 65_000_000;

/** How long one HEIC photo may take: fifty million pixels take two seconds. */
const HEIC_TIMEOUT_MS = 30_000;

/** Formats of cameras; everything else is drawn, and may be see-through. */
const PHOTOS = ['jpeg', 'heic', 'avif'];

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number };

type Format = 'jpeg' | 'png' | 'webp';

let last: Promise<unknown> = Promise.resolve();

/**
 * An image of any kind that we can read, decoded and encoded anew at most `side` pixels wide and high, upright,
 * without its metadata: nobody learns from a photo where it was taken, and nothing but pixels gets through. Null
 * when it is no such image, or a bomb. `to` picks another format. One at a time, off the main thread.
 */
export function reencode(
  input: Uint8Array<ArrayBuffer>,
  { side = 4096, maxPixels = MAX_PIXELS, to }: { side?: number; maxPixels?: number; to?: Format } = {},
): Promise<Picture | null> {
  const picture = last.then(async () => {
    try {
      return await redraw(input, side, maxPixels, to);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_IMAGE_FORMAT_UNSUPPORTED') return null;
      // what only macOS and Windows read by themselves
      const photo = await fromHeic(input, side, maxPixels);
      return photo && redraw(photo, side, maxPixels, to ?? 'jpeg').catch(() => null);
    }
  });
  last = picture.catch(() => null); // what is wrong with one is not with the next
  return picture;
}

async function redraw(
  input: Uint8Array<ArrayBuffer>,
  side: number,
  maxPixels: number,
  to: Format | undefined,
): Promise<Picture> {
  const image = new Bun.Image(input, { maxPixels });
  const { format } = await image.metadata();
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const kind = to ?? (format === 'webp' ? 'webp' : PHOTOS.includes(format) ? 'jpeg' : 'png');
  if (kind === 'jpeg') image.jpeg({ quality: 85 });
  else if (kind === 'webp') image.webp({ quality: 90 });
  else image.png();
  const bytes = new Uint8Array(await image.bytes());
  return { bytes, type: `image/${kind}`, width: image.width, height: image.height };
}

/** An iPhone's photo as a BMP, made in a thread that ends with it and gives all its memory back. */
function fromHeic(bytes: Uint8Array<ArrayBuffer>, side: number, maxPixels: number): Promise<HeicAnswer> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { ref: false });
  const { promise, resolve } = Promise.withResolvers<HeicAnswer>();
  const giveUp = setTimeout(() => resolve(null), HEIC_TIMEOUT_MS);
  worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => resolve(data);
  worker.onerror = () => resolve(null);
  worker.postMessage({ bytes, side, maxPixels });
  return promise.finally(() => {
    clearTimeout(giveUp);
    worker.terminate();
  });
}
