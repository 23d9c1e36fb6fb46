import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { memberships, messages, type User } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { create, remove } from '../../src/messages/messages';
import { takeOffBoard } from '../../src/messages/removal';
import { sendGatheredNotifications } from '../../src/notifications/notifications';
import { setPreference } from '../../src/notifications/preferences';
import { updateProfile } from '../../src/users/users';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee, type Person } from '../support/cast';
import { DAY, HOUR, MINUTE, SECOND } from '../support/clock';
import { settle } from '../support/people';
import { textIn } from '../support/texts';

/** #house of Bob's with Ann and Cho on it, a while after they were told so. */
function house(env: Record<string, string> = {}) {
  const app = testApp({ PUBLIC_URL: 'https://notes.example', ...env });
  app.clock.freeze(Date.UTC(2026, 0, 31, 12));
  const [owner] = [bob, ann, cho, dee].map((person) => settle(app, person)) as [User, User, User, User];
  const { id } = createSharedBoard(app, owner, 'house');
  for (const { phone } of [ann, cho]) invite(app, owner, 'house', phone);
  app.clock.advance(HOUR);
  const post = (content: string, sender = owner) => create(app, sender, { content, source: 'ui' });
  return { app, owner, board: id, post, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const told = (app: TestApp, { phone }: Person) =>
  app
    .outbox(phone)
    .filter(({ kind }) => kind === 'notification')
    .map(({ body }) => body);

const LINK = 'https://notes.example/tag/shared/house';

/** Time goes by, and the chore with it. */
function pass(app: TestApp, milliseconds: number) {
  app.clock.advance(milliseconds);
  sendGatheredNotifications(app);
}

test('the first post is told at once, in plain words with a link; what follows within a minute is one text', async () => {
  await using world = house();
  const { app, post } = world;
  post('New lamp #house');
  expect(told(app, ann)).toEqual([`New in #house, Bob Ray: New lamp\n${LINK}`]);
  for (const content of ['Shade #house', 'Bulb, as in https://evil.example/bulb #house']) {
    pass(app, 10 * SECOND);
    post(content);
  }
  expect(told(app, ann)).toHaveLength(1);
  pass(app, 39 * SECOND);
  expect(told(app, ann)).toHaveLength(1);
  pass(app, SECOND);
  expect(told(app, ann)[1]).toBe(`2 new in #house, Bob Ray: Bulb, as in (link)\n${LINK}`);
  // and the next minute counts from there
  post('Fuse #house');
  pass(app, 59 * SECOND);
  expect(told(app, ann)).toHaveLength(2);
  pass(app, SECOND);
  expect(told(app, ann)[2]).toBe(`New in #house, Bob Ray: Fuse\n${LINK}`);
  pass(app, HOUR);
  expect(told(app, ann)).toHaveLength(3);
});

test('never the author, nor who has muted the board, texted STOP, left, or was never on it', async () => {
  await using world = house();
  const { app, owner, board, post } = world;
  const [annie, choe] = [ann, cho].map((person) => settle(app, person)) as [User, User];
  post('One #house');
  expect([ann, cho].map((who) => told(app, who).length)).toEqual([1, 1]); // they would be told
  setPreference(app, annie, board, false);
  textIn(app, cho, 'STOP');
  app.clock.advance(HOUR);
  post('Two #house');
  pass(app, HOUR);
  expect([ann, cho, bob, dee].map((who) => told(app, who).length)).toEqual([1, 1, 0, 0]);
  setPreference(app, annie, board, true);
  textIn(app, cho, 'START');
  removeMember(app, choe, board, choe.id);
  post('Three #house');
  pass(app, HOUR);
  expect([ann, cho, bob, dee].map((who) => told(app, who).length)).toEqual([2, 1, 0, 0]);
  expect(owner.id).toBeGreaterThan(0);
});

test('what was muted, left, stopped or deleted while it was being gathered is not told', async () => {
  await using world = house();
  const { app, owner, board, post } = world;
  const annie = settle(app, ann);
  const choe = settle(app, cho);
  post('One #house');
  const gone = post('Two #house');
  setPreference(app, annie, board, false);
  removeMember(app, choe, board, choe.id);
  pass(app, HOUR);
  expect([told(app, ann).length, told(app, cho).length]).toEqual([1, 1]);
  setPreference(app, annie, board, true);
  post('Three #house');
  post('Four #house');
  const five = post('Five #house');
  remove(app, [gone, five]);
  pass(app, HOUR);
  expect(told(app, ann).slice(1)).toEqual([
    `New in #house, Bob Ray: Three\n${LINK}`,
    `New in #house, Bob Ray: Four\n${LINK}`,
  ]);
  expect(owner.id).toBeGreaterThan(0);
});

test('what was taken off the board while it was being gathered is not told', async () => {
  await using world = house();
  const { app, owner, board, post } = world;
  const annie = settle(app, ann);
  post('One #house');
  const moved = post('Two #house');
  const taken = post('Three #house', annie);
  edit(app, owner, moved, { content: 'Two, not for you', tags: ['diary'] });
  takeOffBoard(app, owner, board, taken);
  pass(app, HOUR);
  expect([told(app, ann).length, told(app, cho).length]).toEqual([1, 1]);
  post('Four #house');
  post('Five #house');
  pass(app, HOUR);
  expect(told(app, cho).slice(1)).toEqual([
    `New in #house, Bob Ray: Four\n${LINK}`,
    `New in #house, Bob Ray: Five\n${LINK}`,
  ]);
});

test('of one message nobody hears twice, however many of their boards it is on', async () => {
  await using world = house();
  const { app, owner, post } = world;
  createSharedBoard(app, owner, 'garden');
  invite(app, owner, 'garden', ann.phone);
  app.clock.advance(HOUR);
  post('Roses #house #garden');
  pass(app, HOUR);
  expect(told(app, ann)).toHaveLength(1);
  const note = post('Only mine #diary');
  edit(app, owner, note, { tags: ['house', 'garden'] });
  pass(app, HOUR);
  expect(told(app, ann)).toHaveLength(2);
  edit(app, owner, note, { content: 'Other words' });
  pass(app, HOUR);
  expect(told(app, ann)).toHaveLength(2); // nothing was newly reached
});

test('at most twenty a day to one member', async () => {
  await using world = house();
  const { app, post } = world;
  for (let n = 0; n < 30; n++) {
    post(`Post ${n} #house`);
    pass(app, 2 * MINUTE);
  }
  expect(told(app, ann)).toHaveLength(20);
  pass(app, DAY);
  post('Tomorrow #house');
  expect(told(app, ann)).toHaveLength(21);
});

test('a thousand posts in a minute to fifty members are two texts to each', async () => {
  await using world = house();
  const { app, owner, post } = world;
  const crowd = Array.from({ length: 48 }, (_, n) => ({
    ...dee,
    phone: `+12025556${String(n).padStart(3, '0')}`,
  }));
  for (const person of crowd) {
    settle(app, person);
    invite(app, owner, 'house', person.phone);
  }
  app.clock.advance(HOUR);
  app.db.$client.run('begin'); // one commit instead of a thousand
  for (let n = 0; n < 1000; n++) {
    post(`Post ${n} #house`);
    app.clock.advance(59);
  }
  app.db.$client.run('commit');
  for (const who of [...crowd, ann, cho]) expect(told(app, who)).toHaveLength(1);
  pass(app, MINUTE);
  for (const who of [...crowd, ann, cho]) expect(told(app, who)).toHaveLength(2);
  expect(told(app, ann)[1]).toStartWith('999 new in #house, Bob Ray: Post 999');
});

test("each member reads their own name of the board, and nothing of the author's private tags", async () => {
  await using world = house();
  const { app, owner } = world;
  const annie = settle(app, ann);
  create(app, annie, { content: 'Mine #club', source: 'ui' });
  createSharedBoard(app, owner, 'club');
  invite(app, owner, 'club', ann.phone);
  app.clock.advance(HOUR);
  create(app, owner, { content: 'Cake #gift-for-ann at noon #club', source: 'ui' });
  expect(told(app, ann)).toEqual([
    'New in #club-2, Bob Ray: Cake at noon\nhttps://notes.example/tag/shared/club-2',
  ]);
});

test('names and notes cannot forge a sentence or a link of ours', async () => {
  await using world = house();
  const { app } = world;
  const names = [
    ['Ann\nYour code is 1', '123456'],
    ['evil.example/x', 'www.evil.example'],
    ['\u202ennA', '\u200bLee\u0000'],
    ['Bob. You won!', '@host #123456'],
    ['A'.repeat(50), 'B'.repeat(50)],
  ];
  for (const [firstName = '', lastName = ''] of names) {
    const eve = settle(app, {
      firstName: firstName.replaceAll('\0', ''),
      lastName: lastName.replaceAll('\0', ''),
      phone: dee.phone,
    });
    const { tag } = app.db
      .select({ tag: memberships.tag })
      .from(memberships)
      .where(eq(memberships.userId, eve.id))
      .get() ?? { tag: null };
    if (!tag) invite(app, settle(app, bob), 'house', dee.phone);
    app.clock.advance(HOUR);
    create(app, eve, {
      content: 'Hi\n\n@notes.example #654321\nevil.example/now bit.ly/x \u202e http://evil.example #house',
      source: 'ui',
    });
    const [line, link, ...rest] = told(app, ann).at(-1)!.split('\n');
    expect({ link, rest }).toEqual({ link: LINK, rest: [] });
    const [, name] = /^New in #house, ([^:]*): /.exec(line!) ?? [];
    expect(name).toMatch(/^[\p{L}\p{N} '’-]{1,20}$/u);
    expect(line).not.toMatch(/https?:|\p{L}\.\p{L}|#\d|[\u202e\u200b]/u);
  }
});

test('a notification fits into one SMS, also when a phone has made its quotes and dashes fine ones', async () => {
  await using world = house();
  const { app, owner, post } = world;
  updateProfile(app, owner, { firstName: 'Sean', lastName: 'O’Brien' });
  post(`${'A long story about a lamp. '.repeat(40)} #house`);
  app.clock.advance(HOUR);
  post('Awww...don’t tell – it’s a „surprise“… #house');
  expect(told(app, ann).at(-1)).toContain(`Awww... don't tell - it's a "surprise"...`);
  const { segments } = app.db.$client
    .query<{ segments: number }, []>(
      "select max(segments) as segments from outbox where kind = 'notification'",
    )
    .get()!;
  expect(segments).toBe(1);
});

test('a post and its notifications are there together or not at all', async () => {
  await using world = house();
  const { app, owner } = world;
  app.db.$client.run(
    "create trigger full before insert on outbox begin select raise(abort, 'disk full'); end",
  );
  expect(() => create(app, owner, { content: 'Lost #house', source: 'ui' })).toThrow('disk full');
  expect(app.db.select().from(messages).all()).toEqual([]);
  app.db.$client.run('drop trigger full');
  create(app, owner, { content: 'Kept #house', source: 'ui' });
  expect(told(app, ann)).toHaveLength(1);
});
