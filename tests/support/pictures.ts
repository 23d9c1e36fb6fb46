import { crc32, deflateSync } from 'node:zlib';

export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  return encodePng(pngHeader(width, height), Buffer.alloc((width + 1) * height));
}

export function colorPng(width: number, height: number, [r, g, b] = [200, 80, 20]): Uint8Array<ArrayBuffer> {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.of(r!, g!, b!))]);
  return encodePng(pngHeader(width, height, RGB), Buffer.concat(Array.from({ length: height }, () => row)));
}

export function sunset(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = pngHeader(width, height, RGB);
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
  return encodePng(header, pixels);
}

/**
 * Random colours in grids of several sizes make the two pictures as hard to compress as photos of a phone.
 */
export async function phonePhotos(): Promise<Uint8Array<ArrayBuffer>[]> {
  const wide = new Bun.Image(noise(1344, 1008)).resize(4032, 3024).jpeg({ quality: 90 });
  const bytes = new Uint8Array(await wide.bytes());
  return [bytes, new Uint8Array(await new Bun.Image(bytes).rotate(90).jpeg({ quality: 90 }).bytes())];
}

function noise(width: number, height: number): Uint8Array<ArrayBuffer> {
  let seed = 1;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  };
  const row = 1 + width * 3;
  const pixels = new Uint8ClampedArray(height * row).fill(128);
  for (let y = 0; y < height; y++) pixels[y * row] = 0;
  for (const [cell, contrast] of [
    [400, 140],
    [130, 110],
    [40, 90],
    [13, 70],
    [4, 50],
    [1, 20],
  ] as const) {
    const columns = Math.ceil(width / cell);
    const light = Float32Array.from({ length: columns * Math.ceil(height / cell) }, random);
    const tone = Float32Array.from(light, () => random() / 2);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = y * row + 1 + x * 3;
        const place = Math.floor(y / cell) * columns + Math.floor(x / cell);
        const [shade, hue] = [light[place]! * contrast, tone[place]! * contrast * 0.5];
        pixels[at] = pixels[at]! + shade + hue;
        pixels[at + 1] = pixels[at + 1]! + shade;
        pixels[at + 2] = pixels[at + 2]! + shade - hue;
      }
  }
  return encodePng(pngHeader(width, height, RGB), Buffer.from(pixels.buffer));
}

const [GREY, RGB] = [0, 2];

function pngHeader(width: number, height: number, colors = GREY): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colors], 8);
  return header;
}

function encodePng(header: Buffer, pixels: Buffer): Uint8Array<ArrayBuffer> {
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

/** Stands for the GPS position in the metadata of a photo. Tests search files for this text. */
export const LOCATION = 'GPS 52.5200N 13.4050E';

export async function photo(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const sideways = await new Bun.Image(png(height, width)).jpeg().bytes();
  // TIFF, little-endian, one entry: Orientation (0x0112, a short) = 6
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0', 'latin1'),
    Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(LOCATION),
  ]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(exif.length + 2, 2);
  return new Uint8Array(Buffer.concat([sideways.subarray(0, 2), marker, exif, sideways.subarray(2)]));
}

const concat = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));

export async function picturesWithLocation(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const plain = png(6, 4);
  const webp = await new Bun.Image(plain).webp().bytes();
  const size = Buffer.alloc(4);
  size.writeUInt32LE(LOCATION.length + (LOCATION.length % 2));
  return {
    'image/jpeg': await photo(6, 4),
    'image/png': concat(
      plain.subarray(0, 33),
      chunk('tEXt', Buffer.from(`City\0${LOCATION}`)),
      plain.subarray(33),
    ),
    'image/webp': concat(webp, 'EXIF', size, LOCATION, LOCATION.length % 2 ? '\0' : ''),
    'image/gif': gif(1),
    'image/bmp': concat(bmp(), LOCATION),
    'image/heic': await Bun.file(new URL('../media/iphone.heic', import.meta.url)).bytes(),
  };
}

/** A frame of a GIF: one pixel of the first colour, shown for a tenth of a second. */
export const GIF_FRAME = Buffer.from('21f904040a0000002c0000000001000100000202440100', 'hex');

export function gif(frames: number): Uint8Array<ArrayBuffer> {
  const words = Buffer.from(LOCATION);
  return concat(
    Buffer.from('R0lGODlhAQABAIAAAP///wAAAA', 'base64'),
    Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex'),
    ...[
      '!\xff\x0bXMP DataXMP',
      Buffer.of(words.length),
      words,
      '\0',
      '!\xfe',
      Buffer.of(words.length),
      words,
      '\0',
    ],
    ...Array(frames).fill(GIF_FRAME),
    ';',
    LOCATION,
  );
}

export function videoWithLocation(): Uint8Array<ArrayBuffer> {
  const box = (type: string, ...inside: Uint8Array[]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + Buffer.concat(inside).length);
    return concat(size, type, ...inside);
  };
  const place = box('\xa9xyz', Buffer.from(LOCATION));
  const pictures = box('mdat', Buffer.from('pictures and sound'));
  const track = box('trak', box('mdia', Buffer.from('a table of them')), box('meta', place));
  const movie = box('moov', box('udta', place), track, box('uuid', Buffer.alloc(16), place));
  return concat(
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    pictures,
    movie,
    box('meta', place),
  );
}

function bmp(): Buffer {
  const header = Buffer.alloc(58);
  header.write('BM');
  header.set([58], 2);
  header.set([54], 10);
  header.set([40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24], 14);
  return header;
}

export async function unreadablePictures(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const large = Buffer.from(await photo(6, 4));
  const frame = large.indexOf(Buffer.from([0xff, 0xc0, 0, 17]));
  large.writeUInt16BE(20_000, frame + 5);
  large.writeUInt16BE(20_000, frame + 7);
  const heic = await Bun.file(new URL('../media/iphone.heic', import.meta.url)).bytes();
  return {
    'image/tiff': concat('II*\0\x08\0\0\0\0\0', LOCATION),
    'image/avif': concat('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', LOCATION),
    'image/jxl': concat('\0\0\0\x0cJXL \r\n\x87\n', LOCATION),
    'image/vnd.adobe.photoshop': concat('8BPS\0\x01', LOCATION),
    'image/png': concat(encodePng(pngHeader(20_000, 20_000), Buffer.alloc(1)), LOCATION),
    'image/jpeg': new Uint8Array(large),
    'image/gif': concat('GIF89a', LOCATION),
    'image/heic': heic.slice(0, -40),
  };
}
