import { expect } from 'bun:test';
import { countSegments } from '../../src/contract/segments';
import { listReminders } from '../../src/messages/reminders/lists';
import { sendDueReminders } from '../../src/notices/reminders/due';
import { changeTimeZone, endReminder } from '../../src/notices/reminders/reminders';
import { type TestApp, testApp } from '../support/app';
import { bob } from '../support/cast';
import { HOUR, MINUTE } from '../support/clock';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { answersTo, kindsOf, messagesOf, textIn, textsTo } from '../support/texts';

/** Sunday, 22 November 2026, 14:30 in Berlin. */
const NOW = Date.parse('2026-11-22T13:30:00Z');

const test = testIn(() => {
  const app = testApp();
  app.clock.freeze(NOW);
  const user = changeTimeZone(app, ensureUser(app, bob), 'Europe/Berlin');
  const say = (text: string) => {
    app.clock.advance(1000);
    const [answer = null, ...others] = answersTo(app, bob, text);
    expect(others).toEqual([]);
    if (answer) expect(countSegments(answer)).toBeLessThanOrEqual(2);
    return answer;
  };
  textIn(app, bob, 'First text'); // the app answers it with the welcome text
  const due = async (after: number) => {
    app.clock.advance(after);
    await sendDueReminders(app);
    return reminded(app);
  };
  return { app, user, say, due, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
});

const reminded = (app: TestApp) => textsTo(app, bob, 'reminder').map((body) => body.split('\n')[0]);

test.each([
  ['REMIND call mum fri 9am', 'call mum', 'Fri 27 Nov 9:00 am'],
  ['Remind: call mum fri 9am', 'call mum', 'Fri 27 Nov 9:00 am'],
  ['Remind Bob of the lamp fri 9am', 'Bob of the lamp', 'Fri 27 Nov 9:00 am'],
  ['remind me tmr 9 to call mum', 'call mum', 'Mon 23 Nov 9:00 am'],
  ['Remind me to call mum tomorrow at 9', 'call mum', 'Mon 23 Nov 9:00 am'],
  ['REMIND me to pay rent on the 1st #house', 'pay rent #house', 'Tue 1 Dec 9:00 am'],
  ['Call mum #family !fri 9am', 'Call mum #family', 'Fri 27 Nov 9:00 am'],
  ['REMIND buy tickets for friday', 'buy tickets for friday', 'Fri 27 Nov 9:00 am'],
  ['REMIND ask fri 9am whether Bob comes', 'ask fri 9am whether Bob comes', 'Fri 27 Nov 9:00 am'],
  ['REMIND fri 9am', 'fri 9am', 'Fri 27 Nov 9:00 am'],
  ['REMIND bins every friday 7am', 'bins', 'every Friday, first Fri 27 Nov 7:00 am'],
  ['REMIND birthday 29 feb', 'birthday', 'Tue 29 Feb 2028 9:00 am'],
])('%j keeps %j and reminds %s', async (w, text, content, when) => {
  expect(w.say(text)).toBe(`Kept. I will text you ${when}. UNDO takes it back.`);
  expect(messagesOf(w.app, bob).at(-1)).toBe(content);
  expect(listReminders(w.app, w.user)).toHaveLength(1);
  expect(w.say('UNDO')).toContain('Taken back');
  expect(listReminders(w.app, w.user)).toEqual([]);
  expect(messagesOf(w.app, bob)).toEqual(['First text']);
});

test.each(['Great game!', 'See you there! Friday', 'The end of the affair !important', 'Done', 'done all'])(
  '%j is a note, word for word',
  async (w, text) => {
    expect(w.say(text)).toBeNull();
    expect(messagesOf(w.app, bob).at(-1)).toBe(text);
    expect(listReminders(w.app, w.user)).toEqual([]);
  },
);

test('a REMIND without a time, or with a past one, is kept as a note, and the answer says so', (w) => {
  expect(w.say('REMIND call mum')).toStartWith('Kept as a note: I found no time in it.');
  expect(w.say('REMIND call dad today 10am')).toStartWith('Kept as a note: that time is past.');
  expect(messagesOf(w.app, bob).slice(1)).toEqual(['call mum', 'call dad']);
});

test('SNOOZE and DONE answer the last reminder, and UNDO takes them back', async (w) => {
  w.say('REMIND call mum in 1 hour');
  expect(await w.due(HOUR)).toEqual(['Reminder: call mum']);
  expect(w.say('snooze: soon')).toStartWith('When? These work:');
  expect(w.say('SNOOZE 2h')).toBe('I will text you again Sun 22 Nov 5:30 pm. UNDO takes it back.');
  expect(await w.due(HOUR)).toHaveLength(1);
  expect(await w.due(HOUR)).toHaveLength(2);
  expect(w.say('SNOOZE tomorrow')).toBe('I will text you again Mon 23 Nov 9:00 am. UNDO takes it back.');
  expect(w.say('UNDO')).toBe('Taken back: DONE or SNOOZE?');
  expect(w.say('Done!')).toBe('Done: "call mum". UNDO takes it back.');
  expect(listReminders(w.app, w.user)).toEqual([]);
  expect(w.say('done')).toBeNull(); // a note, because no reminder is left to be done
  expect(kindsOf(w.app, bob)).toContain('command');
});

test('DONE and SNOOZE also mean a reminder that was put off', async (w) => {
  w.say('REMIND call mum in 1 hour');
  await w.due(HOUR);
  w.say('SNOOZE');
  expect(w.say('SNOOZE 3h')).toBe('I will text you again Sun 22 Nov 6:30 pm. UNDO takes it back.');
  expect(w.say('DONE')).toBe('Done: "call mum". UNDO takes it back.');
  expect(listReminders(w.app, w.user)).toEqual([]);
  expect(w.say('UNDO')).toBe('Taken back: I will text you Sun 22 Nov 6:30 pm.');
  expect(w.say('DONE ALL')).toBe('Done: "call mum". UNDO takes it back.');
  expect(await w.due(3 * HOUR)).toHaveLength(1);
});

test('DONE after SNOOZE sets a repeating reminder to its next time', async (w) => {
  w.say('REMIND bins every day 4pm');
  w.say('REMIND call mum today 4pm');
  expect(await w.due(2 * HOUR)).toHaveLength(2);
  w.say('SNOOZE');
  w.say('SNOOZE');
  expect(listReminders(w.app, w.user)).toMatchObject([{ snoozed: true }, { snoozed: true }]);
  const [first, second] = [w.say('DONE'), w.say('DONE')].sort();
  expect(first).toBe('Done: "bins". Next Mon 23 Nov 4:00 pm. DONE ALL ends it; UNDO takes this back.');
  expect(second).toBe('Done: "call mum". UNDO takes it back.');
  expect(w.say('DONE')).toBeNull();
});

test('DONE ALL ends what repeats, and an UNDO does not overwrite a later change', async (w) => {
  w.say('REMIND bins every day 4pm');
  expect(await w.due(2 * HOUR)).toEqual(['Reminder (was due Sun 22 Nov 4:00 pm): bins']);
  expect(w.say('DONE')).toBe(
    'Done: "bins". Next Mon 23 Nov 4:00 pm. DONE ALL ends it; UNDO takes this back.',
  );
  expect(w.say('UNDO')).toBe('Taken back: I will text you Mon 23 Nov 4:00 pm.');
  expect(w.say('DONE ALL')).toBe('Done: "bins". UNDO takes it back.');
  expect(listReminders(w.app, w.user)).toEqual([]);
  expect(w.say('UNDO')).toBe('Taken back: I will text you Mon 23 Nov 4:00 pm.');
  expect(w.say('SNOOZE')).toContain('I will text you again');
  endReminder(w.app, w.user, listReminders(w.app, w.user)[0]!.messageId);
  expect(w.say('UNDO')).toBe('That reminder was changed since, so it stays as it is.');
});

test('TZ sets the time zone, and reminders keep their time of day', (w) => {
  w.say('REMIND call mum fri 9am');
  expect(w.say('TZ new york')).toBe('It is 8:30 am for you. UNDO takes it back.');
  expect(listReminders(w.app, w.user)[0]?.remindAt).toBe('2026-11-27T14:00:00.000Z');
  expect(w.say('TZ: narnia')).toStartWith('I do not know that time zone.');
  expect(w.say('TZ new york')).toBe('It is 8:30 am for you.');
  expect(w.say('UNDO')).toStartWith('Taken back. It is ');
  expect(listReminders(w.app, w.user)[0]?.remindAt).not.toBe('2026-11-27T14:00:00.000Z');
  expect(w.say('UNDO')).toBe('Taken back: your last text is deleted.');
});

test('a text that comes late counts from when it was sent', async (w) => {
  textIn(w.app, bob, 'REMIND call mum in 2 hours', { at: NOW - HOUR });
  expect(listReminders(w.app, w.user)[0]?.remindAt).toBe(new Date(NOW + HOUR).toISOString());
  textIn(w.app, bob, 'REMIND call dad in 20 minutes', { at: NOW - HOUR + MINUTE });
  expect(await w.due(0)).toEqual([expect.stringMatching(/^Reminder \(was due .*\): call dad$/)]);
});
