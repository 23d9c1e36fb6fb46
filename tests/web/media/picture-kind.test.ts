import { expect, test } from 'bun:test';
import { pictureKind } from '../../../web/media/previews/picture-kind';

const kindOf = (image_width: number | null, image_height: number | null) =>
  pictureKind({ image: '/api/previews/images/x', image_width, image_height });

test('a photo is large; icons and pictures that would be blurred are small', () => {
  expect([kindOf(640, 336), kindOf(640, 640), kindOf(427, 640), kindOf(300, 150)]).toEqual(
    Array(4).fill('large'),
  );
  expect([kindOf(256, 256), kindOf(512, 512), kindOf(299, 150), kindOf(32, 32), kindOf(null, null)]).toEqual(
    Array(5).fill('small'),
  );
  expect(pictureKind({ image: null, image_width: null, image_height: null })).toBe('none');
});
