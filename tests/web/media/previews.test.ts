import { expect, test } from 'bun:test';
import { estimateCardsHeight } from '../../../web/media/previews/card-heights';
import { chooseLive } from '../../../web/media/previews/live-frames';
import { pictureKind } from '../../../web/media/previews/picture-kind';

test('a link without a scheme is counted like one with a scheme', () => {
  for (const link of ['karakeep.app/docs', 'youtu.be/dQw4w9WgXcQ', 'x.com/jack/status/20']) {
    const height = estimateCardsHeight(`See ${link} #x`, 300);
    expect(height).toBeGreaterThan(0);
    expect(height).toBe(estimateCardsHeight(`https://${link}`, 300));
  }
  expect(estimateCardsHeight('Back by 8.30, ok: soon. file.ts', 300)).toBe(0);
});

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

const place = (id: string, distance: number, is = '') => ({
  id,
  distance,
  isStarted: is.includes('started'),
  isLive: is.includes('live'),
  isInView: is.includes('view'),
});
const chosen = (...places: ReturnType<typeof place>[]) => chooseLive(places).map(({ id }) => id);
const six = (is: string) => Array.from({ length: 6 }, (_, n) => place(`${is} ${n}`, n * 10, is));

test('the frame farthest from the screen is unloaded for one that comes into view', () => {
  const far = Array.from({ length: 6 }, (_, n) => place(`far ${n}`, 1000 - n * 100, 'live'));
  expect(chosen(...far, place('new', 0, 'view'))).toEqual([
    'new',
    'far 5',
    'far 4',
    'far 3',
    'far 2',
    'far 1',
  ]);
});

test('a loaded frame in view is never unloaded for another, even a nearer one', () => {
  expect(chosen(place('new', 0, 'view'), ...six('view live'))).not.toContain('new');
});

test('a started film is unloaded last', () => {
  expect(chosen(place('film', 9000, 'started live'), ...six('view live'))[0]).toBe('film');
  expect(chosen(place('film', 9000, 'started live'), ...six('started'))).not.toContain('film');
});

test('a frame that is neither loaded nor in view is not loaded', () => {
  expect(chosen(place('a', 0), place('b', 9, 'view'))).toEqual(['b']);
});
