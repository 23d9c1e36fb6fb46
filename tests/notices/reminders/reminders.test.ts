import { expect } from 'bun:test';
import { reminders, restores } from '../../../db/schema';
import { removeMember } from '../../../src/boards/leaving';
import { deleteAccount } from '../../../src/messages/delete-account';
import { restoreMessage } from '../../../src/messages/deleted-messages';
import { edit } from '../../../src/messages/editing';
import { requireMessage } from '../../../src/messages/find';
import { addMessage, create } from '../../../src/messages/messages';
import { listReminders } from '../../../src/messages/reminders/lists';
import { removeOwnMessage } from '../../../src/messages/removal';
import { sendDueReminders } from '../../../src/notices/reminders/due';
import {
  changeTimeZone,
  endReminder,
  findLastReminder,
  forgetReminders,
  markDone,
  restoreReminder,
  setReminder,
  snooze,
  toWhen,
} from '../../../src/notices/reminders/reminders';
import { setStopped } from '../../../src/outbox/outbox';
import { testApp } from '../../support/app';
import { ann, bob } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { share } from '../../support/house';
import { ensureUser } from '../../support/people';
import { testIn } from '../../support/test-in';
import { textsTo } from '../../support/texts';

const test = testIn(() => {
  const app = testApp();
  const user = changeTimeZone(app, ensureUser(app, ann), 'Europe/Berlin');
  const id = create(app, user, { content: 'Call mum #family', source: 'ui' });
  const remind = (remindAt: string, remindRule?: string) =>
    setReminder(app, user, id, toWhen(app, user, { remindAt, remindRule }));
  const inAnHour = () => new Date(app.now() + HOUR - (app.now() % MINUTE)).toISOString();
  const reminded = () => textsTo(app, ann, 'reminder');
  const later = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    await sendDueReminders(app);
  };
  const end = { [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
  return { app, user, id, remind, inAnHour, reminded, later, ...end };
});

test('a clock that is set back fires no daily reminder at the wrong hour', async (w) => {
  w.remind(w.inAnHour(), 'FREQ=DAILY');
  await w.later(HOUR);
  expect(w.reminded()).toHaveLength(1);
  await w.later(-3 * HOUR);
  await w.later(MINUTE);
  expect(w.reminded()).toHaveLength(1);
  await w.later(3 * HOUR);
  expect(w.reminded()).toHaveLength(1); // it has been texted for this time before
  await w.later(DAY);
  expect(w.reminded()).toHaveLength(2);
});

test('a reminder is texted once when it is due', async (w) => {
  w.remind(w.inAnHour());
  await sendDueReminders(w.app);
  expect(w.reminded()).toEqual([]);
  await w.later(HOUR);
  await sendDueReminders(w.app);
  expect(w.reminded()).toEqual(['Reminder: Call mum\nDONE or SNOOZE 2h?']);
  expect(listReminders(w.app, w.user)).toMatchObject([{ remindAt: null, remindedAt: expect.any(String) }]);
  w.app.clock.advance(DAY + MINUTE);
  forgetReminders(w.app);
  expect(w.app.db.select().from(reminders).all()).toEqual([]);
});

test('a reminder that is late says when it was due, and repeats from now on', async (w) => {
  const start = Temporal.Instant.fromEpochMilliseconds(w.app.now())
    .toZonedDateTimeISO('Europe/Berlin')
    .add({ days: 1 });
  const nine = start.with({ hour: 9, minute: 0, second: 0, millisecond: 0 });
  w.remind(nine.toPlainDateTime().toString().slice(0, 16), 'FREQ=DAILY');
  w.app.clock.advance(nine.epochMilliseconds - w.app.now() + 3 * DAY + HOUR); // the server was down meanwhile
  await sendDueReminders(w.app);
  expect(w.reminded()).toHaveLength(1);
  expect(w.reminded()[0]).toMatch(
    /^Reminder \(was due \w{3} \d+ \w{3}(?: \d{4})? 9:00 am\): Call mum\nDONE, SNOOZE 2h, or DONE ALL to end it\.$/,
  );
  const [next] = listReminders(w.app, w.user);
  expect(Date.parse(next!.remindAt!)).toBe(nine.add({ days: 4 }).epochMilliseconds);
});

test('after SNOOZE a reminder comes again, and after DONE it ends', async (w) => {
  w.remind(w.inAnHour());
  await w.later(HOUR);
  expect(findLastReminder(w.app, w.user, w.app.now())).toMatchObject({ messageId: w.id });
  expect(() => snooze(w.app, w.user, w.id, w.app.now())).toThrow('That time is past');
  snooze(w.app, w.user, w.id, w.app.now() + 2 * HOUR);
  expect(findLastReminder(w.app, w.user, w.app.now())).toMatchObject({ messageId: w.id, snoozed: 1 });
  expect(listReminders(w.app, w.user)).toMatchObject([{ snoozed: true, remindedAt: null }]);
  await w.later(2 * HOUR);
  expect(w.reminded()).toHaveLength(2);
  markDone(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)).toEqual([]);
  restoreReminder(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)).toHaveLength(1);
});

test('SNOOZE and DONE can be undone, also for a repeating reminder, until it is sent again', async (w) => {
  w.remind(w.inAnHour(), 'FREQ=DAILY');
  await w.later(HOUR);
  const sent = listReminders(w.app, w.user);
  const takeBack = () => restoreReminder(w.app, w.user, w.id);
  markDone(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)).toMatchObject([{ remindedAt: null }]);
  takeBack();
  expect(listReminders(w.app, w.user)).toEqual(sent);
  takeBack(); // a second call changes nothing
  expect(listReminders(w.app, w.user)).toEqual(sent);
  snooze(w.app, w.user, w.id);
  const putOff = listReminders(w.app, w.user);
  markDone(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)).not.toEqual(putOff);
  takeBack();
  expect(listReminders(w.app, w.user)).toEqual(putOff);
  snooze(w.app, w.user, w.id, w.app.now() + MINUTE);
  await w.later(MINUTE);
  const again = listReminders(w.app, w.user);
  takeBack();
  expect(listReminders(w.app, w.user)).toEqual(again);
});

test('a reminder that repeats goes on after DONE and SNOOZE, until it is ended', async (w) => {
  w.remind(w.inAnHour(), 'FREQ=DAILY');
  const { remindAt } = listReminders(w.app, w.user)[0]!;
  await w.later(HOUR);
  snooze(w.app, w.user, w.id);
  await w.later(HOUR);
  markDone(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)[0]).toMatchObject({
    remindAt: new Date(Date.parse(remindAt!) + DAY).toISOString(),
    remindedAt: null,
  });
  endReminder(w.app, w.user, w.id);
  await w.later(3 * DAY);
  expect(w.reminded()).toHaveLength(2);
});

test('a time of day moves with the time zone, a moment does not', (w) => {
  const day = toDay(w.app.now() + 7 * DAY);
  w.remind(`${day}T09:00`);
  const { remindAt } = requireMessage(w.app, w.user, w.id);
  const user = changeTimeZone(w.app, w.user, 'America/New_York');
  const moved = requireMessage(w.app, user, w.id).remindAt!;
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' });
  expect([remindAt === moved, clock.format(new Date(moved))]).toEqual([false, '09:00']);
  const moment = setReminder(
    w.app,
    user,
    w.id,
    toWhen(w.app, user, { remindAt: `${day}T09:00:00Z` }),
  ).remindAt;
  changeTimeZone(w.app, user, 'Europe/Berlin');
  expect(requireMessage(w.app, user, w.id).remindAt).toBe(moment);
});

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

test('a message is stored with its reminder, and an edit sets or ends it', (w) => {
  const remindAt = w.inAnHour();
  const added = addMessage(w.app, w.user, { content: 'Milk', remindAt });
  expect(added).toMatchObject({ remindAt, remindRule: null });
  expect(edit(w.app, w.user, added.id, { content: 'Milk and bread' }).remindAt).toBe(remindAt);
  expect(edit(w.app, w.user, added.id, { remindAt: null }).remindAt).toBeNull();
  expect(edit(w.app, w.user, added.id, { remindAt, remindRule: 'FREQ=WEEKLY' })).toMatchObject({
    remindAt,
    remindRule: 'FREQ=WEEKLY',
  });
  expect(() => addMessage(w.app, w.user, { content: 'Late', remindAt: '2001-01-01T09:00' })).toThrow(
    'That time is past.',
  );
  expect(listReminders(w.app, w.user)).toHaveLength(1);
});

test('on a shared board nobody else sees or gets a reminder', async (w) => {
  const other = ensureUser(w.app, bob);
  share(w.app, w.user, 'house', bob);
  const id = create(w.app, w.user, { content: 'Rent #house', source: 'ui' });
  const when = { at: w.app.now() + HOUR, starts: null, rule: null };
  const mine = setReminder(w.app, w.user, id, when);
  expect(requireMessage(w.app, w.user, id).remindAt).toBe(mine.remindAt);
  expect(requireMessage(w.app, other, id).remindAt).toBeNull();
  expect(listReminders(w.app, other)).toEqual([]);
  setReminder(w.app, other, id, { ...when, at: when.at + MINUTE });
  expect(requireMessage(w.app, w.user, id).remindAt).toBe(mine.remindAt);
  await w.later(HOUR);
  expect(textsTo(w.app, bob, 'reminder')).toEqual([]);
});

test('a person who no longer sees the message is not reminded of it', async (w) => {
  const other = ensureUser(w.app, bob);
  const board = share(w.app, w.user, 'house', bob);
  const id = create(w.app, w.user, { content: 'Rent #house', source: 'ui' });
  setReminder(w.app, other, id, { at: w.app.now() + HOUR, starts: null, rule: null });
  removeMember(w.app, w.user, board, other.id);
  expect(listReminders(w.app, other)).toEqual([]);
  expect(() => snooze(w.app, other, id)).toThrow('Reminder not found');
  expect(() => setReminder(w.app, other, id, { at: w.app.now() + HOUR, starts: null, rule: null })).toThrow(
    'Message not found',
  );
  await w.later(HOUR);
  expect(textsTo(w.app, bob, 'reminder')).toEqual([]);
  expect(w.app.db.select().from(reminders).all()).toEqual([]);
});

test('a deleted message reminds nobody, and gets its reminder back with Undo', async (w) => {
  w.remind(new Date(w.app.now() + MINUTE).toISOString(), 'FREQ=DAILY');
  const before = listReminders(w.app, w.user);
  removeOwnMessage(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)).toEqual([]);
  await w.later(2 * MINUTE);
  expect(w.reminded()).toEqual([]);
  restoreMessage(w.app, w.user, w.id);
  expect(listReminders(w.app, w.user)).toEqual(before);
  await sendDueReminders(w.app);
  expect(w.reminded()).toHaveLength(1);
});

test('a deleted account and a stopped number get no reminder', async (w) => {
  w.remind(w.inAnHour());
  setStopped(w.app, ann.phone, true);
  await w.later(HOUR);
  expect(w.reminded()).toEqual([]);
  w.remind(w.inAnHour());
  deleteAccount(w.app, w.user);
  expect(w.app.db.select().from(reminders).all()).toEqual([]);
});

test('a person has at most 500 reminders at once', async (w) => {
  const at = w.app.now() + HOUR;
  for (let count = 0; count < 500; count++)
    setReminder(w.app, w.user, create(w.app, w.user, { content: `Note ${count}`, source: 'ui' }), {
      ...{ at, starts: null, rule: null },
    });
  expect(() => w.remind(w.inAnHour())).toThrow('You have 500 reminders. Please end some of them first.');
  endReminder(w.app, w.user, listReminders(w.app, w.user)[0]!.messageId);
  expect(w.remind(w.inAnHour()).remindAt).toBeString();
});

test('after a restore, what was due before it is held', async (w) => {
  w.remind(w.inAnHour(), 'FREQ=DAILY');
  w.app.clock.advance(2 * HOUR);
  w.app.db.insert(restores).values({ restoredAt: w.app.now() }).run();
  await sendDueReminders(w.app);
  expect(w.app.outbox(ann.phone)).toMatchObject([{ kind: 'reminder', state: 'held' }]);
  await w.later(DAY);
  expect(w.app.outbox(ann.phone).at(-1)).toMatchObject({ kind: 'reminder', state: 'queued' });
});

test('one reminder does not wait for the sixty of somebody else', async (w) => {
  const his = create(w.app, ensureUser(w.app, bob), { content: 'Alone', source: 'ui' });
  setReminder(w.app, ensureUser(w.app, bob), his, { at: w.app.now() + 2 * MINUTE, starts: null, rule: null });
  for (let n = 0; n < 60; n++) {
    const id = create(w.app, w.user, { content: `Note ${n}`, source: 'ui' });
    setReminder(w.app, w.user, id, { at: w.app.now() + MINUTE + n, starts: null, rule: null });
  }
  await w.later(HOUR);
  await sendDueReminders(w.app);
  expect(w.reminded()).toHaveLength(4);
  expect(w.app.outbox(bob.phone)).toMatchObject([{ kind: 'reminder' }]);
});
