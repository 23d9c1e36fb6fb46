import { expect, test } from 'bun:test';
import { chooseLive } from '../../../web/media/previews/live-frames';

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
