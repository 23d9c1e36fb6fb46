import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { messages, outbox, type User } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { archiveBoard } from '../../src/boards/marks';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { create, remove } from '../../src/messages/messages';
import { takeOffBoard } from '../../src/messages/removal';
import { notifyFurtherMembers } from '../../src/notices/notifications';
import { setPreference } from '../../src/notices/preferences';
import { sharedBoardCards } from '../support/board-cards';
import { ann, bob, cho, dee } from '../support/cast';
import { DAY, HOUR, MINUTE, SECOND } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { okIn, textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';
import { advance, house, LINK, notificationsTo, test } from './world';

test('a first post is texted at once, posts of the next minute together', ({ app, post }) => {
  post('New lamp #house');
  expect(notificationsTo(app, ann)).toEqual([`New in #house, Bob Ray: New lamp\n${LINK}`]);
  for (const content of ['Shade #house', 'Bulb, as in https://evil.example/bulb #house']) {
    advance(app, 10 * SECOND);
    post(content);
  }
  expect(notificationsTo(app, ann)).toHaveLength(1);
  advance(app, 39 * SECOND);
  expect(notificationsTo(app, ann)).toHaveLength(1);
  advance(app, SECOND);
  expect(notificationsTo(app, ann)[1]).toBe(`2 new in #house, Bob Ray: Bulb, as in (link)\n${LINK}`);
  // the second text starts another minute in which posts are gathered
  post('Fuse #house');
  advance(app, 59 * SECOND);
  expect(notificationsTo(app, ann)).toHaveLength(2);
  advance(app, SECOND);
  expect(notificationsTo(app, ann)[2]).toBe(`New in #house, Bob Ray: Fuse\n${LINK}`);
  advance(app, HOUR);
  expect(notificationsTo(app, ann)).toHaveLength(3);
});

test('the author and people who muted, left or texted STOP are not texted', ({ app, board, post }) => {
  const [annie, choe] = [ann, cho].map((person) => ensureUser(app, person)) as [User, User];
  post('One #house');
  expect([ann, cho].map((who) => notificationsTo(app, who).length)).toEqual([1, 1]);
  setPreference(app, annie, board, false);
  textIn(app, cho, 'STOP');
  app.clock.advance(HOUR);
  post('Two #house');
  advance(app, HOUR);
  expect([ann, cho, bob, dee].map((who) => notificationsTo(app, who).length)).toEqual([1, 1, 0, 0]);
  setPreference(app, annie, board, true);
  textIn(app, cho, 'START');
  removeMember(app, choe, board, choe.id);
  post('Three #house');
  advance(app, HOUR);
  expect([ann, cho, bob, dee].map((who) => notificationsTo(app, who).length)).toEqual([2, 1, 0, 0]);
});

test('a member who mutes or leaves the board gets no gathered text of it', ({ app, board, post }) => {
  const annie = ensureUser(app, ann);
  const choe = ensureUser(app, cho);
  post('One #house');
  post('Two #house');
  setPreference(app, annie, board, false);
  removeMember(app, choe, board, choe.id);
  advance(app, HOUR);
  expect([notificationsTo(app, ann).length, notificationsTo(app, cho).length]).toEqual([1, 1]);
  setPreference(app, annie, board, true);
  advance(app, HOUR);
  expect(notificationsTo(app, ann)).toHaveLength(1); // unmuting the board later brings no text either
});

test('a board that a member has archived tells nothing new, until it is back', ({ app, post }) => {
  const annie = ensureUser(app, ann);
  post('One #house');
  post('Two #house');
  archiveBoard(app, annie, 'house', true);
  advance(app, HOUR);
  post('Three #house');
  advance(app, HOUR);
  expect([ann, cho].map((who) => notificationsTo(app, who).length)).toEqual([1, 3]);
  expect(sharedBoardCards(app, annie)).toMatchObject([{ name: 'house', archived: true }]);
  expect(sharedBoardCards(app, ensureUser(app, cho))).toMatchObject([{ archived: false }]);
  archiveBoard(app, annie, 'house', false);
  post('Four #house');
  expect(notificationsTo(app, ann)).toHaveLength(2);
});

test('a gathered text leaves out what was deleted meanwhile', ({ app, post }) => {
  post('One #house');
  const posts = ['Two', 'Three', 'Four'].map((word) => post(`${word} #house`));
  remove(app, [posts[0]!, posts[2]!]);
  advance(app, HOUR);
  expect(notificationsTo(app, ann)).toEqual([
    `New in #house, Bob Ray: One\n${LINK}`,
    `New in #house, Bob Ray: Three\n${LINK}`,
  ]);
});

test('a gathered text leaves out what was taken off the board meanwhile', ({ app, owner, board, post }) => {
  const annie = ensureUser(app, ann);
  post('One #house');
  const moved = post('Two #house');
  const taken = post('Three #house', annie);
  edit(app, owner, moved, { content: 'Two, not for you', tags: ['diary'] });
  takeOffBoard(app, owner, board, taken);
  advance(app, HOUR);
  expect([notificationsTo(app, ann).length, notificationsTo(app, cho).length]).toEqual([1, 1]);
  post('Four #house');
  post('Five #house');
  advance(app, HOUR);
  expect(notificationsTo(app, cho).slice(1)).toEqual([
    `New in #house, Bob Ray: Four\n${LINK}`,
    `New in #house, Bob Ray: Five\n${LINK}`,
  ]);
});

test('a waiting notification is withdrawn when its message leaves the board', ({ app, owner }) => {
  for (const text of ['Lamp', '+#house']) textIn(app, bob, text);
  okIn(app, bob);
  expect([ann, cho].map((person) => notificationsTo(app, person).length)).toEqual([1, 1]);
  textIn(app, bob, 'UNDO');
  expect([ann, cho].map((person) => notificationsTo(app, person).length)).toEqual([0, 0]);
  app.clock.advance(HOUR);
  const id = create(app, owner, { content: 'Lamp', tags: ['house', 'diary'], source: 'ui' });
  invite(app, owner, createSharedBoard(app, owner, 'garden').name, ann.phone);
  edit(app, owner, id, { tags: ['garden'] });
  expect([ann, cho].map((person) => notificationsTo(app, person).length)).toEqual([1, 0]);
});

test('a notification held by a limit is withdrawn with its message', ({ app, owner, board }) => {
  const limited = (content: string) => {
    app.clock.advance(HOUR);
    const id = create(app, owner, { content, tags: ['house', 'diary'], source: 'ui' });
    app.db.update(outbox).set({ state: 'limited' }).where(eq(outbox.state, 'queued')).run();
    return id;
  };
  remove(app, [limited('Deleted')]);
  takeOffBoard(app, owner, board, limited('Taken off'));
  limited('Stays');
  expect([ann, cho].map((person) => notificationsTo(app, person))).toEqual(
    [ann, cho].map(() => [`New in #house, Bob Ray: Stays\n${LINK}`]),
  );
});

test('nobody is notified twice of a message on several of their boards', ({ app, owner, post }) => {
  share(app, owner, 'garden', ann);
  app.clock.advance(HOUR);
  post('Roses #house #garden');
  advance(app, HOUR);
  expect(notificationsTo(app, ann)).toHaveLength(1);
  const note = post('Only mine #diary');
  edit(app, owner, note, { tags: ['house', 'garden'] });
  advance(app, HOUR);
  expect(notificationsTo(app, ann)).toHaveLength(2);
  edit(app, owner, note, { content: 'Other words' });
  advance(app, HOUR);
  expect(notificationsTo(app, ann)).toHaveLength(2); // the edit put the message on no further board
});

test('past the limit of a day, posts are folded into summaries', async () => {
  await using world = house(TWILIO);
  const { app, post } = world;
  for (let n = 0; n < 167; n++) {
    post(`Post ${n} #house`);
    advance(app, 61 * SECOND);
  }
  expect(notificationsTo(app, ann)).toHaveLength(150);
  advance(app, 4 * HOUR);
  expect(notificationsTo(app, ann).slice(150)).toEqual([`17 more in #house today\n${LINK}`]);
  advance(app, DAY);
  post('Tomorrow #house');
  expect(notificationsTo(app, ann)[151]).toBe(`New in #house, Bob Ray: Tomorrow\n${LINK}`);
});

test('a thousand posts within a minute are two texts to each member', async ({ app, owner, post }) => {
  const crowd = Array.from({ length: 48 }, (_, n) => ({
    ...dee,
    phone: `+12025556${String(n).padStart(3, '0')}`,
  }));
  for (const person of crowd) {
    ensureUser(app, person);
    invite(app, owner, 'house', person.phone);
  }
  app.clock.advance(HOUR);
  // one commit instead of a thousand, because that is faster
  transaction(app.db, () => {
    for (let n = 0; n < 1000; n++) {
      post(`Post ${n} #house`);
      app.clock.advance(59);
    }
  });
  await notifyFurtherMembers(app);
  for (const who of [...crowd, ann, cho]) expect(notificationsTo(app, who)).toHaveLength(1);
  await advance(app, MINUTE);
  for (const who of [...crowd, ann, cho]) expect(notificationsTo(app, who)).toHaveLength(2);
  expect(notificationsTo(app, ann)[1]).toStartWith('999 new in #house, Bob Ray: Post 999');
});

test('a post and its notifications are stored together or not at all', ({ app, owner }) => {
  app.db.$client.run(
    "create trigger full before insert on outbox begin select raise(abort, 'disk full'); end",
  );
  expect(() => create(app, owner, { content: 'Lost #house', source: 'ui' })).toThrow('disk full');
  expect(app.db.select().from(messages).all()).toEqual([]);
  app.db.$client.run('drop trigger full');
  create(app, owner, { content: 'Kept #house', source: 'ui' });
  expect(notificationsTo(app, ann)).toHaveLength(1);
});
