import { inflateSync } from 'node:zlib';

export const PNG_SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
// Number of bytes in a pixel for each colour type of a PNG with 8 bits a sample (PNG specification, 11.2.1).
const PIXEL_BYTES: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

type PngChunk = { type: string; data: Buffer };
type DecodedPng = {
  width: number;
  height: number;
  /** Number of bytes in a pixel: 1 for grey, 3 for colours, and one more for opacity. */
  pixel: number;
  rows: Buffer[];
  header: Buffer;
  chunks: PngChunk[];
};

/** 8 bits a sample, not interlaced. */
export function decodePng(png: Uint8Array): DecodedPng {
  const chunks = readChunks(png);
  const header = Buffer.from(chunks.find(({ type }) => type === 'IHDR')!.data);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const pixel = PIXEL_BYTES[header[9]!];
  if (!pixel || header[8] !== 8 || header[12] !== 0) throw new Error('This kind of PNG cannot be decoded.');
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * pixel, height, pixel);
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

function unfilter(filtered: Buffer, rowBytes: number, height: number, pixel: number): Buffer[] {
  const rows: Buffer[] = [];
  let above: Buffer = Buffer.alloc(rowBytes);
  for (let y = 0; y < height; y++) {
    const at = y * (rowBytes + 1);
    const filter = filtered[at]!;
    const row = filtered.subarray(at + 1, at + 1 + rowBytes);
    rows.push(row);
    for (let x = 0; x < rowBytes && filter !== 0; x++) {
      const left = x < pixel ? 0 : row[x - pixel]!;
      const up = above[x]!;
      const corner = x < pixel ? 0 : above[x - pixel]!;
      row[x] = row[x]! + predict(filter, left, up, corner);
    }
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
