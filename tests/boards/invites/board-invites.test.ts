import { expect } from 'bun:test';
import { phones } from '../../../db/schema';
import {
  convertAndInviteByText,
  inviteByText,
  listBoardInvites,
  takeBackInvite,
} from '../../../src/boards/invites/board-invites';
import { deleteOldInvites, submitInvite } from '../../../src/boards/invites/invites';
import { deleteSharedBoard, removeMember } from '../../../src/boards/leaving';
import { createSharedBoard, invite } from '../../../src/boards/sharing';
import { deleteAccount } from '../../../src/messages/delete-account';
import { type TestApp, testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { ann, bob, cho, dee } from '../../support/cast';
import { DAY, MINUTE } from '../../support/clock';
import { contentsOn, house, post, privateTags, sharedTags } from '../../support/house';
import { ensureUser, versionOf } from '../../support/people';
import { accountOf, kindsOf, messagesOf, textIn } from '../../support/texts';

const lastText = (app: TestApp, phone: string) => app.outbox(phone).at(-1)?.body ?? '';
const waiting = (app: TestApp, tag = 'house') =>
  listBoardInvites(app, accountOf(app, ann)!, tag).map(({ phoneNumber }) => phoneNumber);

function invited(app: TestApp) {
  const world = house(app);
  const answer = inviteByText(app, world.owner, 'house', cho.phone);
  return { ...world, answer };
}

test('YES makes the account and the membership, and the inviter hears of it', async () => {
  for (const word of ['YES', 'Join!']) {
    await using app = testApp({ PUBLIC_URL: 'https://notes.example' });
    const { owner, answer } = invited(app);
    post(app, owner, 'Lamp #house');
    expect(answer).toMatchObject({ pending: true });
    expect(lastText(app, cho.phone)).toStartWith('Ann Lee invites you to the shared board #house on Tagline');
    expect([accountOf(app, cho), waiting(app)]).toEqual([undefined, [cho.phone]]);

    textIn(app, cho, word);
    const member = accountOf(app, cho)!;
    expect(contentsOn(app, member, 'house')).toEqual(['Lamp #house']);
    expect(lastText(app, cho.phone)).toStartWith("Welcome to Tagline! You are on Ann Lee's #house now.");
    expect(lastText(app, cho.phone)).toMatch(
      /https:\/\/notes\.example\/b\/[a-z2-9]{5} Reply NAME and .* Reply STOP/,
    );
    expect(app.outbox(cho.phone).map(({ kind }) => kind)).toEqual(['invite', 'welcome']);
    expect(lastText(app, ann.phone)).toBe(
      'Your invitation was accepted: the number ending in 0133 is on #house now.',
    );
    expect([kindsOf(app, cho), messagesOf(app, cho), waiting(app)]).toEqual([['join'], [], []]);
    textIn(app, cho, 'Sofa #house');
    expect(lastText(app, cho.phone)).toStartWith("Posted to Ann Lee's #house, seen by 2 people.");
  }
});

test('one YES accepts the invitations of all inviters, and a second one changes nothing', ({ app }) => {
  const { owner } = invited(app);
  const other = ensureUser(app, dee);
  createSharedBoard(app, other, 'house');
  createSharedBoard(app, owner, 'trip');
  app.clock.advance(11 * MINUTE);
  inviteByText(app, other, 'house', cho.phone);
  app.clock.advance(DAY);
  inviteByText(app, owner, 'trip', cho.phone);
  textIn(app, cho, 'YES');
  const member = accountOf(app, cho)!;
  expect(sharedTags(app, member).sort()).toEqual(['house', 'house-2', 'trip']);
  expect(lastText(app, cho.phone)).toContain("You are on Ann Lee's #house and 2 other boards now.");
  expect([lastText(app, ann.phone), lastText(app, dee.phone)]).toEqual([
    'Your invitation was accepted: the number ending in 0133 is on #trip now.',
    'Your invitation was accepted: the number ending in 0133 is on #house now.',
  ]);
  const texts = app.outbox().length;
  textIn(app, cho, 'YES');
  expect([app.outbox().length, kindsOf(app, cho).at(-1)]).toEqual([texts, 'start']);
});

test('an invitation by link and one to a board are accepted by one YES', ({ app }) => {
  invited(app);
  app.clock.advance(11 * MINUTE);
  const { inviteCode } = ensureUser(app, dee);
  submitInvite(app, { phoneNumber: cho.phone, inviteCode, address: null });
  textIn(app, cho, 'YES');
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual(['house']);
  expect(lastText(app, dee.phone)).toContain('the number ending in 0133 now uses Tagline');
});

test('after 30 days an invitation is not listed and a YES makes no account', ({ app }) => {
  const { owner } = invited(app);
  app.clock.advance(30 * DAY);
  expect(waiting(app)).toEqual([]);
  const version = versionOf(app, owner);
  deleteOldInvites(app);
  expect(versionOf(app, owner)).toBe(version + 1);
  textIn(app, cho, 'YES');
  expect(accountOf(app, cho)).toBeUndefined();
  expect(lastText(app, cho.phone)).toStartWith('That invite has ended');
  app.clock.advance(31 * DAY);
  deleteOldInvites(app);
  expect(app.db.$client.query('select id from board_invites').all()).toEqual([]);
});

test('an invitation that was taken back invites nobody, and an unsent text is not sent', ({ app }) => {
  const { owner, id } = invited(app);
  const [pending] = listBoardInvites(app, owner, 'house');
  takeBackInvite(app, owner, id, pending!.id);
  expect(() => takeBackInvite(app, owner, id, pending!.id)).toThrow('Invitation not found');
  expect([waiting(app), app.outbox(cho.phone)]).toEqual([
    [],
    [{ phone: cho.phone, body: '', kind: 'invite', state: 'dropped' }],
  ]);
  textIn(app, cho, 'YES');
  expect(accountOf(app, cho)).toBeUndefined();
  expect(lastText(app, cho.phone)).toStartWith('That invite has ended');
});

test('a deleted board and a deleted inviter invite nobody', ({ app }) => {
  const { owner, id } = invited(app);
  deleteSharedBoard(app, owner, id);
  textIn(app, cho, 'YES');
  expect(accountOf(app, cho)).toBeUndefined();

  createSharedBoard(app, owner, 'trip');
  app.clock.advance(DAY);
  inviteByText(app, owner, 'trip', cho.phone);
  deleteAccount(app, owner);
  textIn(app, cho, 'YES');
  expect(accountOf(app, cho)).toBeUndefined();
});

test('an inviter who is no longer the owner invites nobody', ({ app }) => {
  const { owner, id } = invited(app);
  app.db.$client.run(
    `update memberships set role = 'member' where user_id = ${owner.id} and board_id = ${id}`,
  );
  textIn(app, cho, 'YES');
  expect(accountOf(app, cho)).toBeUndefined();
});

test('a number that has an account by now joins the board by the same YES', ({ app }) => {
  invited(app);
  textIn(app, cho, 'Buy milk');
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual([]);
  textIn(app, cho, 'YES');
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual(['house']);
  expect(lastText(app, cho.phone)).toStartWith("You are on Ann Lee's #house now.");
});

test('a number with an account is a member at once, and its invitation ends', ({ app }) => {
  const { owner, id } = invited(app);
  const member = ensureUser(app, cho);
  expect(waiting(app)).toEqual([cho.phone]);
  expect(inviteByText(app, owner, 'house', cho.phone)).toMatchObject({ pending: false });
  expect([waiting(app), sharedTags(app, member)]).toEqual([[], ['house']]);
  removeMember(app, owner, id, member.id);
  textIn(app, cho, 'YES');
  expect(sharedTags(app, member)).toEqual([]);
});

test('a number that has opted out is not texted, and YES after a STOP accepts', ({ app }) => {
  const { owner } = invited(app);
  textIn(app, cho, 'STOP');
  app.clock.advance(11 * MINUTE);
  expect(() => inviteByText(app, owner, 'house', cho.phone)).toThrow('This number has opted out of texts.');
  expect(app.outbox(cho.phone)).toHaveLength(1);
  textIn(app, cho, 'YES');
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual(['house']);
  expect(lastText(app, cho.phone)).toContain('You are on');
});

test('an invitation is texted again only after a while, and its time begins anew', ({ app }) => {
  const { owner } = invited(app);
  expect(() => inviteByText(app, owner, 'house', cho.phone)).toThrow('This number has just been invited.');
  app.clock.advance(29 * DAY);
  inviteByText(app, owner, 'house', cho.phone);
  app.clock.advance(29 * DAY);
  expect(waiting(app)).toEqual([cho.phone]);
  textIn(app, cho, 'YES');
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual(['house']);
});

test('a person can invite twenty numbers a day by text', ({ app }) => {
  const { owner } = invited(app);
  for (let n = 201; n < 220; n++) inviteByText(app, owner, 'house', `+12025550${n}`);
  expect(() => inviteByText(app, owner, 'house', '+12025550220')).toThrow('many people by text today');
});

test('numbers that must not be texted are refused, and nothing is stored', async () => {
  await using app = testApp({ ALLOWED_COUNTRIES: 'US' });
  const { owner } = house(app);
  expect(() => inviteByText(app, owner, 'house', '+4915112345678')).toThrow('We cannot text this number.');
  expect(() => inviteByText(app, owner, 'house', ann.phone)).toThrow('You are on this board already.');
  app.db.insert(phones).values({ phone: cho.phone, failures: 3 }).run();
  expect(() => inviteByText(app, owner, 'house', cho.phone)).toThrow('Our texts do not reach this number.');
  expect(() => inviteByText(app, accountOf(app, bob)!, 'house', cho.phone)).toThrow('Only the board');
  expect(waiting(app)).toEqual([]);
});

test('converting a board and inviting by text is one act', ({ app, user: owner }) => {
  post(app, owner, 'Soup #food');
  textIn(app, dee, 'STOP');
  expect(() => convertAndInviteByText(app, owner, 'food', dee.phone)).toThrow('opted out');
  expect(privateTags(app, owner)).toEqual(['food']);
  expect(convertAndInviteByText(app, owner, 'food', cho.phone)).toMatchObject({ pending: true });
  expect([privateTags(app, owner), waiting(app, 'food')]).toEqual([[], [cho.phone]]);
  textIn(app, cho, 'YES');
  expect(contentsOn(app, accountOf(app, cho)!, 'food')).toEqual(['Soup #food']);
});

test('a later board with the same name is not the one of the invitation', ({ app }) => {
  const { owner, id } = invited(app);
  deleteSharedBoard(app, owner, id);
  createSharedBoard(app, owner, 'house');
  textIn(app, cho, 'YES');
  expect(accountOf(app, cho)).toBeUndefined();
  ensureUser(app, cho);
  invite(app, owner, 'house', cho.phone);
  expect(sharedTags(app, accountOf(app, cho)!)).toEqual(['house']);
});
