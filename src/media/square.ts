import { crc32, deflateSync } from 'node:zlib';
import { type Picture, reencode } from './images';
import { decodePng, PNG_SIGNATURE } from './png';

const WORK_SIDE = 1024;
/** A picture with a larger ratio is squeezed to this ratio, so that it takes little memory. */
const RATIO_MAX = 8;

export async function squarePicture(input: Uint8Array<ArrayBuffer>, side: number): Promise<Picture | null> {
  const picture = await reencode(input, { side: WORK_SIDE, to: 'png' });
  if (!picture) return null;
  const { width, height } = picture;
  const scale = side / Math.min(width, height);
  const long = (length: number) => Math.min(RATIO_MAX * side, Math.max(side, Math.round(length * scale)));
  const png = await new Bun.Image(picture.bytes)
    .resize(long(width), long(height), { fit: 'fill' })
    .png({ compressionLevel: 0 })
    .bytes();
  const bytes = await new Bun.Image(cropPng(png, side)).webp({ quality: 88 }).bytes();
  return { bytes: new Uint8Array(bytes), type: 'image/webp', width: side, height: side };
}

/** The colour profile stays. */
function cropPng(png: Uint8Array, side: number): Uint8Array {
  const { chunks, header, width, height, pixel, rows } = decodePng(png);
  const [left, top] = [Math.floor((width - side) / 2) * pixel, Math.floor((height - side) / 2)];
  const cropped = Buffer.alloc(side * (side * pixel + 1)); // each row begins with 0: it is not filtered
  for (let y = 0; y < side; y++)
    rows[top + y]!.copy(cropped, y * (side * pixel + 1) + 1, left, left + side * pixel);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return Buffer.concat([
    Buffer.from(PNG_SIGNATURE),
    writeChunk('IHDR', header),
    ...chunks.filter(({ type }) => type === 'iCCP').map(({ type, data }) => writeChunk(type, data)),
    writeChunk('IDAT', deflateSync(cropped, { level: 1 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function writeChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}
