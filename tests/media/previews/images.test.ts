import { expect } from 'bun:test';
import zlib from 'node:zlib';
import { reencodePicture } from '../../../src/media/previews/pictures';
import { test } from '../../support/app-test';
import { colorPng, LOCATION, photo, png } from '../../support/pictures';

test('a picture is re-encoded without its location, at most 640 pixels wide', async ({ app }) => {
  const original = Buffer.from(await photo(64, 48));
  expect(original.includes(LOCATION)).toBe(true);
  const { picture, pictureType, pictureWidth, pictureHeight } = await reencodePicture(app, original);
  expect(pictureType).toBe('image/webp');
  expect(picture!.includes(LOCATION)).toBe(false);
  expect([pictureWidth, pictureHeight]).toEqual([64, 48]);
  expect(await reencodePicture(app, Buffer.from(colorPng(2000, 1000)))).toMatchObject({
    pictureWidth: 640,
    pictureHeight: 320,
  });
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const NO_PICTURES: Record<string, () => Buffer<ArrayBuffer>> = {
  nothing: () => Buffer.alloc(0),
  'one byte': () => Buffer.of(0),
  words: () => Buffer.from('hello'),
  HTML: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  SVG: () => Buffer.from(svg),
  'SVG behind an XML header': () => Buffer.from(`<?xml version="1.0"?>${svg}`),
  'compressed SVG': () => Buffer.from(zlib.gzipSync(svg)),
  PDF: () => Buffer.from('%PDF-1.7\n1 0 obj'),
  'a program': () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
  'an archive': () => Buffer.from('PK\x03\x04', 'latin1'),
  'a video': () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1'),
  'a PNG cut short': () => Buffer.from(colorPng(50, 50)).subarray(0, 60),
  'a PNG of 15,000 by 15,000': () => pngDeclaring(15_000, 15_000),
  'a PNG of 2 billion by 1': () => pngDeclaring(2_000_000_000, 1),
  'a PNG of no size': () => pngDeclaring(0, 0),
  'the beginning of a JPEG': () => Buffer.of(0xff, 0xd8, 0xff, 0xe0),
  'a GIF of 65,535 by 65,535': () =>
    Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(4, 255), Buffer.of(0, 0, 0, 0x2c)]),
  'the beginning of a WebP': () => Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
  'a BMP of a negative size': () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(52, 255)]),
  'an icon': () => Buffer.of(0, 0, 1, 0, 1, 0, 255, 255),
  'a TIFF': () => Buffer.from('II*\0\x08\0\0\0', 'latin1'),
  noise: () => Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7919) % 251)),
  'PNG noise': () => Buffer.concat([Buffer.from(colorPng(1, 1)).subarray(0, 8), Buffer.alloc(4096, 0x41)]),
};

function pngDeclaring(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(colorPng(1, 1));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(zlib.crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test('bytes that are no picture, or too large a picture, are not stored', async ({ app }) => {
  for (const [name, bytes] of Object.entries(NO_PICTURES))
    expect({ name, ...(await reencodePicture(app, bytes())) }).toMatchObject({
      name,
      pictureId: null,
      picture: null,
    });
});

test('the bytes of the original are freed at once', async ({ app }) => {
  const bytes = Buffer.from(colorPng(10, 10));
  expect(await reencodePicture(app, bytes)).toMatchObject({ pictureWidth: 10 });
  expect(bytes).toHaveLength(0);
});

test('bytes after the end of a picture are not kept', async ({ app }) => {
  const { picture } = await reencodePicture(
    app,
    Buffer.concat([Buffer.from(colorPng(10, 10)), Buffer.from('<script>alert(1)</script>')]),
  );
  expect(picture!.includes('script')).toBe(false);
});

test('a picture of more than 20 million pixels is not decoded, however few bytes it has', async ({ app }) => {
  expect(await reencodePicture(app, Buffer.from(png(20_000, 1_000)))).toMatchObject({ pictureWidth: 640 });
  expect(await reencodePicture(app, Buffer.from(png(20_001, 1_000)))).toMatchObject({ pictureId: null });
});
