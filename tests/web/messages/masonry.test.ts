import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { assignColumns, columnCount } from '../../../web/messages/feed/masonry-columns';
import { splitAtTop } from '../../../web/messages/feed/use-deferred-messages';

type Item = { id: number; height: number };
const items = (...heights: number[]): Item[] => heights.map((height, index) => ({ id: 100 - index, height }));
const heightOf = ({ height }: Item) => height;

test('a feed has three columns, two up to 1100 px and one up to 700 px', () => {
  expect([1400, 1101, 1100, 701, 700, 390].map(columnCount)).toEqual([3, 3, 2, 2, 1, 1]);
});

test('each card goes to the shortest column so far', () => {
  expect(assignColumns(items(10, 50, 20, 10, 10), 3, heightOf, undefined).indexes).toEqual([
    [0, 3, 4],
    [1],
    [2],
  ]);
});

test('a new card goes on top of the first column and moves no other card', () => {
  const before = assignColumns(items(50, 10, 20), 3, heightOf, undefined);
  const fresh = { id: 101, height: 10 };
  const { indexes } = assignColumns([fresh, ...items(50, 10, 20)], 3, heightOf, before.assignment);
  expect(indexes).toEqual([[0, 1], [2], [3]]);
});

test('a new card goes below the pinned ones, and a card that is pinned keeps its column', () => {
  const [a, b, c] = items(50, 10, 20) as [Item, Item, Item];
  const before = assignColumns([a, b, c], 3, heightOf, undefined);
  const pinned = assignColumns([c, a, b], 3, heightOf, before.assignment, ({ id }) => id, 1);
  expect(pinned.indexes).toEqual([[1], [2], [0]]);
  const fresh = { id: 101, height: 10 };
  const after = assignColumns([c, fresh, a, b], 3, heightOf, pinned.assignment, ({ id }) => id, 1);
  expect(after.indexes).toEqual([[1, 2], [3], [0]]);
});

test('several new cards are side by side, the newest on the left', () => {
  const before = assignColumns(items(50, 10, 20), 3, heightOf, undefined);
  const fresh = [104, 103, 102, 101].map((id) => ({ id, height: id === 103 ? 30 : 10 }));
  const { indexes } = assignColumns([...fresh, ...items(50, 10, 20)], 3, heightOf, before.assignment);
  expect(indexes).toEqual([
    [0, 3, 4],
    [1, 5],
    [2, 6],
  ]);
});

test('every card is in one column and stays there when others come or go', () => {
  const list = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  fc.assert(
    fc.property(list, list, fc.integer({ min: 1, max: 3 }), (first, second, columns) => {
      const toItems = (ids: number[]) =>
        ids.toSorted((a, b) => b - a).map((id) => ({ id, height: 20 + (id % 7) * 30 }));
      const before = assignColumns(toItems(first), columns, heightOf, undefined);
      const after = assignColumns(toItems(second), columns, heightOf, before.assignment);
      for (const id of second)
        if (first.includes(id))
          expect(after.assignment.columnOf.get(id)).toBe(before.assignment.columnOf.get(id));
      const assigned = after.indexes.flat().sort((a, b) => a - b);
      expect(assigned).toEqual(second.map((_, index) => index));
      for (const column of after.indexes) expect(column).toEqual(column.toSorted((a, b) => a - b));
    }),
  );
});

test('a new number of columns assigns all cards again', () => {
  const three = assignColumns(items(10, 10, 10), 3, heightOf, undefined);
  expect(assignColumns(items(10, 10, 10), 1, heightOf, three.assignment).indexes).toEqual([[0, 1, 2]]);
});

test('while a list is scrolled, messages newer than its top one are deferred', () => {
  const list = items(1, 1, 1, 1);
  expect(splitAtTop(list, 98)).toEqual({ shown: list.slice(2), deferred: 2 });
  expect(splitAtTop(list, undefined)).toEqual({ shown: list, deferred: 0 });
});

test('newer messages are deferred even if the top message was deleted', () => {
  const list = items(1, 1).concat({ id: 97, height: 1 });
  expect(splitAtTop(list, 98)).toEqual({ shown: list.slice(2), deferred: 2 });
  expect(splitAtTop(list, 5)).toEqual({ shown: list, deferred: 0 });
});
