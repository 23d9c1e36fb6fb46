import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG of this size. Of one colour, so that a huge one is a small file. */
export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8); // eight bits of grey
  return pngOf(header, Buffer.alloc((width + 1) * height));
}

/** A PNG as a sunset over water: for what is to be looked at. */
export function sunset(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8); // eight bits each of red, green and blue
  const horizon = height * 0.62;
  const sun = { x: width * 0.64, y: horizon * 0.86, r: height * 0.13 };
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const water = y > horizon;
      const depth = water ? (y - horizon) / (height - horizon) : y / horizon;
      const inSun = Math.hypot(x - sun.x, y - sun.y) < sun.r && !water;
      const glitter = water && Math.abs(x - sun.x) < sun.r * (0.4 + depth) && (y >> 3) % 3 === 0;
      const color =
        inSun || glitter
          ? [255, 226, 168]
          : water
            ? [96 - 60 * depth, 84 - 40 * depth, 110 - 30 * depth]
            : [84 + 160 * depth, 96 + 52 * depth, 148 - 50 * depth];
      pixels.set(color.map(Math.round), y * (1 + width * 3) + 1 + x * 3);
    }
  return pngOf(header, pixels);
}

function pngOf(header: Buffer, pixels: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(pixels, { level: 9 })),
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
