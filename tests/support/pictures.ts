import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG of this size. Of one colour, so that a huge one is a small file. */
export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8); // eight bits of grey
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** What a camera writes into a photo about where it was taken; here in plain letters, to be searched for. */
export const PLACE = 'GPS 52.5200N 13.4050E';

/** A JPEG as a phone held upright makes it: lying on its side, with a note to turn it and the place. */
export async function photo(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const lying = await new Bun.Image(png(height, width)).jpeg().bytes();
  // TIFF, little-endian, one entry: Orientation (0x0112), a short, is 6
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0', 'latin1'),
    Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(PLACE),
  ]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(exif.length + 2, 2);
  return new Uint8Array(Buffer.concat([lying.subarray(0, 2), marker, exif, lying.subarray(2)]));
}
