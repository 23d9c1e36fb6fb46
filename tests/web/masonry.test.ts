import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { assignColumns, columnCount } from '../../web/messages/feed/masonry-columns';
import { splitAt } from '../../web/messages/feed/use-deferred-messages';

type Item = { id: number; height: number };
const items = (...heights: number[]): Item[] => heights.map((height, index) => ({ id: 100 - index, height }));
const heightOf = ({ height }: Item) => height;

test('three columns, two up to a width of 1100, one up to 700', () => {
  expect([1400, 1101, 1100, 701, 700, 390].map(columnCount)).toEqual([3, 3, 2, 2, 1, 1]);
});

test('each card goes to the column that is shortest so far', () => {
  expect(assignColumns(items(10, 50, 20, 10, 10), 3, heightOf, undefined).lanes).toEqual([
    [0, 3, 4],
    [1],
    [2],
  ]);
});

test('a new card comes on top of the shortest column and moves no other card', () => {
  const before = assignColumns(items(10, 50, 20), 3, heightOf, undefined);
  const fresh = { id: 101, height: 10 };
  const { lanes } = assignColumns([fresh, ...items(10, 50, 20)], 3, heightOf, before.assignment);
  expect(lanes).toEqual([[0, 1], [2], [3]]);
});

test('whatever comes and goes, a card that stays keeps its column and each is in exactly one', () => {
  const list = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(list, list, fc.integer({ min: 1, max: 3 }), (first, second, columns) => {
      const toItems = (ids: number[]) =>
        ids.toSorted((a, b) => b - a).map((id) => ({ id, height: 20 + (id % 7) * 30 }));
      const before = assignColumns(toItems(first), columns, heightOf, undefined);
      const after = assignColumns(toItems(second), columns, heightOf, before.assignment);
      for (const id of second)
        if (first.includes(id)) expect(after.assignment.of.get(id)).toBe(before.assignment.of.get(id));
      const assigned = after.lanes.flat().sort((a, b) => a - b);
      expect(assigned).toEqual(second.map((_, index) => index));
      for (const lane of after.lanes) expect(lane).toEqual(lane.toSorted((a, b) => a - b));
    }),
  );
});

test('another number of columns deals anew', () => {
  const three = assignColumns(items(10, 10, 10), 3, heightOf, undefined);
  expect(assignColumns(items(10, 10, 10), 1, heightOf, three.assignment).lanes).toEqual([[0, 1, 2]]);
});

test('what came after the reader scrolled away is held back', () => {
  const list = items(1, 1, 1, 1);
  expect(splitAt(list, 98)).toEqual({ shown: list.slice(2), held: 2 });
  expect(splitAt(list, undefined)).toEqual({ shown: list, held: 0 });
});

test('what came since is held back also when the message that was on top is gone', () => {
  const list = items(1, 1).concat({ id: 97, height: 1 });
  expect(splitAt(list, 98)).toEqual({ shown: list.slice(2), held: 2 });
  expect(splitAt(list, 5)).toEqual({ shown: list, held: 0 });
});
