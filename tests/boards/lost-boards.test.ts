import { expect } from 'bun:test';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { invite } from '../../src/boards/sharing';
import { deleteAccount } from '../../src/messages/delete-account';
import { addMessage } from '../../src/messages/messages';
import { setPreference } from '../../src/notices/preferences';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho, type Person } from '../support/cast';
import { MINUTE } from '../support/clock';
import { house, post, privateTags, share } from '../support/house';
import { ensureUser } from '../support/people';
import { messagesOf, repliesTo, textIn, textsTo } from '../support/texts';

const KEPT =
  "You are no longer on Ann Lee's #house. Kept on your own #house, which only you see. Reply UNDO to take it back.";

type Act = (at: ReturnType<typeof house> & { app: TestApp }) => void;

const told = (app: TestApp, person: Person) =>
  textsTo(app, person, 'membership').filter((body) => !body.includes(' added you '));

test('a removed member is told by text, one who leaves is not', ({ app, owner, member, id }) => {
  removeMember(app, owner, id, member.id);
  expect(told(app, bob)).toEqual([
    'Ann Lee removed you from the shared board #house. What you posted there is still yours.',
  ]);
  invite(app, owner, 'house', bob.phone);
  removeMember(app, member, id, member.id);
  expect(told(app, bob)).toHaveLength(1);
  expect(told(app, ann)).toEqual([]);
});

test('a removed member who muted the board or stopped texts is not told', ({ app, owner, member, id }) => {
  setPreference(app, member, id, false);
  removeMember(app, owner, id, member.id);
  invite(app, owner, 'house', bob.phone);
  textIn(app, bob, 'STOP');
  removeMember(app, owner, id, member.id);
  expect(told(app, bob)).toEqual([]);
});

test('the first text to a lost board is kept as private, and is answered', ({ app, owner, member, id }) => {
  removeMember(app, owner, id, member.id);
  textIn(app, bob, 'Sofa #house');
  expect(repliesTo(app, bob)).toEqual([KEPT]);
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Lamp #house');
  expect(repliesTo(app, bob)).toHaveLength(1);
  textIn(app, bob, 'UNDO');
  textIn(app, bob, 'UNDO');
  expect([messagesOf(app, bob), privateTags(app, member)]).toEqual([[], []]);
});

test('the answer comes also if posts of the member are kept under the tag', ({ app, owner, member, id }) => {
  post(app, member, 'Sofa #house');
  removeMember(app, owner, id, member.id);
  expect(privateTags(app, member)).toEqual(['house']);
  textIn(app, bob, 'Lamp #house');
  expect(repliesTo(app, bob)).toEqual([KEPT]);
});

test('a text to several lost boards has one answer', ({ app, owner, id }) => {
  const garden = share(app, owner, 'garden', bob);
  deleteSharedBoard(app, owner, id);
  deleteSharedBoard(app, owner, garden);
  textIn(app, bob, 'Lamp #house #garden');
  textIn(app, bob, 'Sofa #house and #garden');
  expect(repliesTo(app, bob)).toEqual([
    'You are no longer on #house and 1 other board. Kept on boards of your own with these names, which only you see. Reply UNDO to take it back.',
  ]);
});

test('the answer names nobody whose account is deleted', ({ app, owner }) => {
  deleteAccount(app, owner);
  textIn(app, bob, 'Lamp #house');
  expect(repliesTo(app, bob)).toEqual([
    'You are no longer on the shared board #house. Kept on your own #house, which only you see. Reply UNDO to take it back.',
  ]);
});

test('nothing is answered to one who left, returned, or knows of it from the web', async () => {
  for (const act of [
    ({ app, member, id }) => removeMember(app, member, id, member.id),
    ({ app, owner, member, id }) => {
      removeMember(app, owner, id, member.id);
      invite(app, owner, 'house', bob.phone);
    },
    ({ app, owner, member, id }) => {
      removeMember(app, owner, id, member.id);
      post(app, member, 'My own #house');
      invite(app, owner, 'house', bob.phone);
    },
    ({ app, owner, member, id }) => {
      removeMember(app, owner, id, member.id);
      addMessage(app, member, { content: 'Mine #house', expects: [{ tag: 'house', boardId: null }] });
    },
  ] satisfies Act[]) {
    await using app = testApp();
    act({ app, ...house(app) });
    textIn(app, bob, 'Lamp #house');
    expect(repliesTo(app, bob).filter((body) => body.includes('no longer'))).toEqual([]);
  }
});

test('a lost board of somebody else with the same tag changes nothing', ({ app, owner, member, id }) => {
  removeMember(app, owner, id, member.id);
  textIn(app, ann, 'Lamp #house');
  expect(repliesTo(app, ann)).toEqual([]);
});

test('a lost board that one was told of, or has again, is still lost to the others', ({ app, owner }) => {
  const choe = ensureUser(app, cho);
  const lose = (name: string) => {
    const id = share(app, owner, name, bob, cho);
    for (const person of [bob, cho]) removeMember(app, owner, id, ensureUser(app, person).id);
  };
  const isTold = (person: Person, body: string) => {
    const before = repliesTo(app, person).length;
    textIn(app, person, body);
    return repliesTo(app, person).slice(before).join().includes('no longer on');
  };
  lose('club');
  expect([isTold(bob, 'Lamp #club'), isTold(cho, 'Sofa #club')]).toEqual([true, true]);
  lose('choir');
  invite(app, owner, 'choir', choe.phone);
  expect([isTold(cho, 'Song #choir'), isTold(bob, 'Song #choir')]).toEqual([false, true]);
});
