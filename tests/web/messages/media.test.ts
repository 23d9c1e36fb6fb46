import { expect, test } from 'bun:test';
import { mediaHeight, mediaKind, mosaicRatio, tileShape } from '../../../web/messages/card/media-layout';
import { parseContact } from '../../../web/messages/card/parse-contact';

const file = (type: string, width: number | null = null, height: number | null = null) => ({
  id: 1,
  url: '/api/media/1',
  type,
  width,
  height,
  name: null,
  resized: null,
  placeholder: null,
  alt: null,
  words: null,
});

test('media are shown by MIME type; what most browsers cannot play is a file', () => {
  const kinds = ['image/webp', 'video/mp4', 'audio/mpeg', 'text/x-vcard', 'application/pdf', 'audio/amr'];
  expect(kinds.map(mediaKind)).toEqual(['photo', 'video', 'sound', 'contact', 'file', 'file']);
});

test('the height of a photo is known before it loads, and limited', () => {
  expect(mediaHeight([file('image/webp', 1200, 800)], 300)).toBe(200);
  expect(mediaHeight([file('image/webp')], 300)).toBe(225);
  expect(mediaHeight([file('image/webp', 600, 1000)], 300)).toBe(400);
  expect(mediaHeight([file('image/webp', 1080, 2340)], 300)).toBe(300); // a screenshot
  expect(mediaHeight([file('image/webp', 5000, 500)], 300)).toBe(150);
});

test('photos and videos are a mosaic of up to four; other files are below it', () => {
  const photo = file('image/webp', 400, 400);
  const film = file('video/mp4');
  expect(mediaHeight([photo, photo], 300)).toBe(200);
  expect(mediaHeight([photo, photo, photo], 300)).toBe(200);
  expect(mediaHeight([photo, photo, photo, photo], 300)).toBe(225);
  expect(mediaHeight(Array(10).fill(photo), 300)).toBe(225);
  expect(mediaHeight([photo, film], 300)).toBe(200);
  expect(mediaHeight([film], 320)).toBe(180);
  expect(mediaHeight([photo, file('text/vcard'), film], 300)).toBeCloseTo(200 + 6.4 + 60);
  expect(mediaHeight([file('application/pdf'), file('audio/mpeg')], 300)).toBeCloseTo(60 + 6.4 + 54);
});

test('the tiles of a mosaic fill it', () => {
  for (const count of [2, 3, 4]) {
    const shapes = Array.from({ length: count }, (_, index) => tileShape(index, count));
    const area = shapes.reduce((sum, { share, ratio }) => sum + share ** 2 / ratio, 0);
    expect(area).toBeCloseTo(1 / mosaicRatio(count));
  }
});

test('the name and number of a contact card are read, also from folded and escaped lines', () => {
  const card =
    'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Chen;Mia\r\nFN;CHARSET=UTF-8:Mia\\, Chen\r\n  of Oslo\r\nitem1.TEL;type=CELL:+47 22 \r\n 33 44 55\r\nEND:VCARD';
  expect(parseContact(card)).toEqual({ name: 'Mia, Chen of Oslo', phoneOrEmail: '+47 22 33 44 55' });
  expect(parseContact('EMAIL:mia@example.com')).toEqual({ name: null, phoneOrEmail: 'mia@example.com' });
  expect(parseContact('no card at all')).toEqual({ name: null, phoneOrEmail: null });
});
