import { expect, test } from 'bun:test';
import type { User } from '../../db/schema';
import { sharedWithCounts, tagsWithCounts } from '../../src/boards/boards';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { renamePrivate, renameShared } from '../../src/boards/naming';
import { convertAndInvite, createSharedBoard, invite, listMembers } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { setPreference } from '../../src/notifications/preferences';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY } from '../support/clock';
import { house, post, read } from '../support/house';
import { settle } from '../support/people';

const names = (app: TestApp, user: User) => sharedWithCounts(app, user).map(({ name }) => name);
const tags = (app: TestApp, user: User) =>
  tagsWithCounts(app, user)
    .map(({ tag }) => tag)
    .sort();

test('who is invited is a member at once, and is told by whom, to what, how to post and how to leave', async () => {
  await using app = testApp();
  const { owner, member } = house(app);
  const told = () => app.outbox(bob.phone).filter(({ kind }) => kind === 'membership');
  post(app, owner, 'New lamp #house');
  expect(read(app, member, 'house')).toEqual(['New lamp #house']);
  const [text, ...more] = told();
  expect(more).toEqual([]);
  expect(text?.body).toContain('Ann Lee added you to the shared board #house.');
  expect(text?.body).toContain('Start a text with #house');
  expect(text?.body).toContain('leave it: http://localhost:0/tag/shared/house');
  invite(app, owner, 'house', '(202) 555-0122'); // again: nothing changes
  expect(told()).toHaveLength(1);
});

test('a name that is taken keeps its board, and the newcomer gets a number', async () => {
  await using app = testApp();
  const member = settle(app, bob);
  post(app, member, 'My own #house');
  const { owner } = house(app);
  post(app, owner, 'Lamp #house');
  expect(names(app, member)).toEqual(['house-2']);
  expect(read(app, member, 'house')).toEqual(['My own #house']);
  post(app, member, 'Secret #house');
  expect(read(app, owner, 'house')).toEqual(['Lamp #house']);
  expect(app.outbox(bob.phone)[0]?.body).toContain('#house of your own, so theirs is #house-2 for you');
});

test('a name of the longest kind is cut to make room for its number', async () => {
  await using app = testApp();
  const long = `${'a'.repeat(48)}-b`;
  const [owner, member] = [settle(app, ann), settle(app, bob)];
  post(app, member, `Mine #${long}`);
  createSharedBoard(app, owner, long);
  invite(app, owner, long, bob.phone);
  expect(names(app, member)).toEqual([`${'a'.repeat(48)}-2`]);
});

test('only an owner invites; an unknown number, oneself and a stranger are refused', async () => {
  await using app = testApp();
  const { owner, member } = house(app);
  const stranger = settle(app, dee);
  expect(() => invite(app, member, 'house', dee.phone)).toThrow("Only the board's owner can invite people.");
  expect(() => invite(app, owner, 'house', cho.phone)).toThrow('Nobody with this number uses Tagline yet.');
  expect(() => invite(app, owner, 'house', ann.phone)).toThrow('You are on this board already.');
  expect(() => invite(app, owner, 'house', 'not a phone')).toThrow('That is not a phone number.');
  expect(() => invite(app, stranger, 'house', bob.phone)).toThrow('Board not found');
  expect(app.outbox(cho.phone)).toEqual([]);
});

test('converting shares the messages of the board, or changes nothing when nobody has the number', async () => {
  await using app = testApp();
  const [owner, member] = [settle(app, ann), settle(app, bob)];
  post(app, owner, 'Pho #food #gift');
  expect(() => convertAndInvite(app, owner, 'food', cho.phone)).toThrow('Nobody with this number');
  expect(tags(app, owner)).toEqual(['food', 'gift']);
  convertAndInvite(app, owner, 'food', bob.phone);
  expect(tags(app, owner)).toEqual(['gift']);
  expect(read(app, member, 'food')).toEqual(['Pho #food']); // the other tag is nobody else's business
  expect(() => convertAndInvite(app, owner, 'food', cho.phone)).toThrow('#food is a shared board.');
});

test('the catch-all and the feedback board are never shared, converted or renamed', async () => {
  await using app = testApp();
  const owner = settle(app, ann);
  settle(app, bob);
  post(app, owner, 'Nowhere');
  post(app, owner, 'Nice #feedback');
  for (const tag of ['uncategorized', 'feedback']) {
    expect(() => createSharedBoard(app, owner, tag)).toThrow(`#${tag} cannot be shared.`);
    expect(() => convertAndInvite(app, owner, tag, bob.phone)).toThrow(`#${tag} cannot be shared.`);
    expect(() => renamePrivate(app, owner, tag, 'other')).toThrow(`#${tag} cannot be renamed.`);
  }
  const { id } = createSharedBoard(app, owner, 'house');
  expect(() => renameShared(app, owner, id, 'feedback')).toThrow('#feedback cannot be used as a new name.');
});

test('a board is not created or renamed onto a name that its owner has', async () => {
  await using app = testApp();
  const { owner, id } = house(app);
  post(app, owner, 'Pho #food');
  expect(() => createSharedBoard(app, owner, 'house')).toThrow('You already have a shared board #house.');
  expect(() => createSharedBoard(app, owner, 'food')).toThrow('invite somebody to it: that converts it');
  expect(() => renameShared(app, owner, id, 'food')).toThrow('You already have #food.');
  expect(() => renamePrivate(app, owner, 'food', 'house')).toThrow('You already have #house.');
  expect(renamePrivate(app, owner, 'food', 'food').name).toBe('food');
  expect(renamePrivate(app, owner, 'food', 'meals').name).toBe('meals');
  expect(read(app, owner, 'meals')).toEqual(['Pho #food']);
});

test("every member's tag follows a rename, beside what is their own, and they are told unless they muted it", async () => {
  await using app = testApp();
  const { owner, member, id } = house(app);
  post(app, member, 'Mine #home');
  expect(() => renameShared(app, member, id, 'home')).toThrow("Only the board's owner can rename it.");
  renameShared(app, owner, id, 'home');
  expect([names(app, owner), names(app, member)]).toEqual([['home'], ['home-2']]);
  expect(read(app, member, 'home')).toEqual(['Mine #home']);
  expect(app.outbox(bob.phone).at(-1)?.body).toContain(
    'renamed the shared board #house. It is #home-2 for you now',
  );
  expect(app.outbox(ann.phone)).toEqual([]);
});

test('an owner who renames without end has a member texted twenty times a day, and one who has muted it never', async () => {
  await using app = testApp();
  const { owner, member, id } = house(app);
  const muted = settle(app, cho);
  invite(app, owner, 'house', cho.phone);
  setPreference(app, muted, id, false);
  const told = () => [bob, cho].map(({ phone }) => app.outbox(phone).length);
  for (let day = 1; day <= 2; day++) {
    for (let round = 0; round < 30; round++) renameShared(app, owner, id, `house ${day} ${round}`);
    expect(told()).toEqual([20 * day, 1]);
    app.clock.advance(DAY);
  }
  expect(names(app, member)).toEqual(['house-2-29']);
});

test('who leaves reads nothing more of the board and keeps their own messages under its tag', async () => {
  await using app = testApp();
  const { owner, member, id } = house(app);
  post(app, owner, 'Lamp #house');
  post(app, member, 'Sofa #house');
  removeMember(app, member, id, member.id);
  expect(names(app, member)).toEqual([]);
  expect(tags(app, member)).toEqual(['house']);
  expect(allMessages(app, member).map(({ content }) => content)).toEqual(['Sofa #house']);
  post(app, member, 'Alone #house');
  expect(read(app, owner, 'house')).toEqual(['Sofa #house', 'Lamp #house']);
});

test('coming back, the private remains dissolve into the board only when they hold nothing else', async () => {
  await using app = testApp();
  const { owner, member, id } = house(app);
  post(app, member, 'Sofa #house');
  removeMember(app, owner, id, member.id);
  invite(app, owner, 'house', bob.phone);
  expect([tags(app, member), names(app, member)]).toEqual([[], ['house']]);

  removeMember(app, owner, id, member.id);
  post(app, member, 'Alone #house');
  invite(app, owner, 'house', bob.phone);
  expect([tags(app, member), names(app, member)]).toEqual([['house'], ['house-2']]);
  expect(read(app, owner, 'house')).toEqual(['Sofa #house']);
});

test("a board of one's own never dissolves because all of it is on the shared board too", async () => {
  await using app = testApp();
  const member = settle(app, bob);
  post(app, member, 'First #house');
  const { owner, id } = house(app);
  edit(app, member, allMessages(app, member)[0]!.id, { tags: ['house', 'house-2'] });
  removeMember(app, owner, id, member.id);
  invite(app, owner, 'house', bob.phone);
  expect([tags(app, member), names(app, member)]).toEqual([['house'], ['house-2']]);
});

test('remains that have been shared with others are a board of their own, and never dissolve', async () => {
  await using app = testApp();
  const { owner, member, id } = house(app);
  settle(app, cho);
  post(app, member, 'Sofa #house');
  removeMember(app, member, id, member.id);
  convertAndInvite(app, member, 'house', cho.phone);
  invite(app, owner, 'house', bob.phone);
  expect(names(app, member).sort()).toEqual(['house', 'house-2']);
  expect(read(app, member, 'house')).toEqual(['Sofa #house']);
});

test('an owner cannot leave, a member cannot remove others, and nobody is removed twice', async () => {
  await using app = testApp();
  const { owner, member, id } = house(app);
  settle(app, cho);
  invite(app, owner, 'house', cho.phone);
  const other = settle(app, cho);
  expect(() => removeMember(app, owner, id, owner.id)).toThrow('You own this board');
  expect(() => removeMember(app, member, id, other.id)).toThrow("Only the board's owner can remove");
  removeMember(app, owner, id, other.id);
  expect(() => removeMember(app, owner, id, other.id)).toThrow('Member not found');
  expect(() => removeMember(app, other, id, other.id)).toThrow('Board not found');
});

test('when a shared board ends, each message is left to its author under the tag they had for it', async () => {
  await using app = testApp();
  const member = settle(app, bob);
  post(app, member, 'Mine #house');
  const { owner, id } = house(app);
  post(app, owner, 'Lamp #house');
  post(app, member, 'Sofa #house-2');
  expect(() => deleteSharedBoard(app, member, id)).toThrow("Only the board's owner can delete it.");
  deleteSharedBoard(app, owner, id);
  expect([names(app, owner), names(app, member)]).toEqual([[], []]);
  expect(read(app, owner, 'house')).toEqual(['Lamp #house']);
  expect(read(app, member, 'house')).toEqual(['Mine #house']);
  expect(read(app, member, 'house-2')).toEqual(['Sofa #house-2']);
  expect(app.outbox(bob.phone).at(-1)?.body).toContain('Ann Lee deleted the shared board #house-2.');
});

test("whole phone numbers go to oneself and the board's owner, and nobody is called User", async () => {
  await using app = testApp();
  const { owner, member } = house(app);
  settle(app, { ...cho, firstName: 'User', lastName: 'User' });
  invite(app, owner, 'house', cho.phone);
  const numbers = (viewer: User) =>
    listMembers(app, viewer, 'house').map(({ role, user }) => [role, user.displayName, user.phoneNumber]);
  expect(numbers(owner)).toEqual([
    ['owner', 'Ann Lee', '+12025550111'],
    ['member', 'Bob Ray', '+12025550122'],
    ['member', '+12025550133', '+12025550133'],
  ]);
  expect(numbers(member)).toEqual([
    ['owner', 'Ann Lee', '+1 ••• ••• 0111'],
    ['member', 'Bob Ray', '+12025550122'],
    ['member', '+1 ••• ••• 0133', '+1 ••• ••• 0133'],
  ]);
});

test('a name in a text is one short line without links', async () => {
  await using app = testApp();
  const owner = settle(app, { ...ann, firstName: 'Your code\nis 1', lastName: 'https://evil.example/x' });
  settle(app, bob);
  createSharedBoard(app, owner, 'house');
  invite(app, owner, 'house', bob.phone);
  const body = app.outbox(bob.phone)[0]?.body ?? '';
  expect(body).toStartWith('Your code is 1 https added you');
});
