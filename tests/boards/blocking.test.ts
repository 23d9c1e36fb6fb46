import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { blockPerson, hasBlocked, listBlockedPeople, unblockPerson } from '../../src/boards/blocking';
import { inviteByText, listBoardInvites } from '../../src/boards/invites/board-invites';
import { submitInvite } from '../../src/boards/invites/invites';
import { convertAndInvite, invite } from '../../src/boards/sharing';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';
import { contentsOn, house, post, privateTags, share, sharedTags } from '../support/house';
import { ensureUser } from '../support/people';
import { answersTo, messagesOf, textIn } from '../support/texts';

const textsTo = (app: TestApp) => app.outbox(bob.phone).length;
const say = (app: TestApp, body: string) => answersTo(app, bob, body)[0];

test('who is added reads how to leave, and how not to be added again', ({ app, owner }) => {
  expect(owner.phone).toBe(ann.phone);
  expect(app.outbox(bob.phone)[0]?.body).toContain(
    'Text LEAVE #house to leave, or BLOCK so that they cannot add you again.',
  );
});

test('LEAVE ends the membership, and UNDO brings it back', ({ app, owner, member }) => {
  post(app, member, 'Sofa #house');
  expect(say(app, 'Leave #house')).toBe(
    'You have left #house. What you posted is also on your own #house. UNDO takes it back.',
  );
  expect([sharedTags(app, member), privateTags(app, member)]).toEqual([[], ['house']]);
  expect(say(app, 'UNDO')).toBe('Taken back: you are on #house again.');
  expect([sharedTags(app, member), privateTags(app, member)]).toEqual([['house'], []]);
  expect(contentsOn(app, owner, 'house')).toEqual(['Sofa #house']);
});

test('LEAVE of a board that one owns or is not on changes nothing', ({ app, owner, member }) => {
  share(app, member, 'garden', ann);
  expect(say(app, 'LEAVE #garden')).toBe('You own #garden: you can delete it on the web.');
  expect(say(app, 'LEAVE #club')).toBe('You are on no board #club. Text ? for your boards.');
  textIn(app, bob, 'Leave #work');
  expect(messagesOf(app, bob)).toEqual(['Leave #work']);
  expect(sharedTags(app, owner).sort()).toEqual(['garden', 'house']);
});

test('BLOCK leaves all boards of who added one last, for good', ({ app, owner, member }) => {
  share(app, owner, 'spam', bob);
  share(app, ensureUser(app, cho), 'club', bob);
  invite(app, owner, 'spam', bob.phone); // already a member, so this is no addition
  share(app, owner, 'offers', bob);
  expect(say(app, 'Block!')).toBe(
    `Ann Lee can neither add nor invite you any more. You have left #offers and 2 other boards. UNDO takes it back, later your profile: ${app.publicUrl}/profile`,
  );
  expect(sharedTags(app, member)).toEqual(['club']);
  expect(listBlockedPeople(app, member)).toMatchObject([{ id: owner.id, displayName: 'Ann Lee' }]);
});

test('a person blocks only who is on their boards, leaves only theirs, and reads only own blocks', ({
  app,
  owner,
  member,
}) => {
  const [stranger, other] = [ensureUser(app, cho), ensureUser(app, dee)];
  share(app, stranger, 'club', dee);
  share(app, owner, 'garden', cho);
  expect(() => blockPerson(app, member, stranger.id)).toThrow('Person');
  expect(() => blockPerson(app, member, member.id)).toThrow('Person');
  blockPerson(app, other, stranger.id);
  expect(blockPerson(app, member, owner.id).left.map(({ tag }) => tag)).toEqual(['house']);
  const blocked = [owner, member, stranger, other].map((user) =>
    listBlockedPeople(app, user).map(({ id }) => id),
  );
  expect(blocked).toEqual([[], [owner.id], [], [stranger.id]]);
  expect(() => unblockPerson(app, member, stranger.id)).toThrow('Person');
});

test('UNDO takes BLOCK back, with all boards', ({ app, owner, member }) => {
  share(app, owner, 'spam', bob);
  say(app, 'LEAVE #house');
  say(app, 'BLOCK');
  expect(say(app, 'UNDO')).toBe('Taken back: you are on #spam again.');
  expect(say(app, 'UNDO')).toBe('Taken back: you are on #house again.');
  expect(hasBlocked(app, member, owner)).toBe(false);
  say(app, 'LEAVE #house');
  say(app, 'BLOCK #spam');
  app.clock.advance(20 * MINUTE);
  expect(say(app, 'UNDO')).toStartWith('There is nothing to take back');
});

test('BLOCK is a note of whoever was added by nobody in the last month', ({ app, member }) => {
  app.clock.advance(31 * DAY);
  textIn(app, bob, 'Block');
  textIn(app, cho, 'BLOCK');
  expect([messagesOf(app, bob), messagesOf(app, cho)]).toEqual([['Block'], ['BLOCK']]);
  expect(sharedTags(app, member)).toEqual(['house']);
});

function blocked(app: TestApp): { owner: User; member: User } {
  const { owner, member } = house(app);
  blockPerson(app, member, owner.id);
  post(app, owner, 'Mine #mine');
  return { owner, member };
}

test('to whoever is blocked, the number looks like one without an account', ({ app }) => {
  const { owner, member } = blocked(app);
  const before = textsTo(app);
  expect(() => invite(app, owner, 'house', bob.phone)).toThrow('Nobody with this number uses Tagline yet.');
  expect(() => convertAndInvite(app, owner, 'mine', bob.phone)).toThrow('Nobody with this number');
  expect(inviteByText(app, owner, 'house', bob.phone)).toMatchObject({ pending: true });
  expect(listBoardInvites(app, owner, 'house')).toMatchObject([{ phoneNumber: bob.phone }]);
  app.clock.advance(DAY);
  submitInvite(app, { phoneNumber: bob.phone, inviteCode: owner.inviteCode, address: null });
  expect(textsTo(app)).toBe(before);
  textIn(app, bob, 'YES');
  expect(sharedTags(app, member)).toEqual([]);
});

test('others go on adding whoever has blocked somebody, until unblocked also that one', ({ app }) => {
  const { owner, member } = blocked(app);
  share(app, ensureUser(app, cho), 'club', bob);
  unblockPerson(app, member, owner.id);
  invite(app, owner, 'house', bob.phone);
  expect(sharedTags(app, member).sort()).toEqual(['club', 'house']);
  expect(() => unblockPerson(app, member, owner.id)).toThrow('Person not found');
});

test('only people whom one knows from a board can be blocked', ({ app, member }) => {
  const stranger = ensureUser(app, cho);
  expect(() => blockPerson(app, member, stranger.id)).toThrow('Person not found');
  expect(() => blockPerson(app, member, member.id)).toThrow('Person not found');
});
