import { expect, test } from 'bun:test';
import type { TagBoard } from '../../../web/boards/tag-boards';
import {
  changesOf,
  goesTo,
  seenBy,
  seenWith,
  withOtherHashtag,
} from '../../../web/messages/composer/destination';

const own = (tag: string): TagBoard => ({ tag, count: 1, sharedId: null, others: null });
const shared = (tag: string, sharedId: number, others: number): TagBoard => ({
  tag,
  count: 1,
  sharedId,
  others,
});

test('viewers are counted for each shared board of a message', () => {
  const boards = [own('food'), shared('trip', 1, 3), shared('house', 2, 1), shared('alone', 3, 0)];
  for (const [tags, sentence] of [
    [['trip'], 'seen by 3 people'],
    [['food'], 'only you'],
    [['new'], 'only you'],
    [['alone'], 'only you so far'],
    [['food', 'new'], 'only you'],
    [['food', 'trip'], 'seen by 3 people on #trip'],
    [['house', 'trip', 'alone'], 'seen by 1 person on #house, 3 people on #trip'],
  ] as const)
    expect([tags, seenBy(tags, boards)]).toEqual([tags, sentence]);
});

test('long lists of boards are shortened', () => {
  const tags = Array.from({ length: 20 }, (_, number) => `board-${number}`);
  expect(goesTo(tags)).toBe('Goes to #board-0, #board-1, #board-2 and 17 more');
  expect(goesTo(tags.slice(0, 4))).toBe('Goes to #board-0, #board-1, #board-2, #board-3');
  const boards = tags.map((tag, id) => shared(tag, id, 2));
  expect(seenBy(tags, boards)).toBe(
    'seen by 2 people on #board-0, 2 people on #board-1, 2 people on #board-2 and 17 more',
  );
});

test('a tag keeps the meaning that it had when it was seen first', () => {
  const before = [shared('trip', 1, 3), own('food')];
  const seen = seenWith(new Map(), ['trip', 'food', 'constructor'], before);
  expect([...seen]).toEqual([
    ['trip', 1],
    ['food', null],
    ['constructor', null],
  ]);
  expect(changesOf(seen, before)).toEqual([]);
  const changes = (boards: TagBoard[]) => changesOf(seenWith(seen, [...seen.keys()], boards), boards);
  expect(changes([own('food')])).toEqual([{ tag: 'trip', change: { kind: 'lost' } }]);
  expect(changes([own('trip'), own('food')])).toEqual([{ tag: 'trip', change: { kind: 'lost' } }]);
  expect(changes([shared('tour', 1, 3)])).toEqual([
    { tag: 'trip', change: { kind: 'renamed', newTag: 'tour', others: 3 } },
  ]);
  expect(changes([shared('trip', 2, 5), shared('food', 9, 0)])).toEqual([
    { tag: 'trip', change: { kind: 'other', others: 5 } },
    { tag: 'food', change: { kind: 'shared', others: 0 } },
  ]);
  expect([...seenWith(seen, ['food'], [])]).toEqual([['food', null]]);
});

test('one hashtag takes the place of another', () => {
  expect(withOtherHashtag('#Trip, (#trip) #trips https://a.example/#trip', 'trip', 'tour')).toBe(
    '#tour, (#tour) #trips https://a.example/#trip',
  );
});
