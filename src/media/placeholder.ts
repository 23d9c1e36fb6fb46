import { inflateSync } from 'node:zlib';
import { MAX_PIXELS } from './images';

const SIDE = 4;

/** Returns an empty string for a picture that has transparent parts or cannot be decoded. */
export async function makePlaceholder(picture: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const image = new Bun.Image(picture, { maxPixels: MAX_PIXELS });
    // without compression, Bun writes the pixels of a PNG as they are, not as differences
    const png = await image.resize(SIDE, SIDE, { fit: 'fill' }).png({ compressionLevel: 0 }).buffer();
    return toPlaceholder(readPixels(png));
  } catch {
    return '';
  }
}

/** Throws for a PNG with rows that are stored as differences, and for a PNG without opacity (RFC 2083). */
function readPixels(png: Buffer): Uint8Array[] {
  const data = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)));
  const length = 1 + SIDE * 4; // each row begins with the number of its filter
  if (rows.length !== SIDE * length) throw new Error('The PNG has no opacity.');
  return Array.from({ length: SIDE }, (_, row) => rows.subarray(row * length, (row + 1) * length)).flatMap(
    ([filter, ...row]) => {
      if (filter !== 0) throw new Error('The PNG has a filtered row.');
      return Array.from({ length: SIDE }, (_, at) => Uint8Array.from(row.slice(at * 4, at * 4 + 4)));
    },
  );
}

function toPlaceholder(pixels: Uint8Array[]): string {
  if (pixels.some(([, , , opacity]) => opacity !== 255)) return '';
  const digits = pixels.flatMap(([red, green, blue]) =>
    [red, green, blue].map((value = 0) => Math.round(value / 17).toString(16)),
  );
  return Buffer.from(digits.join(''), 'hex').toString('base64');
}
