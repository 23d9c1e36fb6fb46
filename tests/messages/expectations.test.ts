import { expect } from 'bun:test';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { renameShared } from '../../src/boards/naming';
import { convertAndInvite, createSharedBoard } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { addMessage } from '../../src/messages/messages';
import { test } from '../support/app-test';
import { bob, cho } from '../support/cast';
import { contentsOn, post, privateTags, share } from '../support/house';
import { ensureUser } from '../support/people';
import { messagesOf } from '../support/texts';

const LOST = "You are no longer on Ann Lee's #house. Save it to your own #house, seen only by you?";

test('a message for a board that its sender has lost is not stored', ({ app, owner, member, id }) => {
  const message = { content: 'Sofa', tags: ['house'], expects: [{ tag: 'house', boardId: id }] };
  addMessage(app, member, message);
  removeMember(app, owner, id, member.id);
  expect(() => addMessage(app, member, message)).toThrow(LOST);
  expect(() => addMessage(app, member, { ...message, content: 'Lamp #house', tags: [] })).toThrow(LOST);
  expect(messagesOf(app, bob)).toEqual(['Sofa']);
  addMessage(app, member, { ...message, expects: [{ tag: 'house', boardId: null }] });
  expect(contentsOn(app, owner, 'house')).toEqual(['Sofa']);
});

test('the refusal says what the tag means now', ({ app, owner, member, id }) => {
  const other = ensureUser(app, cho);
  const add = (tag: string, boardId: number | null) => () =>
    addMessage(app, member, { content: 'Sofa', tags: [tag], expects: [{ tag, boardId }] });
  expect(add('house', null)).toThrow('#house is a shared board now, seen by 1 person. Save it there?');

  renameShared(app, owner, id, 'home');
  expect(add('house', id)).toThrow('#house is called #home now, seen by 1 person. Save it there?');

  post(app, member, 'Plan #trip');
  convertAndInvite(app, member, 'trip', cho.phone);
  expect(add('trip', null)).toThrow('#trip is a shared board now, seen by 1 person. Save it there?');

  deleteSharedBoard(app, owner, id);
  share(app, other, 'home', bob);
  expect(add('home', id)).toThrow('#home is another shared board now, seen by 1 person. Save it there?');

  createSharedBoard(app, member, 'alone');
  expect(add('alone', null)).toThrow('#alone is a shared board now, seen by only you so far.');
  expect(add('never', id)).toThrow('You are no longer on the shared board #never.');
});

test('an edit that would reach another board than expected changes nothing', ({ app, owner, member, id }) => {
  const message = addMessage(app, member, { content: 'Sofa', tags: ['notes'] });
  removeMember(app, owner, id, member.id);
  const change = { content: 'Blue sofa #house', expects: [{ tag: 'house', boardId: id }] };
  expect(() => edit(app, member, message.id, change)).toThrow(LOST);
  expect([messagesOf(app, bob), privateTags(app, member)]).toEqual([['Sofa'], ['notes']]);
  edit(app, member, message.id, { ...change, expects: [{ tag: 'house', boardId: null }] });
  expect(privateTags(app, member)).toEqual(['house', 'notes']);
});

test('a call that is repeated after a lost answer is not refused', ({ app, owner, member, id }) => {
  const message = { content: 'Sofa', tags: ['house'], idempotencyKey: 'one' };
  const first = addMessage(app, member, { ...message, expects: [{ tag: 'house', boardId: id }] });
  removeMember(app, owner, id, member.id);
  for (const boardId of [id, null])
    expect(addMessage(app, member, { ...message, expects: [{ tag: 'house', boardId }] }).id).toBe(first.id);
  expect(messagesOf(app, bob)).toEqual(['Sofa']);
});
