import { expect } from 'bun:test';
import { memberships } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { invite } from '../../src/boards/sharing';
import { requireMessage } from '../../src/messages/find';
import { allMessages } from '../../src/messages/lists';
import { removeOwnMessage } from '../../src/messages/removal';
import { preferences } from '../../src/notices/preferences';
import { type TestApp, testApp } from '../support/app';
import { bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { contentsOn, house, post } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { answersTo, deliverAll, messagesOf, textIn } from '../support/texts';

function deliver(app: TestApp) {
  app.clock.advance(1000);
  deliverAll(app);
  app.clock.advance(1000);
}

const test = testIn(() => {
  const app = testApp();
  const { owner, member, id } = house(app);
  app.db.update(memberships).set({ tagChosenByOther: false }).run();
  textIn(app, bob, 'Welcome me');
  const asked = post(app, owner, 'Who can pick up grandma at 6? #house');
  deliver(app);
  const say = (body: string, more = {}) => {
    const [answer = null, ...others] = answersTo(app, bob, body, more);
    expect(others).toEqual([]);
    deliver(app);
    return answer;
  };
  /** Returns the answer with which the note is posted. */
  const offered = (body: string, more = {}) =>
    /^Kept for you only\. Reply (Y\d\d) to answer Ann on #house\.$/.exec(say(body, more) ?? '')![1]!;
  const read = () => contentsOn(app, owner, 'house');
  return {
    app,
    owner,
    member,
    id,
    asked,
    say,
    offered,
    read,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
});

const QUESTION = 'Who can pick up grandma at 6?';

test('a text after a notification is kept, and posted as an answer once confirmed', (w) => {
  const yes = w.offered('I can');
  expect(w.read()).toEqual([`${QUESTION} #house`]);
  expect(w.say(yes)).toBe('Posted to #house as an answer to Ann. UNDO takes it back.');
  expect(w.read()).toEqual(['I can', `${QUESTION} #house`]);
  const { id } = allMessages(w.app, w.member)[0]!;
  expect(requireMessage(w.app, w.member, id)).toMatchObject({ replyTo: w.asked, tags: ['house'] });
  expect(w.say('UNDO')).toContain('Taken back');
  expect(w.read()).toEqual([`${QUESTION} #house`]);
});

test.each(['Y27', 'y 27', 'Yes 27', 'yes27.', 'OK 27'])('%s is such a confirmation', (w, form) => {
  const yes = w.offered('Yes');
  expect(w.say(form.replace('27', yes.slice(1)))).toStartWith('Posted to #house');
  expect(w.read()[0]).toBe('Yes');
});

test('a photo is kept and posted in the same way', (w) => {
  const media = [{ url: 'simulator:1/0', type: 'image/png' }];
  expect(w.say(w.offered('Her bag', { media }))).toStartWith('Posted');
  expect(w.read()[0]).toBe('Her bag');
});

test('a yes without the digits is told them again, and is no note', (w) => {
  const yes = w.offered('I can');
  for (const text of ['yes post it', 'Yes', 'ok', '👍', 'Post it to #house please', 'send'])
    expect([text, w.say(text.replace('#', ''))]).toEqual([text, `Reply ${yes} to answer Ann on #house.`]);
  expect(w.say(yes)).toStartWith('Posted to #house');
  w.say('ok');
  expect(messagesOf(w.app, bob)).toEqual(['Welcome me', 'I can', 'ok']);
});

test('wrong digits leave the note private', (w) => {
  const yes = w.offered('I can');
  const wrong = String((Number(yes.slice(1)) + 1) % 100).padStart(2, '0');
  expect(w.say(`Y${wrong}`)).toStartWith('Those are not the digits');
  expect(w.say(yes)).toStartWith('Nothing waits');
  expect(w.read()).toHaveLength(1);
});

test('whoever has joined the board meanwhile is asked about first', (w) => {
  const yes = w.offered('I can');
  ensureUser(w.app, cho);
  invite(w.app, w.owner, 'house', cho.phone);
  const again = /Reply (Y\d\d)/.exec(w.say(yes) ?? '')![1]!;
  expect(w.read()).toHaveLength(1);
  expect(w.say(again)).toStartWith('Posted');
});

test('nothing is posted under a message that is gone, or on a board that one has left', (w) => {
  const yes = w.offered('I can');
  removeOwnMessage(w.app, w.owner, w.asked);
  expect(w.say(yes)).toBe('The message that you answered is gone.');
  w.app.clock.advance(2 * MINUTE);
  post(w.app, w.owner, 'And on Sunday? #house');
  deliver(w.app);
  removeMember(w.app, w.owner, w.id, w.member.id);
  expect(w.say('Not me')).toBeNull();
});

test('ten minutes later, or after another text, it is a note like others', (w) => {
  w.app.clock.advance(9 * MINUTE);
  w.offered('I can');
  expect(w.say('and buy milk')).toBeNull(); // our question was the last thing that the number got
  post(w.app, w.owner, 'Thanks! #house');
  deliver(w.app);
  w.app.clock.advance(10 * MINUTE);
  expect(w.say('I could, too')).toBeNull();
});

test('a hashtag or a command means what it says', (w) => {
  expect(w.say('Buy milk #food')).toBeNull();
  expect(w.say('REMIND milk tomorrow 9am')).toStartWith('Kept. I will text you');
  expect(w.read()).toHaveLength(1);
});

test('ANSWERS ON posts such texts at once, and UNDO takes each back', (w) => {
  expect(w.say('Answers on #house')).toBe(
    'What you text after a notification about #house is posted there. ANSWERS OFF #house ends it.',
  );
  expect(preferences(w.app, w.member)[0]!.answersPosted).toBe(true);
  w.app.clock.advance(2 * MINUTE);
  post(w.app, w.owner, 'And on Sunday? #house');
  deliver(w.app);
  expect(w.say('Me')).toBe('Posted to #house as an answer to Ann. UNDO takes it back.');
  expect(w.read()[0]).toBe('Me');
  expect(w.say('UNDO')).toContain('Taken back');
  expect(w.read()[0]).toBe('And on Sunday? #house');
  expect(w.say('UNDO')).toBe('Taken back: it is kept for you only.');
  expect(preferences(w.app, w.member)[0]!.answersPosted).toBe(false);
});
