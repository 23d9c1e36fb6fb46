import { expect } from 'bun:test';
import { allMessages } from '../../src/messages/lists';
import { countTagRemoval, removeTag, takeOffBoard } from '../../src/messages/removal';
import { test } from '../support/app-test';
import { privateBoardCards } from '../support/board-cards';
import { contentsOn, post } from '../support/house';

test('a message that the owner takes off the board stays with its sender', ({ app, owner, member, id }) => {
  const only = post(app, member, 'Ad #house');
  const both = post(app, member, 'Ad two #house #mine');
  takeOffBoard(app, owner, id, only);
  takeOffBoard(app, owner, id, both);
  expect(contentsOn(app, owner, 'house')).toEqual([]);
  expect(contentsOn(app, member, 'uncategorized')).toEqual(['Ad #house']);
  expect(contentsOn(app, member, 'mine')).toEqual(['Ad two #house #mine']);
  expect(() => takeOffBoard(app, owner, id, only)).toThrow('Message not found');
});

test('deleting a tag counts its messages and deletes them from all boards', ({ app, owner, member }) => {
  post(app, owner, 'One #food');
  post(app, owner, 'Two #food #house');
  post(app, owner, 'Three #drink');
  expect(countTagRemoval(app, owner, 'food')).toEqual({ tag: 'food', count: 2, elsewhere: 1 });
  removeTag(app, owner, 'food');
  expect(allMessages(app, owner).map(({ content }) => content)).toEqual(['Three #drink']);
  expect(privateBoardCards(app, owner).map(({ tag }) => tag)).toEqual(['drink']);
  expect(contentsOn(app, member, 'house')).toEqual([]);
  expect(() => removeTag(app, owner, 'house')).toThrow('#house is a shared board. Leave it');
  expect(() => removeTag(app, owner, 'food')).toThrow('Board not found');
});
