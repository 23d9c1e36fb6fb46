import { inflateSync } from 'node:zlib';

export const PNG_SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
// Number of bytes in a pixel for each colour type of a PNG with 8 bits a sample (PNG specification, 11.2.1).
const PIXEL_BYTES: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

type PngChunk = { type: string; data: Buffer };

/** 8 bits a sample, not interlaced. */
export function decodePng(png: Uint8Array) {
  const chunks = readChunks(png);
  const header = Buffer.from(chunks.find(({ type }) => type === 'IHDR')!.data);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixel = PIXEL_BYTES[header[9]!];
  if (!pixel || header[8] !== 8 || header[12] !== 0) throw new Error('This kind of PNG cannot be decoded.');
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = rowsOf(inflateSync(Buffer.concat(data)), width * pixel);
  return { width, height, pixel, rows, header, chunks };
}

function readChunks(png: Uint8Array): PngChunk[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const chunks = [];
  for (let at = PNG_SIGNATURE.length; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** Throws for a row that is stored as differences, which Bun does not write without compression. */
function rowsOf(filtered: Buffer, rowBytes: number): Buffer[] {
  return Array.from({ length: filtered.length / (rowBytes + 1) }, (_, y) => {
    const at = y * (rowBytes + 1); // each row begins with the number of its filter
    if (filtered[at] !== 0) throw new Error('The PNG has a filtered row.');
    return filtered.subarray(at + 1, at + 1 + rowBytes);
  });
}
