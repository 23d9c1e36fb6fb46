import { expect, test } from 'bun:test';
import { fuse } from '../../src/search/fusion';

const similar = (...ids: number[]) => ids.map((id) => ({ id, cosine: 0.5 }));

test('messages with all words come first and keep their order, whatever is similar', () => {
  expect(fuse({ complete: [1, 2, 3], partial: [] }, similar(9, 3, 8))).toEqual([1, 2, 3, 9, 8]);
});

test('similar messages come before those with only a common word', () => {
  const partial = [
    { id: 1, share: 0.2 },
    { id: 2, share: 0.2 },
  ];
  expect(fuse({ complete: [], partial }, similar(9, 8))).toEqual([9, 8, 1, 2]);
});

test('a similar message that also has a rare word comes before other similar ones', () => {
  expect(fuse({ complete: [], partial: [{ id: 8, share: 0.8 }] }, similar(9, 8))).toEqual([8, 9]);
});
