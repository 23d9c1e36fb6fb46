import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { requireBoard } from '../../src/boards/boards';
import { removeMember } from '../../src/boards/leaving';
import { renameShared } from '../../src/boards/naming';
import { invite } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { removeOwnMessage } from '../../src/messages/removal';
import { askProof, findProof } from '../../src/texting/proofs';
import type { TestApp } from '../support/app';
import { bob, cho, dee } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { answersTo, messagesOf, textIn } from '../support/texts';
import { test } from './victim';

const WRONG = 'Those are not the digits, so nothing was done. To be asked anew, text what you wanted again.';
const OVER = 'Nothing waits for your OK any more: it was done, or too late. Text what you want again.';

type World = { app: TestApp; user: User };

const lastId = ({ app, user }: World) => allMessages(app, user)[0]!.id;

test.each(['OK 27', 'ok27', 'Ok 27.', 'okay 27'])(
  '%s with the digits carries it out, answered as ever',
  (w, form) => {
    const digits = w.ask('+#house');
    expect(w.say(form.replace('27', digits))).toBe('Also on #house, seen by 1 person. UNDO takes it back.');
    expect(w.read()).toEqual(['bank pin 4711']);
    expect(w.say('UNDO')).toBe('Taken back. It is on #uncategorized again.');
    expect(w.read()).toEqual([]);
  },
);

test('a wrong answer ends the question', (w) => {
  const digits = w.ask('+#house');
  expect(w.say(`OK ${w.other(digits)}`)).toBe(WRONG);
  expect(w.say(`OK ${digits}`)).toBe(OVER);
  expect(w.read()).toEqual([]);
});

test('after three wrong answers nobody is asked again that day', (w) => {
  for (const _ of [1, 2, 3]) w.say(`OK ${w.other(w.ask('+#house'))}`);
  expect(w.say('+#house')).toBe(
    `Three wrong digits came today, so this cannot be done by text until tomorrow. Please do it on the web: ${w.app.publicUrl}`,
  );
  expect(findProof(w.app, bob.phone)).toBeNull();
  w.app.clock.advance(DAY);
  w.say('A new note');
  w.say(`OK ${w.ask('+#house')}`);
  expect(w.read()).toEqual(['A new note']);
});

test('an OK that comes ten minutes later does nothing, and one sent in time counts', (w) => {
  const late = w.ask('+#house');
  w.app.clock.advance(10 * MINUTE);
  expect(w.say(`OK ${late}`)).toBe(OVER);
  const digits = w.ask('+#house');
  const at = w.app.now() + 9 * MINUTE;
  w.app.clock.advance(30 * MINUTE);
  w.say(`OK ${digits}`, { at });
  expect(w.read()).toEqual(['bank pin 4711']);
});

test('an OK counts once, also if the gateway delivers it twice', (w) => {
  const digits = w.ask('+#house');
  const { sid } = textIn(w.app, bob, `OK ${digits}`);
  textIn(w.app, bob, `OK ${digits}`, { sid });
  w.say('-#house');
  expect(w.say(`OK ${digits}`)).toBe(OVER);
  expect(w.read()).toEqual([]);
});

test('an OK with nothing to say it to is a note', (w) => {
  expect(w.say('OK 27')).toBeUndefined();
  w.ask('+#house');
  w.app.clock.advance(2 * 60 * MINUTE);
  expect(w.say('OK 28')).toBeUndefined();
  expect(messagesOf(w.app, bob)).toEqual(['bank pin 4711', 'OK 27', 'OK 28']);
});

test('a new question never has the digits of the former one', ({ app, user }) => {
  const asked: string[] = [];
  const question = (digits: string) => {
    asked.push(digits);
    return digits;
  };
  for (let n = 0; n < 500; n++) askProof(app, user, { act: 'change', data: {}, question });
  expect(asked.filter((digits, n) => digits === asked[n - 1])).toEqual([]);
  expect(new Set(asked).size).toBeGreaterThan(80);
});

test('of two questions only the newer one can be answered', (w) => {
  share(w.app, w.user, 'trip', cho, dee);
  const [first, second] = [w.ask('+#house'), w.ask('+#trip')];
  expect(first).not.toBe(second);
  w.say(`OK ${second}`);
  expect(allMessages(w.app, w.user)[0]!.tags).toEqual(['uncategorized', 'trip']);
});

test.each([
  ['+#house', ['bank pin 4711'], 'bank pin 4711'],
  ['UNDO', ['Lamp #house', '-#house'], 'Lamp #house'],
  ['ALL', ['1/2 My PIN', '2/2 ok #house'], 'My PIN ok #house'],
])('if a member joined meanwhile, the OK to %s asks anew', (w, command, texts, read) => {
  w.app.clock.advance(MINUTE);
  for (const text of texts) textIn(w.app, bob, text);
  const digits = w.ask(command);
  invite(w.app, w.user, 'house', ensureUser(w.app, dee).phone);
  const again = w.say(`OK ${digits}`)!;
  expect(again).toMatch(/^Reply OK \d\d to put .* on #house, seen by 2\.$/);
  expect(w.read()).not.toContain(read);
  w.say(again.slice(6, 11));
  expect(w.read()).toEqual([read]);
});

test('if the tag means another board meanwhile, the OK asks anew', (w) => {
  const trip = share(w.app, w.user, 'trip', cho);
  const digits = w.ask('+#house');
  renameShared(w.app, w.user, w.board, 'old');
  renameShared(w.app, w.user, trip, 'house');
  expect(w.say(`OK ${digits}`)).toMatch(/^Reply OK \d\d to put it on #house, seen by 1\.$/);
  expect(w.read()).toEqual([]);
});

test('if a part was put on a further board meanwhile, the OK to ALL asks anew', (w) => {
  for (const text of ['1/2 My PIN', '2/2 ok #house']) textIn(w.app, bob, text);
  const digits = w.ask('ALL');
  const part = allMessages(w.app, w.user).find(({ content }) => content.includes('My PIN'))!;
  edit(w.app, w.user, part.id, { tags: ['safe'] });
  expect(w.say(`OK ${digits}`)).toStartWith('Reply OK ');
  expect(w.read()).toEqual(['2/2 ok #house']);
});

test('if a member left meanwhile, the OK counts', (w) => {
  share(w.app, w.user, 'trip', cho, dee);
  const digits = w.ask('+#trip');
  const { id } = requireBoard(w.app, w.user, 'trip');
  removeMember(w.app, w.user, id, ensureUser(w.app, dee).id);
  expect(w.say(`OK ${digits}`)).toBe('Also on #trip, seen by 1 person. UNDO takes it back.');
});

test.each([
  ['edited', (w) => edit(w.app, w.user, lastId(w), { content: 'pin 9999' })],
  ['deleted', (w) => removeOwnMessage(w.app, w.user, lastId(w))],
  ['put on the board', (w) => edit(w.app, w.user, lastId(w), { tags: ['house'] })],
  ['edited by a forged text', (w) => textIn(w.app, bob, 'EDIT other words')],
] as [string, (w: World) => void][])(
  'if the message was %s meanwhile, the OK does nothing',
  (w, _, change) => {
    const digits = w.ask('+#house');
    change(w);
    const before = allMessages(w.app, w.user);
    expect(w.say(`OK ${digits}`)).toBe('That message was changed since, so it stays as it is.');
    expect(allMessages(w.app, w.user)).toEqual(before);
  },
);

test.each([
  ['EDIT #house '.padEnd(153, 'x'), 'and the end', 'x'.repeat(141)],
  ['1/2 EDIT #house one', '2/2 and the end', 'one '],
])('the rest of a cut EDIT that waits belongs to it: %s', (w, first, rest, start) => {
  const [question] = answersTo(w.app, bob, first);
  expect(answersTo(w.app, bob, rest)).toEqual([]);
  expect(w.say(question!.slice(6, 11))).toMatch(/^Changed to ".*", now on #house/);
  expect(w.read()).toEqual([`${start}and the end`]);
  expect(messagesOf(w.app, bob)).toHaveLength(1);
});

test('a rest that names a further board makes a new question', (w) => {
  share(w.app, w.user, 'trip', cho, dee);
  const [first] = answersTo(w.app, bob, 'EDIT #house '.padEnd(153, 'x'));
  const [second] = answersTo(w.app, bob, ' to the end #trip');
  expect(second).toMatch(/^Reply OK \d\d to change it and put it on #house, #trip, seen by 2\.$/);
  expect(w.say(first!.slice(6, 11))).toBe(WRONG);
});
