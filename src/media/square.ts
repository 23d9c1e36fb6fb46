import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { type Picture, reencode } from './images';

/** Maximum width and height in pixels to which a picture is first reduced, before it is scaled and cropped. */
const WORK_SIDE = 1024;
/**
 * Maximum ratio of the longer side of a picture to the shorter one. A picture with a larger ratio is squeezed
 * to this ratio, so that it takes little memory.
 */
const RATIO_MAX = 8;

/**
 * Returns the middle of a picture as a square WebP of `side` pixels, upright and without metadata. Returns
 * null if the file cannot be read as a picture.
 */
export async function squarePicture(input: Uint8Array<ArrayBuffer>, side: number): Promise<Picture | null> {
  const picture = await reencode(input, { side: WORK_SIDE, to: 'png' });
  if (!picture) return null;
  const { width, height } = picture;
  const scale = side / Math.min(width, height);
  const long = (length: number) => Math.min(RATIO_MAX * side, Math.max(side, Math.round(length * scale)));
  const png = await new Bun.Image(picture.bytes)
    .resize(long(width), long(height), { fit: 'fill' })
    .png()
    .bytes();
  const bytes = await new Bun.Image(cropPng(png, side)).webp({ quality: 88 }).bytes();
  return { bytes: new Uint8Array(bytes), type: 'image/webp', width: side, height: side };
}

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** Bytes of a pixel by the colour type of a PNG with 8 bits a sample (PNG specification, 11.2.1). */
const PIXEL_BYTES: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/**
 * Cuts the square in the middle out of a PNG that `Bun.Image` has written: 8 bits a sample, not interlaced.
 * The colour profile stays.
 */
function cropPng(png: Uint8Array, side: number): Uint8Array {
  const chunks = readChunks(png);
  const header = Buffer.from(chunks.find(({ type }) => type === 'IHDR')!.data);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixel = PIXEL_BYTES[header[9]!];
  if (!pixel || header[8] !== 8 || header[12] !== 0) throw new Error('This kind of PNG cannot be cropped.');
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * pixel, height, pixel);
  const [left, top] = [Math.floor((width - side) / 2) * pixel, Math.floor((height - side) / 2)];
  const cropped = Buffer.alloc(side * (side * pixel + 1)); // each row begins with 0: it is not filtered
  for (let y = 0; y < side; y++)
    rows[top + y]!.copy(cropped, y * (side * pixel + 1) + 1, left, left + side * pixel);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    writeChunk('IHDR', header),
    ...chunks.filter(({ type }) => type === 'iCCP').map(({ type, data }) => writeChunk(type, data)),
    writeChunk('IDAT', deflateSync(cropped, { level: 1 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function readChunks(png: Uint8Array): { type: string; data: Buffer }[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const chunks = [];
  for (let at = SIGNATURE.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function writeChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), data.length + 8);
  return chunk;
}

/** Returns the rows of a PNG without their filters (PNG specification, 9.2). */
function unfilter(filtered: Buffer, rowBytes: number, height: number, pixel: number): Buffer[] {
  const rows: Buffer[] = [];
  let above = Buffer.alloc(rowBytes);
  for (let y = 0; y < height; y++) {
    const at = y * (rowBytes + 1);
    const filter = filtered[at]!;
    const row = Buffer.from(filtered.subarray(at + 1, at + 1 + rowBytes));
    for (let x = 0; x < rowBytes; x++) {
      const left = x < pixel ? 0 : row[x - pixel]!;
      const up = above[x]!;
      const corner = x < pixel ? 0 : above[x - pixel]!;
      row[x] = row[x]! + predict(filter, left, up, corner);
    }
    rows.push(row);
    above = row;
  }
  return rows;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
