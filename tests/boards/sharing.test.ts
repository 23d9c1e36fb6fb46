import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { convertAndInvite, invite, listMembers } from '../../src/boards/sharing';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { DAY } from '../support/clock';
import { contentsOn, house, post, privateTags, share, sharedTags } from '../support/house';
import { ensureUser } from '../support/people';

test('an invited person is a member at once and is told so by text', ({ app, owner, member }) => {
  const texts = () => app.outbox(bob.phone).filter(({ kind }) => kind === 'membership');
  post(app, owner, 'New lamp #house');
  expect(contentsOn(app, member, 'house')).toEqual(['New lamp #house']);
  const [text, ...more] = texts();
  expect(more).toEqual([]);
  expect(text?.body).toContain('Ann Lee added you to the shared board #house.');
  expect(text?.body).toContain('Start a text with #house');
  expect(text?.body).toMatch(/See it: http:\/\/localhost:0\/b\/[a-z2-9]{5}$/);
  invite(app, owner, 'house', '(202) 555-0122'); // inviting a member again changes nothing
  expect(texts()).toHaveLength(1);
});

test('a new member who has a board of that name gets the shared one with a number', ({ app }) => {
  const member = ensureUser(app, bob);
  post(app, member, 'My own #house');
  const { owner } = house(app);
  post(app, owner, 'Lamp #house');
  expect(sharedTags(app, member)).toEqual(['house-2']);
  expect(contentsOn(app, member, 'house')).toEqual(['My own #house']);
  post(app, member, 'Secret #house');
  expect(contentsOn(app, owner, 'house')).toEqual(['Lamp #house']);
  expect(app.outbox(bob.phone)[0]?.body).toContain('#house of your own, so theirs is #house-2 for you');
});

test('a name of 50 characters is cut to make room for its number', ({ app }) => {
  const long = `${'a'.repeat(48)}-b`;
  const [owner, member] = [ensureUser(app, ann), ensureUser(app, bob)];
  post(app, member, `Mine #${long}`);
  share(app, owner, long, bob);
  expect(sharedTags(app, member)).toEqual([`${'a'.repeat(48)}-2`]);
});

test('converting a board shares its messages; with an unknown phone number it changes nothing', ({ app }) => {
  const [owner, member] = [ensureUser(app, ann), ensureUser(app, bob)];
  post(app, owner, 'Pho #food #gift');
  expect(() => convertAndInvite(app, owner, 'food', cho.phone)).toThrow('Nobody with this number');
  expect(privateTags(app, owner)).toEqual(['food', 'gift']);
  convertAndInvite(app, owner, 'food', bob.phone);
  expect(privateTags(app, owner)).toEqual(['gift']);
  expect(contentsOn(app, member, 'food')).toEqual(['Pho #food']); // the private tag #gift is not shown to members
  expect(() => convertAndInvite(app, owner, 'food', cho.phone)).toThrow('#food is a shared board.');
});

test("only the owner sees others' phone numbers, and nobody is called User", ({ app, owner, member }) => {
  ensureUser(app, { ...cho, firstName: 'User', lastName: 'User' });
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

test('a name in a text is one short line without links', ({ app }) => {
  const owner = ensureUser(app, { ...ann, firstName: 'Your code\nis 1', lastName: 'https://evil.example/x' });
  share(app, owner, 'house', bob);
  const body = app.outbox(bob.phone)[0]?.body ?? '';
  expect(body).toStartWith('Your code is 1 https added you');
});

test('a person invites at most a hundred accounts and thirty unknown numbers a day', ({ app, owner }) => {
  const phone = (n: number) => `+1202555${String(3000 + n)}`;
  const unknown = () => invite(app, owner, 'house', phone(900));
  for (let n = 0; n < 30; n++) expect(unknown).toThrow('Nobody with this number');
  expect(unknown).toThrow('Too many numbers without an account.');
  expect(() => convertAndInvite(app, owner, tagOf(app, owner), phone(900))).toThrow('Too many numbers');
  for (let n = 1; n < 100; n++) {
    ensureUser(app, { ...cho, phone: phone(n) });
    invite(app, owner, 'house', phone(n));
  }
  ensureUser(app, { ...cho, phone: phone(100) });
  expect(() => invite(app, owner, 'house', phone(100))).toThrow('You have invited many people today.');
  app.clock.advance(DAY + 1);
  invite(app, owner, 'house', phone(100));
});

function tagOf(app: TestApp, user: User): string {
  post(app, user, 'Mine #mine');
  return 'mine';
}

test('where nobody can join, nobody is asked to send a join link', async () => {
  const unknown = '+12025550199';
  const sentence = async (env: Record<string, string>) => {
    await using app = testApp(env);
    const { member } = house(app);
    share(app, member, 'garden', ann);
    try {
      invite(app, member, 'garden', unknown);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(await sentence({})).toEndWith('Send them your join link first.');
  expect(await sentence({ SIGN_UP: 'closed' })).toEndWith('uses Tagline yet.');
});
