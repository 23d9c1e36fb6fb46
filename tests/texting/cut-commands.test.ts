import { expect } from 'bun:test';
import { createSharedBoard } from '../../src/boards/sharing';
import { requireMessage } from '../../src/messages/find';
import { allMessages } from '../../src/messages/lists';
import { listReminders } from '../../src/messages/reminders/lists';
import { changeTimeZone } from '../../src/notices/reminders/reminders';
import { rememberOpened } from '../../src/texting/opened';
import { answerQuestions } from '../../src/texting/questions';
import { testApp } from '../support/app';
import { bob } from '../support/cast';
import { SECOND } from '../support/clock';
import { house, post } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { answersTo, kindsOf, messagesOf, repliesTo, textIn } from '../support/texts';

/** Sunday, 22 November 2026, 14:30 in Berlin. */
const NOW = Date.parse('2026-11-22T13:30:00Z');
const PART = 153;

const long = (start: string, end: string) => `${start} ${'all the words of this text '.repeat(6)}${end}`;

const test = testIn(() => {
  const app = testApp();
  app.clock.freeze(NOW);
  const user = changeTimeZone(app, ensureUser(app, bob), 'Europe/Berlin');
  const say = (text: string) => {
    app.clock.advance(2 * SECOND);
    return answersTo(app, bob, text);
  };
  textIn(app, bob, 'First text'); // the app answers it with the welcome text
  const sayCut = (text: string) => [say(text.slice(0, PART)), say(text.slice(PART))].flat();
  return { app, user, say, sayCut, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
});

test('the rest of an EDIT belongs to the new words, and one UNDO takes both back', (w) => {
  const words = long('Changed:', 'to the end');
  expect(w.sayCut(`EDIT ${words}`)).toEqual([
    expect.stringMatching(/^Changed to ".*", on #uncategorized\. UNDO takes it back\.$/),
  ]);
  expect(messagesOf(w.app, bob)).toEqual([words]);
  expect(w.say('UNDO')).toEqual(['Taken back. It says again: "First text"']);
  expect(messagesOf(w.app, bob)).toEqual(['First text']);
  expect(w.say('1/2 EDIT new')).toEqual([
    expect.stringMatching(/^Changed to ".*", on #uncategorized\. UNDO takes it back\.$/),
  ]);
  expect(w.say('2/2 words #food')).toEqual([]);
  expect(allMessages(w.app, w.user)).toMatchObject([{ content: 'new words', tags: ['food'] }]);
});

test('the rest of an EDIT brings its words onto no further shared board', (w) => {
  createSharedBoard(w.app, w.user, 'house');
  const text = `EDIT ${long('Changed:', '#house')}`;
  expect(w.sayCut(text)).toEqual([
    expect.stringMatching(/^Changed to ".*", on #uncategorized/),
    'Only the last part of your text is on #house, as a new message.',
  ]);
  expect(messagesOf(w.app, bob)).toEqual([text.slice(5, PART).trim(), text.slice(PART).trim()]);
});

test('the rest of a RE belongs to the answer', (w) => {
  const { owner } = house(w.app);
  const cake = post(w.app, owner, 'Who brings the cake? #house');
  rememberOpened(w.app, w.user, { messageId: cake, texted: null }, w.app.now());
  const words = long('I do,', 'to the end');
  w.sayCut(`RE ${words}`);
  expect(messagesOf(w.app, bob)).toEqual(['First text', words]);
  expect(requireMessage(w.app, owner, cake).replies).toBe(1);
});

test.each([
  ['REMIND', 'call mum fri 9am'],
  ['remind me to', 'call mum fri 9am'],
  ['Note:', 'call mum !fri 9am'],
])('the time of a reminder that begins with %s is read in all of it', async (w, start, end) => {
  const kept = ['Kept. I will text you Fri 27 Nov 9:00 am. UNDO takes it back.'];
  expect(w.sayCut(long(start, end)).at(-1)).toBe(kept[0]!);
  expect(listReminders(w.app, w.user)).toHaveLength(1);
  expect(messagesOf(w.app, bob)).toHaveLength(2);
  expect(messagesOf(w.app, bob)[1]).toEndWith('of this text call mum');
  w.say('UNDO');
  expect(messagesOf(w.app, bob)).toEqual(['First text']);
});

test('a reminder texted in three parts keeps all its words, and the time in the last part', (w) => {
  const text = long(long('REMIND', 'to call'), 'on friday at 10:30am');
  for (const at of [0, PART, 2 * PART]) w.say(text.slice(at, at + PART));
  expect(messagesOf(w.app, bob)).toHaveLength(2);
  expect(listReminders(w.app, w.user)).toMatchObject([{ remindAt: '2026-11-27T09:30:00.000Z' }]);
});

test('an EDIT that was taken back, or is long ago, is not continued', (w) => {
  const part = `EDIT ${long('', '')}`.slice(0, PART);
  w.say(part);
  w.say('UNDO');
  w.say('one more note');
  expect(messagesOf(w.app, bob)).toEqual(['First text', 'one more note']);
  w.say(part);
  w.app.clock.advance(9 * SECOND);
  w.say('another note');
  expect(messagesOf(w.app, bob).at(-1)).toBe('another note');
});

test('a question after a text that was cut, or only looks so, is answered', async (w) => {
  const note = 'x'.repeat(160);
  w.say(note);
  w.say('? first');
  await answerQuestions(w.app);
  expect(repliesTo(w.app, bob).at(-1)).toContain('First text');
  expect(messagesOf(w.app, bob)).toEqual(['First text', note]);
  w.app.clock.advance(11 * SECOND);
  w.say(note);
  w.say('?'); // the rest of a sentence that was cut
  expect(messagesOf(w.app, bob)).toEqual(['First text', note, `${note}?`]);
  expect(kindsOf(w.app, bob)).toContain('command');
});
