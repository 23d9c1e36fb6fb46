import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { setList } from '../../src/boards/marks';
import { deleteAccount } from '../../src/messages/delete-account';
import { restoreMessage } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { findMessage } from '../../src/messages/find';
import { allMessages } from '../../src/messages/lists';
import { removeOwnMessage } from '../../src/messages/removal';
import { tick } from '../../src/messages/ticks';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { privateBoardCards, sharedBoardCards } from '../support/board-cards';
import { cho } from '../support/cast';
import { post } from '../support/house';
import { ensureUser, versionOf } from '../support/people';

/** Such as `milk by Bob Ray`, or only `milk` while it is open. */
const items = (app: TestApp, user: User, id: number) =>
  findMessage(app, user, id)?.items?.map(({ item, doneAt, doneBy }) =>
    doneAt ? `${item} by ${doneBy}` : item,
  );

test('everybody who sees a list ticks and unticks it, and all see who and when', ({ app, owner, member }) => {
  const id = post(app, owner, 'Shop #secret\n- milk #house\n- [x] eggs #secret\n- #secret');
  expect(items(app, owner, id)).toEqual(['milk', 'eggs by Ann Lee']);
  const [before, texts] = [versionOf(app, owner), app.outbox().length];
  const ticked = tick(app, member, { id, item: 'milk', done: true });
  expect(ticked.items?.[0]).toMatchObject({ text: 'milk', doneBy: 'Bob Ray' });
  expect(items(app, owner, id)).toEqual(['milk by Bob Ray', 'eggs by Ann Lee']);
  expect(versionOf(app, owner)).toBeGreaterThan(before);
  tick(app, owner, { id, item: 'milk', done: true }); // who was first stays
  tick(app, member, { id, item: 'eggs', done: false });
  expect(items(app, member, id)).toEqual(['milk by Bob Ray', 'eggs']);
  expect(app.outbox()).toHaveLength(texts);

  expect(() => tick(app, member, { id, item: 'bread', done: true })).toThrow('Item not found');
  const stranger = ensureUser(app, cho);
  expect(() => tick(app, stranger, { id, item: 'milk', done: true })).toThrow('Message not found');
});

test('an edit keeps the ticks of the lines that stay', ({ app, owner }) => {
  const id = post(app, owner, '- milk\n- eggs\n- [x] tea');
  for (const item of ['milk', 'eggs']) tick(app, owner, { id, item, done: true });
  edit(app, owner, id, { content: 'Today:\n* Milk\n- [ ] tea\n- [x] bread' });
  expect(items(app, owner, id)).toEqual(['milk by Ann Lee', 'tea', 'bread by Ann Lee']);
  edit(app, owner, id, { content: '- milk\n- eggs\n- [x] bread' });
  expect(items(app, owner, id)).toEqual(['milk by Ann Lee', 'eggs', 'bread by Ann Lee']);
  tick(app, owner, { id, item: 'bread', done: false });
  edit(app, owner, id, { content: '- milk\n- eggs\n- [x] bread\n- tea' }); // the old mark does not tick again
  expect(items(app, owner, id)?.slice(2)).toEqual(['bread', 'tea']);
});

test('ticks come back with a deleted message, and stay when their account ends', ({ app, owner, member }) => {
  const id = post(app, owner, '- milk\n- eggs #house');
  tick(app, owner, { id, item: 'milk', done: true });
  tick(app, member, { id, item: 'eggs', done: true });
  removeOwnMessage(app, owner, id);
  restoreMessage(app, owner, id);
  expect(items(app, owner, id)).toEqual(['milk by Ann Lee', 'eggs by Bob Ray']);
  deleteAccount(app, member);
  expect(items(app, owner, id)).toEqual(['milk by Ann Lee', 'eggs by null']);
});

test('the members of a board make it a list of short messages', ({ app, owner, member, id: board }) => {
  const id = post(app, member, 'milk, eggs #house');
  const long = post(app, member, `${'word '.repeat(99)} #house`);
  expect(items(app, owner, id)).toBeUndefined();
  const before = versionOf(app, owner);
  setList(app, member, 'house', true);
  expect(versionOf(app, owner)).toBeGreaterThan(before);
  expect(sharedBoardCards(app, owner)).toMatchObject([{ name: 'house', list: true }]);
  expect([items(app, owner, id), items(app, owner, long)]).toEqual([['milk', 'eggs'], undefined]);
  tick(app, owner, { id, item: 'milk', done: true });

  setList(app, owner, 'house', false);
  expect(items(app, member, id)).toBeUndefined();
  setList(app, owner, 'house', true); // nothing that was ticked is lost
  removeMember(app, member, board, member.id);
  expect(privateBoardCards(app, member)).toMatchObject([{ tag: 'house', list: true }]);
  expect(items(app, member, id)).toEqual(['milk by Ann Lee', 'eggs']);
  removeOwnMessage(app, member, id);
  removeOwnMessage(app, member, long); // the board ends with its last message, and comes back as it was
  restoreMessage(app, member, id);
  expect(privateBoardCards(app, member)).toMatchObject([{ tag: 'house', list: true }]);
  expect(allMessages(app, member).map(({ items }) => items?.length)).toEqual([2]);
});
