// Only processes of their own decode pictures (src/outside/cage/cage.ts).

/** 65 million pixels take 260 MB. A panorama of today's phones has 63 million. */
export const MAX_PIXELS = 65_000_000;

const SIDE_MAX = 4096;

/** All other images are then encoded as WebP or PNG, because they more often have transparent parts. */
const PHOTO_FORMATS = ['jpeg', 'heic', 'avif'];

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number };

export type Format = 'jpeg' | 'png' | 'webp';

type Bounds = { width: number; height: number; maxPixels: number };

const QUALITY = { jpeg: 85, webp: 90, resized: 75 };

export async function reencode(
  input: Uint8Array<ArrayBuffer>,
  { side = SIDE_MAX, maxPixels = MAX_PIXELS, to }: { side?: number; maxPixels?: number; to?: Format } = {},
): Promise<Picture | null> {
  const bounds = { width: side, height: side, maxPixels };
  try {
    return await resize(input, bounds, to);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_IMAGE_FORMAT_UNSUPPORTED') return null;
    // Bun decodes HEIC only on macOS and Windows
    const { decodeHeic } = await import('./heic');
    try {
      const photo = decodeHeic(input, side, maxPixels);
      return photo && (await resize(photo, bounds, to ?? 'jpeg'));
    } catch {
      return null;
    }
  }
}

/** If the picture is an animation, encodes its first frame. */
export const resizeToWidth = (input: Uint8Array<ArrayBuffer>, width: number, to: Format): Promise<Picture> =>
  resize(input, { width, height: SIDE_MAX, maxPixels: MAX_PIXELS }, to, QUALITY.resized);

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
