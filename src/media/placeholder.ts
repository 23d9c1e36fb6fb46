import { MAX_PIXELS } from './images';
import { decodePng } from './png';

const SIDE = 4;

/** Returns an empty string for a picture that has transparent parts or cannot be decoded. */
export async function makePlaceholder(picture: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const image = new Bun.Image(picture, { maxPixels: MAX_PIXELS });
    // without compression, Bun writes the pixels of a PNG as they are, not as differences
    const png = await image.resize(SIDE, SIDE, { fit: 'fill' }).png({ compressionLevel: 0 }).bytes();
    const { pixel, rows } = decodePng(png);
    return pixel === 4 ? toPlaceholder(Buffer.concat(rows)) : '';
  } catch {
    return '';
  }
}

function toPlaceholder(samples: Buffer): string {
  const isOpacity = (index: number) => index % 4 === 3;
  if (samples.some((sample, index) => isOpacity(index) && sample !== 255)) return '';
  const colors = [...samples].filter((_, index) => !isOpacity(index));
  const digits = colors.map((value) => Math.round(value / 17).toString(16));
  return Buffer.from(digits.join(''), 'hex').toString('base64');
}
