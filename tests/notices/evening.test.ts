import { expect } from 'bun:test';
import { requireBoard } from '../../src/boards/boards';
import { renamePrivate } from '../../src/boards/naming';
import { create } from '../../src/messages/messages';
import { sendEveningQuestions } from '../../src/notices/evening/due';
import { findEvening, setEvening } from '../../src/notices/evening/evening';
import { changeTimeZone } from '../../src/notices/reminders/reminders';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { contentsOn, share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { answersTo, deliverAll, messagesOf, textIn, textsTo } from '../support/texts';

const QUESTION = 'What do you want to remember of today?';

/** Begins on Friday, 23 October 2026, 14:00 in Berlin: on Sunday daylight saving ends. */
const test = testIn(() => {
  const app = testApp();
  app.clock.freeze(Date.parse('2026-10-23T12:00:00Z'));
  const user = changeTimeZone(app, ensureUser(app, ann), 'Europe/Berlin');
  textIn(app, ann, 'First text');
  const deliver = () => deliverAll(app);
  const say = (body: string, more = {}) => {
    deliver();
    app.clock.advance(1000);
    const [answer = null, ...others] = answersTo(app, ann, body, more);
    expect(others).toEqual([]);
    deliver();
    return answer;
  };
  /** Goes on to this time of the clock in UTC, minute by minute, and returns what was asked when. */
  const until = async (time: string) => {
    const asked: string[] = [];
    for (
      const end = Date.parse(time);
      app.now() < end;
      app.clock.advance(Math.min(MINUTE * 5, end - app.now()))
    ) {
      const before = textsTo(app, ann, 'reminder').length;
      await Promise.all([sendEveningQuestions(app), sendEveningQuestions(app)]);
      for (const text of textsTo(app, ann, 'reminder').slice(before))
        asked.push(`${new Date(app.now()).toISOString().slice(5, 16)} ${text}`);
      deliver();
    }
    return asked;
  };
  return { app, user, say, until, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
});

test('asked once each evening, whatever the clocks do, the answer is kept on #diary', async (w) => {
  expect(w.say('ask me every evening at 8')).toBe(
    'I will ask you every day at 8:00 pm what to remember of the day, and keep your answer on #diary. ASK off ends it.',
  );
  expect(await w.until('2026-10-26T22:00:00Z')).toEqual([
    `10-23T18:00 ${QUESTION}`,
    `10-24T18:00 ${QUESTION}`,
    `10-25T19:00 ${QUESTION}`,
    `10-26T19:00 ${QUESTION}`,
  ]);
  expect(w.say('Tim lost a tooth')).toBe('Kept on the new #diary. UNDO takes it back.');
  expect(w.say('Buy milk')).toBeNull();
  expect(contentsOn(w.app, w.user, 'diary')).toEqual(['Tim lost a tooth']);
  renamePrivate(w.app, w.user, 'diary', 'days');
  await w.until('2026-10-27T19:05:00Z');
  expect(w.say('Rain', { media: [{ url: 'simulator:1/0', type: 'image/png' }] })).toBe(
    'Kept on #days. UNDO takes it back.',
  );
  expect(w.say('UNDO')).toStartWith('Taken back');
  expect(contentsOn(w.app, w.user, 'days')).toEqual(['Tim lost a tooth']);
});

test('a year later the question comes with what was written on the day', async (w) => {
  w.say('ASK daily 8pm');
  const at = (time: string, content: string) =>
    create(w.app, w.user, { content, source: 'sms', at: Date.parse(time) });
  at('2025-10-23T22:05:00Z', 'The day after'); // past midnight in Berlin
  at('2025-10-22T20:00:00Z', 'A long day before #diary');
  at('2025-10-23T08:00:00Z', 'Milk and eggs and a very long list');
  at('2025-10-23T20:00:00Z', 'First snow #diary');
  setEvening(w.app, w.user, { time: '20:00' });
  expect(await w.until('2026-10-23T18:05:00Z')).toEqual([`10-23T18:00 ${QUESTION}\nA year ago: First snow`]);
});

test('a hashtag, a command and a late text are no answers', async (w) => {
  w.say('ASK daily 8pm #journal');
  await w.until('2026-10-23T18:05:00Z');
  expect(w.say('Ramen #food')).toBeNull();
  expect(w.say('REMIND milk tomorrow 9am')).toContain('I will text you');
  expect(w.say('That was all')).toBeNull(); // our answer was the last text
  await w.until('2026-10-24T18:05:00Z');
  w.app.clock.advance(6 * HOUR);
  expect(w.say('At night')).toBeNull();
  expect(messagesOf(w.app, ann)).toHaveLength(5);
});

test('an answer for a private board is not posted to a board that somebody else made', async (w) => {
  const other = ensureUser(w.app, bob);
  w.say('ASK daily 8pm');
  share(w.app, other, 'diary', ann);
  await w.until('2026-10-23T18:05:00Z');
  w.say('A secret');
  expect(contentsOn(w.app, other, 'diary')).toEqual([]);
  expect(w.say('ASK daily 8pm #diary')).toContain('#diary');
  await w.until('2026-10-24T18:05:00Z');
  expect(w.say('For all')).toBe('Kept on #diary, seen by 1 person. UNDO takes it back.');
  expect(contentsOn(w.app, other, 'diary')).toEqual(['For all']);
});

test('a new zone, a server that was down, a STOP and ASK off', async (w) => {
  w.say('Ask me daily at 9.30pm');
  changeTimeZone(w.app, w.user, 'America/New_York');
  expect(await w.until('2026-10-24T12:00:00Z')).toEqual([`10-24T01:30 ${QUESTION}`]);
  w.app.clock.advance(DAY); // down at 9:30 pm, and for four more hours
  expect(await w.until('2026-10-26T01:00:00Z')).toEqual([]);
  textIn(w.app, ann, 'STOP');
  expect(await w.until('2026-10-27T02:00:00Z')).toEqual([]);
  textIn(w.app, ann, 'START');
  expect(w.say('ASK off')).toBe('You are not asked any more. UNDO takes it back.');
  expect(w.say('UNDO')).toBe('Taken back: I will ask you every day at 9:30 pm.');
  expect(findEvening(w.app, w.user)).toEqual({ time: '21:30', tag: 'diary' });
  expect(w.say("don't ask me anymore")).toStartWith('You are not asked any more.');
  expect(w.say("don't ask me")).toBeNull();
  expect(await w.until('2026-10-29T12:00:00Z')).toEqual([]);
  expect(() => requireBoard(w.app, w.user, 'diary')).toThrow('Board not found');
});
