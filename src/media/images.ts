/** What a decoded image may take: 50 million pixels are 200 MB, and a photo of today's phones. */
const MAX_PIXELS = 50_000_000;

/** Formats of cameras; everything else is drawn, and may be see-through. */
const PHOTOS = ['jpeg', 'heic', 'avif'];

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number };

type Format = 'jpeg' | 'png' | 'webp';

let last: Promise<unknown> = Promise.resolve();

/**
 * Any image a browser shows, decoded and encoded anew at most `side` pixels wide and high, upright, without its
 * metadata: nobody learns from a photo where it was taken, and nothing but pixels gets through. Null when it is
 * no such image, or a bomb. `to` picks another format. One at a time, off the main thread.
 */
export function reencode(
  input: Uint8Array<ArrayBuffer>,
  { side = 4096, maxPixels = MAX_PIXELS, to }: { side?: number; maxPixels?: number; to?: Format } = {},
): Promise<Picture | null> {
  const picture = last.then(() => redraw(input, side, maxPixels, to));
  last = picture;
  return picture;
}

async function redraw(
  input: Uint8Array<ArrayBuffer>,
  side: number,
  maxPixels: number,
  to: Format | undefined,
): Promise<Picture | null> {
  try {
    const image = new Bun.Image(input, { maxPixels });
    const { format } = await image.metadata();
    image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
    const kind = to ?? (format === 'webp' ? 'webp' : PHOTOS.includes(format) ? 'jpeg' : 'png');
    if (kind === 'jpeg') image.jpeg({ quality: 85 });
    else if (kind === 'webp') image.webp({ quality: 90 });
    else image.png();
    const bytes = new Uint8Array(await image.bytes());
    return { bytes, type: `image/${kind}`, width: image.width, height: image.height };
  } catch {
    return null;
  }
}
