import { expect } from 'bun:test';
import { memberships, messages } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { createSharedBoard } from '../../src/boards/sharing';
import { requireMessage } from '../../src/messages/find';
import { create } from '../../src/messages/messages';
import { removeOwnMessage } from '../../src/messages/removal';
import { rememberOpened } from '../../src/texting/opened';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, type Person } from '../support/cast';
import { MINUTE } from '../support/clock';
import { contentsOn, house, post } from '../support/house';
import { testIn } from '../support/test-in';
import { deliverAll, repliesTo, textIn } from '../support/texts';

function deliver(app: TestApp) {
  deliverAll(app);
  app.clock.advance(1000);
}

const test = testIn(() => {
  const app = testApp();
  const { owner, member, id } = house(app);
  // as if Bob had texted to the board before, so that his texts to it get no answer
  app.db.update(memberships).set({ tagChosenByOther: false }).run();
  const lamp = post(app, owner, 'Lamp? #house');
  deliver(app);
  return { app, owner, member, id, lamp, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
});

const last = (app: TestApp) => app.db.select().from(messages).orderBy(messages.id).all().at(-1)!;
const answer = (app: TestApp, who: Person, body: string, more = {}) => {
  textIn(app, who, body, more);
  return last(app);
};

test.each(['RE I like it', 're: I like it', '> I like it', '>I like it'])(
  '%s answers the message that the number was told of',
  ({ app, owner, member, lamp }, body) => {
    expect(answer(app, bob, body)).toMatchObject({ content: 'I like it', replyToId: lamp });
    expect(contentsOn(app, member, 'house')).toEqual(['I like it', 'Lamp? #house']);
    expect(requireMessage(app, owner, lamp).replies).toBe(1);
    expect(repliesTo(app, bob)).toEqual([]);
    expect(app.outbox(ann.phone).at(-1)?.body).toContain('New in #house, Bob Ray: I like it');
  },
);

test('a reply goes to the boards of the answered message, not of its tags', ({ app, member, lamp }) => {
  const { id } = answer(app, bob, 'RE I got #milk');
  expect(requireMessage(app, member, id)).toMatchObject({ tags: ['house'], replyTo: lamp });
});

test('UNDO takes a reply back, once', ({ app, member }) => {
  answer(app, bob, 'RE Yes');
  app.clock.advance(1000);
  textIn(app, bob, 'UNDO');
  expect(contentsOn(app, member, 'house')).toEqual(['Lamp? #house']);
  textIn(app, bob, 'UNDO');
  expect(repliesTo(app, bob)).toEqual([
    'Taken back: your last text is deleted.',
    expect.stringContaining('There is nothing to take back'),
  ]);
});

test('a reply answers the message opened last, unless one was texted since', ({ app, owner, member }) => {
  const mine = post(app, member, 'Shelf #ideas');
  rememberOpened(app, member, { messageId: mine, texted: null }, app.now());
  app.clock.advance(1000);
  expect(answer(app, bob, 'RE Oak').replyToId).toBe(mine);
  app.clock.advance(2 * MINUTE);
  const chair = post(app, owner, 'Chair #house');
  // the text that tells Bob about the chair is not sent yet
  expect(answer(app, bob, 'RE Pine').replyToId).toBe(mine);
  deliver(app);
  expect(answer(app, bob, 'RE Nice').replyToId).toBe(chair);
});

test('a reply sent before a notification answers the previous notification', ({ app, owner, lamp }) => {
  const at = app.now();
  app.clock.advance(2 * MINUTE);
  post(app, owner, 'Chair #house');
  deliver(app);
  expect(answer(app, bob, 'RE Yes', { at }).replyToId).toBe(lamp);
});

test('a reply to a message that is gone is kept as a note, and says so', ({ app, owner, member, lamp }) => {
  removeOwnMessage(app, owner, lamp);
  expect(answer(app, bob, 'RE Yes please')).toMatchObject({ content: 'RE Yes please', replyToId: null });
  expect(contentsOn(app, member, 'uncategorized')).toEqual(['RE Yes please']);
  expect(repliesTo(app, bob)).toEqual([
    'The message that you answered is gone, so this is kept as a note. UNDO takes it back.',
  ]);
});

test('a person who was removed from the board cannot answer there', ({ app, owner, member, id }) => {
  removeMember(app, owner, id, member.id);
  expect(answer(app, bob, 'RE My code is 1234').replyToId).toBeNull();
  expect(contentsOn(app, owner, 'house')).toEqual(['Lamp? #house']);
});

test('a number that was told of nothing keeps notes that look like replies', ({ app }) => {
  expect(answer(app, cho, 'RE invoice 17').content).toBe('RE invoice 17');
  expect(answer(app, ann, '> a quote').content).toBe('> a quote');
  expect(repliesTo(app, ann)).toEqual([]);
});

test('a reply that is cut stays a reply, and reaches no board that it names', ({ app, member, lamp }) => {
  createSharedBoard(app, member, 'trip');
  const first = 'RE '.padEnd(160, 'x');
  textIn(app, bob, first);
  textIn(app, bob, ' and the rest #trip');
  expect(last(app)).toMatchObject({ content: `${first.slice(3)} and the rest #trip`, replyToId: lamp });
  expect(contentsOn(app, member, 'house')).toHaveLength(2);
  expect(contentsOn(app, member, 'trip')).toEqual([]);
});

test('a photo can be a reply', ({ app, owner, lamp }) => {
  const media = [{ url: 'https://api.twilio.com/x', type: 'image/jpeg' }];
  expect(answer(app, bob, 'RE Like this', { media }).replyToId).toBe(lamp);
  expect(create(app, owner, { content: 'Good', source: 'ui', replyTo: last(app).id })).toBeGreaterThan(0);
});
