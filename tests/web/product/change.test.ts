import { expect, test } from 'bun:test';
import type { InfiniteData } from '@tanstack/react-query';
import type { PrivateBoardCard, SharedBoardCard } from '../../../src/contract/board-lists';
import { privateBoardCard, sharedBoardCard } from '../../../src/contract/board-lists';
import { exampleOf } from '../../../src/contract/example';
import { type Message, message as messageSchema } from '../../../src/contract/messages';
import {
  changePages,
  changePrivateBoards,
  changeSharedBoards,
  newId,
} from '../../../web/product/pending/change';
import { MESSAGE_PAGES, showAtOnce } from '../../../web/product/pending/pending';
import { queryClient } from '../../../web/product/query-client';

const message = (id: number, ...tags: string[]): Message => ({
  ...(exampleOf(messageSchema) as Message),
  id,
  tags,
  timestamp: new Date(Date.UTC(2026, 0, 1) + id * 1000).toISOString(),
});
const idsOf = (pages: Message[][]) => pages.map((page) => page.map(({ id }) => id));
const boards = (counts: Record<string, number>): PrivateBoardCard[] =>
  Object.entries(counts).map(([tag, count], id) => ({
    ...(exampleOf(privateBoardCard) as PrivateBoardCard),
    id,
    tag,
    count,
  }));
const countsOf = (cards: PrivateBoardCard[]) =>
  Object.fromEntries(cards.map(({ tag, count }) => [tag, count]));

const PAGES = [
  [message(9, 'food'), message(7, 'food', 'trip')],
  [message(5, 'trip'), message(3, 'food')],
];

test('an added message comes first, only in the lists of its boards', () => {
  const after = { ...message(1, 'food'), id: newId() };
  const change = { moved: [{ before: null, after }] };
  expect(idsOf(changePages(PAGES, change, {}))).toEqual([
    [after.id, 9, 7],
    [5, 3],
  ]);
  expect(changePages(PAGES, change, { tag: 'trip' })).toEqual(PAGES);
  expect(changePages(PAGES, change, { takesNew: false })).toEqual(PAGES);
});

test('a deleted message leaves its page, and other pages stay the same objects', () => {
  const changed = changePages(PAGES, { moved: [{ before: PAGES[0]![1]!, after: null }] }, {});
  expect(idsOf(changed)).toEqual([[9], [5, 3]]);
  expect(changed[1]).toBe(PAGES[1]!);
});

test('a message that is retagged leaves one board and comes to its place on another', () => {
  const before = message(5, 'trip');
  const change = { moved: [{ before, after: { ...before, tags: ['food'] } }] };
  expect(idsOf(changePages([[before]], change, { tag: 'trip' }))).toEqual([[]]);
  expect(idsOf(changePages([[message(9, 'food'), message(3, 'food')]], change, { tag: 'food' }))).toEqual([
    [9, 5, 3],
  ]);
  // the message belongs on a page that is not loaded
  expect(idsOf(changePages([[message(9, 'food')]], change, { tag: 'food', hasMore: true }))).toEqual([[9]]);
});

test('a message that comes back is at its place by time', () => {
  const change = { moved: [{ before: null, after: message(4, 'trip') }] };
  expect(idsOf(changePages(PAGES, change, {}))).toEqual([
    [9, 7],
    [5, 4, 3],
  ]);
});

test('the deletion of a tag shows in every list', () => {
  expect(idsOf(changePages(PAGES, { removedTag: 'trip' }, {}))).toEqual([[9], [3]]);
});

test('the numbers of messages on boards change too, and a new tag makes a board', () => {
  const before = message(5, 'trip');
  const after = { ...before, tags: ['food', 'new', 'house'] };
  const cards = changePrivateBoards(boards({ food: 2, trip: 1 }), { moved: [{ before, after }] }, ['house']);
  expect(countsOf(cards)).toEqual({ new: 1, food: 3, trip: 0 });
  const shared = [{ ...(exampleOf(sharedBoardCard) as SharedBoardCard), name: 'house', count: 4 }];
  expect(changeSharedBoards(shared, { moved: [{ before, after }] })).toMatchObject([{ count: 5 }]);
  expect(changeSharedBoards(shared, { createdShared: 'club' }).map(({ name }) => name)).toEqual([
    'club',
    'house',
  ]);
});

test('an old message that comes to a board waits on a page that is not loaded', async () => {
  const key = [...MESSAGE_PAGES, 'trip'];
  queryClient.setQueryData(key, { pages: [[message(9, 'trip')]], pageParams: [{ limit: 1 }] });
  const moved = [{ before: message(3, 'food'), after: message(3, 'trip') }];
  await showAtOnce({ moved }).commit();
  const { pages } = queryClient.getQueryData<InfiniteData<Message[]>>(key)!;
  expect(pages.flat().map(({ id }) => id)).toEqual([9]);
});
