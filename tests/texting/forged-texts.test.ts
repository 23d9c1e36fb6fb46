import { expect } from 'bun:test';
import { findProof } from '../../src/texting/proofs';
import { answerQuestions } from '../../src/texting/questions';
import { bob, cho } from '../support/cast';
import { DAY } from '../support/clock';
import { post, share } from '../support/house';
import { messagesOf, textIn } from '../support/texts';
import { test } from './victim';

test('a forged +#board shows nobody the last private note', (w) => {
  expect(w.say('+#house')).toMatch(/^Reply OK \d\d to put it on #house, seen by 1\.$/);
  expect(w.read()).toEqual([]);
  expect(w.app.outbox(cho.phone).filter(({ kind }) => kind !== 'membership')).toEqual([]);
});

test('a forged question, number and +#board show nobody the note that was found', async (w) => {
  w.app.clock.advance(2 * DAY);
  w.say('A later note');
  w.say('? bank pin');
  await answerQuestions(w.app);
  expect(w.say('1')).toContain('4711');
  const digits = w.ask('+#house');
  expect(w.read()).toEqual([]);
  w.say(`OK ${digits}`);
  expect(w.read()).toEqual(['bank pin 4711']);
});

test('the EDIT of a note that somebody forged says that it is on a board', (w) => {
  w.say('lunch? #house');
  expect(w.say('EDIT pin 4712')).toBe(
    'Changed to "pin 4712", on #house, seen by 1 person. UNDO takes it back.',
  );
  expect(w.say('UNDO')).toBe('Taken back. It says again: "lunch?"');
});

test('an EDIT brings a private note onto a board only after its OK', (w) => {
  const answer = w.say('EDIT pin 4712 #house');
  expect(answer).toMatch(/^Reply OK \d\d to change it and put it on #house, seen by 1\.$/);
  expect(messagesOf(w.app, bob)).toEqual(['bank pin 4711']);
  expect(w.say(`ok${answer!.slice(9, 11)}`)).toBe(
    'Changed to "pin 4712", now on #house, seen by 1 person. UNDO takes it back.',
  );
  expect(w.read()).toEqual(['pin 4712']);
});

test('what stays among the same people needs no OK', (w) => {
  share(w.app, w.user, 'trip', cho);
  share(w.app, w.user, 'mine');
  w.say('Lamp #house');
  expect(w.say('+#trip')).toBe('Also on #trip, seen by 1 person. UNDO takes it back.');
  expect(w.say('+#mine')).toBe('Also on #mine, seen by 0 people. UNDO takes it back.');
  expect(w.say('EDIT Shade #trip')).toBe(
    'Changed to "Shade", on #trip, seen by 1 person. UNDO takes it back.',
  );
  expect(w.say('UNDO')).toContain('It says again: "Lamp"');
});

test('a reply to an opened note stays with those who see the note', async (w) => {
  post(w.app, w.user, 'Lamp? #house');
  for (const query of ['? bank pin', '? lamp']) {
    w.say(query);
    await answerQuestions(w.app);
    w.say('1');
    w.say('RE yes');
  }
  expect(w.read()).toEqual(['yes', 'Lamp? #house']);
});

test('UNDO brings back onto a board only after its OK', (w) => {
  w.say('My salary is 9000 #house');
  for (const [text, answer] of [
    ['-#house', 'Taken back. It is on #house again.'],
    ['DELETE', 'Taken back. It is there again: "My salary is 9000"'],
  ] as const) {
    w.say(text);
    const question = w.say('UNDO')!;
    expect(question).toMatch(/^Reply OK \d\d to put it back on #house, seen by 1\.$/);
    expect(w.read()).toEqual([]);
    expect(w.say(question.slice(6, 11))).toBe(answer);
    expect(w.read()).toEqual(['My salary is 9000 #house']);
  }
});

test('ALL posts earlier words to a board only after its OK', (w) => {
  for (const text of ['(1/2) My PIN is 4711', '(2/2) ok #house']) textIn(w.app, bob, text);
  const digits = w.ask('ALL');
  expect(w.read()).toEqual(['(2/2) ok #house']);
  expect(w.say(`OK ${digits}`)).toBe('All of your text is on #house now. Reply UNDO to delete it.');
  expect(w.read()).toEqual(['My PIN is 4711 ok #house']);
  w.say('UNDO');
  expect(w.read()).toEqual([]);
});

test('a number that has stopped is asked nothing, so no guess can count', (w) => {
  w.say('STOP');
  w.say('+#house');
  expect(findProof(w.app, bob.phone)).toBeNull();
  for (let digits = 10; digits < 100; digits++) textIn(w.app, bob, `OK ${digits}`);
  expect(w.read()).toEqual([]);
});
