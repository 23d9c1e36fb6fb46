import { expect } from 'bun:test';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { convertAndInvite, invite } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { test } from '../support/app-test';
import { bob, cho } from '../support/cast';
import { contentsOn, house, post, privateTags, sharedTags } from '../support/house';
import { ensureUser } from '../support/people';

test('a member who leaves keeps their own messages under the same tag', ({ app, owner, member, id }) => {
  post(app, owner, 'Lamp #house');
  post(app, member, 'Sofa #house');
  removeMember(app, member, id, member.id);
  expect(sharedTags(app, member)).toEqual([]);
  expect(privateTags(app, member)).toEqual(['house']);
  expect(allMessages(app, member).map(({ content }) => content)).toEqual(['Sofa #house']);
  post(app, member, 'Alone #house');
  expect(contentsOn(app, owner, 'house')).toEqual(['Sofa #house', 'Lamp #house']);
});

test('when a member returns, a private copy without own messages is gone', ({ app, owner, member, id }) => {
  post(app, member, 'Sofa #house');
  removeMember(app, owner, id, member.id);
  invite(app, owner, 'house', bob.phone);
  expect([privateTags(app, member), sharedTags(app, member)]).toEqual([[], ['house']]);

  removeMember(app, owner, id, member.id);
  post(app, member, 'Alone #house');
  invite(app, owner, 'house', bob.phone);
  expect([privateTags(app, member), sharedTags(app, member)]).toEqual([['house'], ['house-2']]);
  expect(contentsOn(app, owner, 'house')).toEqual(['Sofa #house']);
});

test('a private board stays even if all its messages are shared as well', ({ app }) => {
  const member = ensureUser(app, bob);
  post(app, member, 'First #house');
  const { owner, id } = house(app);
  edit(app, member, allMessages(app, member)[0]!.id, { tags: ['house', 'house-2'] });
  removeMember(app, owner, id, member.id);
  invite(app, owner, 'house', bob.phone);
  expect([privateTags(app, member), sharedTags(app, member)]).toEqual([['house'], ['house-2']]);
});

test('a shared copy of a left board stays when its owner returns', ({ app, owner, member, id }) => {
  ensureUser(app, cho);
  post(app, member, 'Sofa #house');
  removeMember(app, member, id, member.id);
  convertAndInvite(app, member, 'house', cho.phone);
  invite(app, owner, 'house', bob.phone);
  expect(sharedTags(app, member).sort()).toEqual(['house', 'house-2']);
  expect(contentsOn(app, member, 'house')).toEqual(['Sofa #house']);
});

test("a deleted board leaves each message to its author under the author's tag", ({ app }) => {
  const member = ensureUser(app, bob);
  post(app, member, 'Mine #house');
  const { owner, id } = house(app);
  post(app, owner, 'Lamp #house');
  post(app, member, 'Sofa #house-2');
  expect(() => deleteSharedBoard(app, member, id)).toThrow("Only the board's owner can delete it.");
  deleteSharedBoard(app, owner, id);
  expect([sharedTags(app, owner), sharedTags(app, member)]).toEqual([[], []]);
  expect(contentsOn(app, owner, 'house')).toEqual(['Lamp #house']);
  expect(contentsOn(app, member, 'house')).toEqual(['Mine #house']);
  expect(contentsOn(app, member, 'house-2')).toEqual(['Sofa #house-2']);
  expect(app.outbox(bob.phone).at(-1)?.body).toContain('Ann Lee deleted the shared board #house-2.');
});
