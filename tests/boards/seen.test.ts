import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { memberships, type User } from '../../db/schema';
import { requireBoard } from '../../src/boards/boards';
import { removeMember } from '../../src/boards/leaving';
import { sharedBoards, tags } from '../../src/boards/lists';
import { markAllSeen, markSeen, pinBoard } from '../../src/boards/marks';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { UNREAD_MAX } from '../../src/contract/limits';
import { edit } from '../../src/messages/editing';
import { create } from '../../src/messages/messages';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { privateBoardCards, sharedBoardCards } from '../support/board-cards';
import { cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { post } from '../support/house';
import { ensureUser, versionOf } from '../support/people';

const text = (app: TestApp, user: User, content: string) => create(app, user, { content, source: 'sms' });

const cardOf = (app: TestApp, user: User, name: string) =>
  [
    ...privateBoardCards(app, user).map((board) => ({ ...board, name: board.tag })),
    ...sharedBoardCards(app, user),
  ].find((board) => board.name === name)!;

const unreadOf = (app: TestApp, user: User, name: string) => cardOf(app, user, name).unread;

test("others' messages and own texts are unread until they are looked at", ({ app, owner, member }) => {
  post(app, member, 'Lamps #house');
  post(app, owner, 'From the web #house');
  const last = text(app, owner, 'From the phone #house');
  expect(unreadOf(app, owner, 'house')).toBe(2);
  expect(unreadOf(app, member, 'house')).toBe(2);
  markSeen(app, owner, 'house', last);
  expect(unreadOf(app, owner, 'house')).toBe(0);
  expect(unreadOf(app, member, 'house')).toBe(2); // each member has a count of their own
});

test('a text to a new board is unread there, and what the web app posts is not', ({ app, user }) => {
  text(app, user, 'Ramen #food');
  post(app, user, 'Tent #trip');
  expect(unreadOf(app, user, 'food')).toBe(1);
  expect(unreadOf(app, user, 'trip')).toBe(0);
});

test('an earlier text that is moved to a new board is not unread there', ({ app, user }) => {
  const id = text(app, user, 'Ramen #food');
  edit(app, user, id, { tags: ['dinner'] });
  expect(cardOf(app, user, 'dinner')).toMatchObject({ unread: 0, seenId: id });
});

test('for a new member, all messages of the board count as seen', ({ app, owner, member }) => {
  text(app, member, 'Lamps #house');
  const newcomer = ensureUser(app, cho);
  invite(app, owner, 'house', cho.phone);
  expect(cardOf(app, newcomer, 'house')).toMatchObject({ unread: 0 });
  expect(cardOf(app, newcomer, 'house').seenAt).not.toBeNull();
  text(app, member, 'Bulbs #house');
  expect(unreadOf(app, newcomer, 'house')).toBe(1);
});

test('messages that a person keeps after leaving a board count as seen', ({ app, member, id }) => {
  text(app, member, 'Lamps #house');
  expect(unreadOf(app, member, 'house')).toBe(1);
  removeMember(app, member, id, member.id);
  expect(cardOf(app, member, 'house')).toMatchObject({ count: 1, unread: 0 });
});

test('marking as seen goes neither backwards nor beyond the newest message', ({ app, owner, member }) => {
  const first = text(app, member, 'Lamps #house');
  const second = text(app, member, 'Bulbs #house');
  const before = versionOf(app, owner);
  const start = Date.now();
  const seen = markSeen(app, owner, 'house', 10 ** 9);
  expect(seen.seenId).toBe(second);
  expect(Date.parse(seen.seenAt!)).toBeGreaterThanOrEqual(start);
  expect(versionOf(app, owner)).toBe(before + 1);
  app.clock.advance(MINUTE);
  expect(markSeen(app, owner, 'house', first)).toEqual(seen);
  expect(markSeen(app, owner, 'house', second)).toEqual(seen);
  expect(versionOf(app, owner)).toBe(before + 1);
  text(app, member, 'Paint #house');
  expect(cardOf(app, owner, 'house')).toMatchObject({ unread: 1, ...seen });
});

test('unread messages are counted up to a limit', ({ app, owner, member }) => {
  for (let n = 0; n < UNREAD_MAX + 5; n++) text(app, member, `Lamp ${n} #house`);
  expect(unreadOf(app, owner, 'house')).toBe(UNREAD_MAX);
});

test('an import marks its boards as seen by all of their members', ({ app, owner, member }) => {
  const id = text(app, member, 'Lamps #house');
  expect(unreadOf(app, owner, 'house')).toBe(1);
  markAllSeen(app, [id]);
  expect([unreadOf(app, owner, 'house'), unreadOf(app, member, 'house')]).toEqual([0, 0]);
});

test('boards are listed pinned first, then by their newest message', ({ app, user }) => {
  for (const tag of ['food', 'books', 'trip']) {
    app.clock.advance(MINUTE);
    post(app, user, `A #${tag}`);
  }
  expect(tags(app, user)).toEqual(['trip', 'books', 'food']);
  app.clock.advance(MINUTE);
  post(app, user, 'B #food');
  expect(tags(app, user)).toEqual(['food', 'trip', 'books']);
  const before = versionOf(app, user);
  expect(pinBoard(app, user, 'books', true)).toEqual({ pinned: true });
  expect(tags(app, user)).toEqual(['books', 'food', 'trip']);
  pinBoard(app, user, 'books', true);
  expect(versionOf(app, user)).toBe(before + 1); // pinning twice changes nothing more
  expect(privateBoardCards(app, user).map(({ tag, pinned }) => [tag, pinned])).toEqual([
    ['books', true],
    ['food', false],
    ['trip', false],
  ]);
  pinBoard(app, user, 'books', false);
  expect(tags(app, user)).toEqual(['food', 'trip', 'books']);
});

test('a pin counts for its member only, and a card counts the members', ({ app, owner, member }) => {
  app.clock.advance(MINUTE);
  createSharedBoard(app, owner, 'garden');
  pinBoard(app, owner, 'house', true);
  const lists = sharedBoards(app, owner).map(({ name, members }) => [name, members]);
  expect(lists).toEqual([
    ['house', 2],
    ['garden', 1],
  ]);
  expect(sharedBoardCards(app, member)).toMatchObject([{ name: 'house', pinned: false, members: 2 }]);
  const { id } = requireBoard(app, owner, 'house');
  const pins = app.db.select().from(memberships).where(eq(memberships.boardId, id)).all();
  expect(pins.map(({ userId, pinned }) => [userId, pinned]).sort()).toEqual(
    [
      [owner.id, true],
      [member.id, false],
    ].sort(),
  );
});
