import type { HeicAnswer } from './heic-worker';

/** 65 million pixels take 260 MB. A panorama of today's phones has 63 million. */
export const MAX_PIXELS = 65_000_000;

const SIDE_MAX = 4096;

/** Fifty million pixels take two seconds. */
const HEIC_TIMEOUT_MS = 30_000;

/** All other images are then encoded as WebP or PNG, because they more often have transparent parts. */
const PHOTO_FORMATS = ['jpeg', 'heic', 'avif'];

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number };

export type Format = 'jpeg' | 'png' | 'webp';

type Bounds = { width: number; height: number; maxPixels: number };

const QUALITY = { jpeg: 85, webp: 90, resized: 75 };

const inTurn = createTurns();
/** A separate queue for resizing, so that a person who looks at photos does not wait for uploads. */
const inTurnOfResizing = createTurns();

/** Works outside the main thread, on one image at a time. */
export function reencode(
  input: Uint8Array<ArrayBuffer>,
  { side = SIDE_MAX, maxPixels = MAX_PIXELS, to }: { side?: number; maxPixels?: number; to?: Format } = {},
): Promise<Picture | null> {
  const bounds = { width: side, height: side, maxPixels };
  return inTurn(async () => {
    try {
      return await resize(input, bounds, to);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_IMAGE_FORMAT_UNSUPPORTED') return null;
      // Bun decodes HEIC only on macOS and Windows
      const photo = await decodeHeic(input, side, maxPixels);
      return photo && resize(photo, bounds, to ?? 'jpeg').catch(() => null);
    }
  });
}

/** If the picture is an animation, encodes its first frame. */
export const resizeToWidth = (
  input: () => Promise<Uint8Array<ArrayBuffer>>,
  width: number,
  to: Format,
): Promise<Picture> =>
  inTurnOfResizing(async () =>
    resize(await input(), { width, height: SIDE_MAX, maxPixels: MAX_PIXELS }, to, QUALITY.resized),
  );

function createTurns() {
  let previous: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = previous.then(task);
    previous = result.catch(() => null);
    return result;
  };
}

async function resize(
  input: Uint8Array<ArrayBuffer>,
  { width, height, maxPixels }: Bounds,
  to: Format | undefined,
  quality?: number,
): Promise<Picture> {
  const image = new Bun.Image(input, { maxPixels });
  const { format } = await image.metadata();
  image.resize(width, height, { fit: 'inside', withoutEnlargement: true });
  const kind = to ?? (format === 'webp' ? 'webp' : PHOTO_FORMATS.includes(format) ? 'jpeg' : 'png');
  if (kind === 'jpeg') image.jpeg({ quality: quality ?? QUALITY.jpeg });
  else if (kind === 'webp') image.webp({ quality: quality ?? QUALITY.webp });
  else image.png();
  const bytes = new Uint8Array(await image.bytes());
  return { bytes, type: `image/${kind}`, width: image.width, height: image.height };
}

/** Runs in a new thread, because the memory of the decoder is freed only when its thread ends. */
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
