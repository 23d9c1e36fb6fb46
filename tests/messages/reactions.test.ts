import { expect } from 'bun:test';
import { reactions, type User } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { invite } from '../../src/boards/sharing';
import { REACTIONS_MAX } from '../../src/contract/limits';
import { reactInput } from '../../src/contract/messages';
import { deleteAccount } from '../../src/messages/delete-account';
import { restoreMessage } from '../../src/messages/deleted-messages';
import { findMessage } from '../../src/messages/find';
import { react, reactByText } from '../../src/messages/reactions';
import { removeOwnMessage } from '../../src/messages/removal';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { cho, dee } from '../support/cast';
import { SECOND } from '../support/clock';
import { post, share } from '../support/house';
import { ensureUser } from '../support/people';

function reacting(app: TestApp, id: number) {
  return {
    add(user: User, emoji: string, on = true) {
      app.clock.advance(SECOND);
      react(app, user, reactInput.parse({ id, emoji, on }));
    },
    seenBy: (user: User) =>
      findMessage(app, user, id)?.reactions.map(
        ({ emoji, count, mine, people }) => `${emoji} ${count}${mine ? ' mine' : ''}: ${people}`,
      ),
  };
}

test('reactions are counted by emoji, the first one first, and can be taken back', ({
  app,
  owner,
  member,
}) => {
  const id = post(app, member, 'Lamp #house');
  const { add, seenBy } = reacting(app, id);
  add(owner, '❤'); // without the selector of an emoji
  add(member, '👍');
  add(member, '❤️');
  add(member, '❤️');
  expect(seenBy(owner)).toEqual(['❤️ 2 mine: Ann Lee,Bob Ray', '👍 1: Bob Ray']);
  add(owner, '❤️', false);
  expect(seenBy(owner)).toEqual(['👍 1: Bob Ray', '❤️ 1: Bob Ray']);
  for (const emoji of ['', 'a', '👍👍', '7', '#', '<b>', '👍 ok'])
    expect(() => add(owner, emoji)).toThrow('A reaction is one emoji.');
  const more = Array.from({ length: REACTIONS_MAX - 2 }, (_, n) => String.fromCodePoint(0x1f400 + n));
  for (const emoji of more) add(member, emoji);
  expect(() => add(owner, '🚀')).toThrow('at most 20 different reactions');
  reactByText(app, owner, { id, emoji: '🚀', on: true });
  add(owner, '👍');
  expect(seenBy(member)).toHaveLength(REACTIONS_MAX);
  expect(seenBy(member)?.[0]).toBe('👍 2 mine: Bob Ray,Ann Lee');
});

test('nobody sees the reactions of people of other boards, or of people who left', ({
  app,
  owner,
  member,
  id: house,
}) => {
  share(app, owner, 'club', cho, dee);
  const [choe, deed] = [cho, dee].map((person) => ensureUser(app, person)) as [User, User];
  const { add, seenBy } = reacting(app, post(app, owner, 'Lamp #house #club'));
  add(member, '👍');
  add(choe, '👍');
  expect(seenBy(owner)).toEqual(['👍 2: Bob Ray,Cho Min']);
  expect(seenBy(member)).toEqual(['👍 1 mine: Bob Ray']);
  expect(seenBy(deed)).toEqual(['👍 1: Cho Min']);
  removeMember(app, member, house, member.id);
  expect([seenBy(owner), seenBy(member)]).toEqual([['👍 1: Cho Min'], undefined]);
  expect(() => add(member, '❤️')).toThrow('Message not found');
  invite(app, owner, 'house', member.phone);
  expect(seenBy(owner)).toEqual(['👍 2: Bob Ray,Cho Min']);
});

test('reactions go and come back with their message, and go with their person', ({ app, owner, member }) => {
  const id = post(app, owner, 'Lamp #house');
  const { add, seenBy } = reacting(app, id);
  add(member, '👍');
  const before = app.db.select().from(reactions).all();
  removeOwnMessage(app, owner, id);
  expect(app.db.select().from(reactions).all()).toEqual([]);
  restoreMessage(app, owner, id);
  expect(app.db.select().from(reactions).all()).toEqual(before);
  expect(seenBy(owner)).toEqual(['👍 1: Bob Ray']);
  deleteAccount(app, member);
  expect(seenBy(owner)).toEqual([]);
});
