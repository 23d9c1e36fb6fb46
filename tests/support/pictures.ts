import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG of this size. Of one colour, so that a huge one is a small file. */
export function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  return pngOf(sizeOf(width, height), Buffer.alloc((width + 1) * height));
}

/** A PNG as a sunset over water: for what is to be looked at. */
export function sunset(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = sizeOf(width, height, RGB);
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

const [GREY, RGB] = [0, 2];

function sizeOf(width: number, height: number, colors = GREY): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colors], 8); // eight bits of each colour
  return header;
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
export const LOCATION = 'GPS 52.5200N 13.4050E';

/** A JPEG as a phone held upright makes it: lying on its side, with a note to turn it and the place. */
export async function photo(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const lying = await new Bun.Image(png(height, width)).jpeg().bytes();
  // TIFF, little-endian, one entry: Orientation (0x0112), a short, is 6
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0II*\0', 'latin1'),
    Buffer.from([8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(LOCATION),
  ]);
  const marker = Buffer.from([0xff, 0xe1, 0, 0]);
  marker.writeUInt16BE(exif.length + 2, 2);
  return new Uint8Array(Buffer.concat([lying.subarray(0, 2), marker, exif, lying.subarray(2)]));
}

const placed = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1'))));

/** Pictures as browsers, phones and programs make them, each with the place in it where its kind has room for words. */
export async function picturesWithLocation(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const plain = png(6, 4);
  const webp = await new Bun.Image(plain).webp().bytes();
  const size = Buffer.alloc(4);
  size.writeUInt32LE(LOCATION.length + (LOCATION.length % 2));
  return {
    'image/jpeg': await photo(6, 4),
    'image/png': placed(
      plain.subarray(0, 33),
      chunk('tEXt', Buffer.from(`City\0${LOCATION}`)),
      plain.subarray(33),
    ),
    'image/webp': placed(webp, 'EXIF', size, LOCATION, LOCATION.length % 2 ? '\0' : ''),
    'image/gif': gif(1),
    'image/bmp': placed(bmp(), LOCATION),
    'image/heic': await Bun.file(new URL('../media/iphone.heic', import.meta.url)).bytes(),
  };
}

/** A tenth of a second, and a pixel of the first colour. */
export const GIF_FRAME = Buffer.from('21f904040a0000002c0000000001000100000202440100', 'hex');

/** A GIF of one pixel with as many frames, looping, with the place in its XMP and in a comment. */
export function gif(frames: number): Uint8Array<ArrayBuffer> {
  const words = Buffer.from(LOCATION);
  return placed(
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

/** A film as a phone makes it, as far as its boxes go, with the place in each that tells it. */
export function videoWithLocation(): Uint8Array<ArrayBuffer> {
  const box = (type: string, ...inside: Uint8Array[]) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + Buffer.concat(inside).length);
    return placed(size, type, ...inside);
  };
  const told = box('\xa9xyz', Buffer.from(LOCATION));
  const pictures = box('mdat', Buffer.from('pictures and sound'));
  const track = box('trak', box('mdia', Buffer.from('a table of them')), box('meta', told));
  const film = box('moov', box('udta', told), track, box('uuid', Buffer.alloc(16), told));
  return placed(
    box('ftyp', Buffer.from('isom\0\0\x02\0isommp41', 'latin1')),
    pictures,
    film,
    box('meta', told),
  );
}

/** A BMP of one black pixel. */
function bmp(): Buffer {
  const header = Buffer.alloc(58);
  header.write('BM');
  header.set([58], 2);
  header.set([54], 10);
  header.set([40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24], 14);
  return header;
}

/** Pictures that we cannot draw anew: of kinds that nobody here reads, broken, or far too large. */
export async function unreadablePictures(): Promise<Record<string, Uint8Array<ArrayBuffer>>> {
  const large = Buffer.from(await photo(6, 4));
  const frame = large.indexOf(Buffer.from([0xff, 0xc0, 0, 17]));
  large.writeUInt16BE(20_000, frame + 5);
  large.writeUInt16BE(20_000, frame + 7);
  const heic = await Bun.file(new URL('../media/iphone.heic', import.meta.url)).bytes();
  return {
    'image/tiff': placed('II*\0\x08\0\0\0\0\0', LOCATION),
    'image/avif': placed('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', LOCATION),
    'image/jxl': placed('\0\0\0\x0cJXL \r\n\x87\n', LOCATION),
    'image/vnd.adobe.photoshop': placed('8BPS\0\x01', LOCATION),
    'image/png': placed(pngOf(sizeOf(20_000, 20_000), Buffer.alloc(1)), LOCATION),
    'image/jpeg': new Uint8Array(large),
    'image/gif': placed('GIF89a', LOCATION),
    'image/heic': heic.slice(0, -40),
  };
}
