import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema';
import { invite, listMembers } from '../../src/boards/sharing';
import { allMessages } from '../../src/messages/lists';
import { react } from '../../src/messages/reactions';
import { listReminders } from '../../src/messages/reminders/lists';
import { sendDueReminders } from '../../src/notices/reminders/due';
import { changeTimeZone } from '../../src/notices/reminders/reminders';
import { answerQuestions } from '../../src/texting/questions';
import { testApp } from '../support/app';
import { ann, bob, cho, type Person } from '../support/cast';
import { HOUR } from '../support/clock';
import { contentsOn, post, share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { accountOf, deliverAll, messagesOf, repliesTo, textIn, textsTo } from '../support/texts';

/** Sunday, 22 November 2026, 14:30 in Berlin. */
const NOW = Date.parse('2026-11-22T13:30:00Z');

const test = testIn(() => {
  const app = testApp();
  app.clock.freeze(NOW);
  const user = changeTimeZone(app, ensureUser(app, ann), 'Europe/Berlin');
  const say = async (body: string, person: Person = ann) => {
    app.clock.advance(1000);
    const before = app.outbox(person.phone).length;
    textIn(app, person, body);
    await answerQuestions(app);
    const [answer = null, ...others] = app.outbox(person.phone).slice(before);
    expect(others).toEqual([]);
    deliverAll(app);
    return answer?.body ?? null;
  };
  const confirm = async (question: string | null) => say(/OK \d\d/.exec(question ?? '')![0]);
  textIn(app, ann, 'First text');
  return { app, user, say, confirm, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
});

test('REMINDERS numbers them, and an opened one is what commands mean', async (w) => {
  expect(await w.say('REMINDERS')).toStartWith('No reminder is to come.');
  await w.say('REMIND call mum fri 9am');
  await w.say('REMIND bins every thursday 7am');
  await w.say('An unrelated note');
  expect(await w.say('What are my reminders?')).toBe(
    '1 Thu 26 Nov 7:00 am, every Thursday: bins\n2 Fri 27 Nov 9:00 am: call mum',
  );
  expect(await w.say('2')).toBe(
    'Reminder Fri 27 Nov 9:00 am: call mum\nDONE, SNOOZE 2h, EDIT fri 10am or DELETE?',
  );
  expect(await w.say('EDIT remind me friday 10am')).toBe(
    '"call mum": I will text you Fri 27 Nov 10:00 am. UNDO takes it back.',
  );
  expect(await w.say('UNDO')).toBe('Taken back: I will text you Fri 27 Nov 9:00 am.');
  expect(await w.say('Edit: tomorrow 8am')).toContain('I will text you Mon 23 Nov 8:00 am');
  expect(await w.say('EDIT yesterday 8am')).toBe('That time is past, so nothing was changed: "call mum"');
  expect(await w.say('SNOOZE 2h')).toBe('I will text you again Mon 23 Nov 10:00 am. UNDO takes it back.');
  expect(await w.say('DONE')).toBe('Done: "call mum". UNDO takes it back.');
  expect(listReminders(w.app, w.user)).toHaveLength(1);
  expect(await w.say('UNDO')).toBe('Taken back: I will text you Mon 23 Nov 10:00 am.');
  expect(await w.say('DELETE')).toBe('Deleted: "call mum" UNDO brings it back.');
  expect(messagesOf(w.app, ann)).toEqual(['First text', 'bins', 'An unrelated note']);
  await w.say('REMINDERS');
  await w.say('1');
  expect(await w.say('EDIT Take the bins out')).toStartWith('Changed to "Take the bins out"');
  expect(await w.say('done')).toStartWith('Done: "Take the bins out". Next Thu 26 Nov');
});

test('EDIT with a time after a reminder changes that one, and a note without a reminder gets one', async (w) => {
  await w.say('REMIND call mum in 1 hour');
  w.app.clock.advance(HOUR);
  await sendDueReminders(w.app);
  expect(await w.say('EDIT remind me at 6pm')).toStartWith('"call mum": I will text you Sun 22 Nov 6:00 pm');
  await w.say('Buy milk');
  expect(await w.say('EDIT friday 10am')).toStartWith('Changed to "friday 10am"');
  expect(await w.say('EDIT remind me friday 10am')).toContain('"friday 10am": I will text you Fri 27 Nov');
  expect(await w.say('UNDO')).toBe('Taken back: no reminder is to come.');
  expect(await w.say('EDIT remind me friday 11am to buy oat milk')).toMatch(
    /^Changed to "buy oat milk", on #uncategorized\. I will text you Fri 27 Nov 11:00 am\. UNDO takes it back\.$/,
  );
});

test('a reminder of a message of somebody else can be deleted, but not the message', async (w) => {
  const other = ensureUser(w.app, bob);
  share(w.app, other, 'house', ann);
  post(w.app, other, 'Party on friday #house');
  await w.say('? party');
  await w.say('1');
  await w.say('EDIT remind me friday 10am');
  expect(await w.say('DELETE')).toBe('No reminder any more: "Party on friday" UNDO takes it back.');
  expect(listReminders(w.app, w.user)).toEqual([]);
  expect(contentsOn(w.app, other, 'house')).toHaveLength(1);
});

test('MORE reads all of a long note, and then goes on with the question', async (w) => {
  const words = Array.from({ length: 250 }, (_, n) => `word${n}`).join(' ');
  await w.say(`${words} #long`);
  await w.say('A short one #long');
  expect(await w.say('#long?')).toContain('2 #long');
  const parts = [await w.say('2')];
  while (parts.at(-1)!.includes('MORE reads on')) parts.push(await w.say('MORE'));
  const read = parts.join(' ').replace(/\.\.\.\n[^ ]+ reads on(?:\n\S+)?/g, '');
  expect(read).toContain(words);
  expect(await w.say('MORE')).toBe('That was all.');
  await w.say('2');
  await w.say('? short');
  expect(await w.say('MORE')).toBe('That was all.');
});

test('NAME and a bare name after our question say how others see a person', async (w) => {
  const app = w.app;
  const owner = ensureUser(app, bob);
  app.db.update(users).set({ firstName: null, lastName: null }).where(eq(users.phone, ann.phone)).run();
  share(app, owner, 'house', { ...ann, firstName: null, lastName: null } as never);
  app.db.$client.run('update memberships set tag_chosen_by_other = 0');
  await w.say('Milk'); // on no shared board
  expect(await w.say('Milk #house')).toContain('what is your name? Reply NAME and your name.');
  expect(await w.say('Ann Marie')).toBe('Others see you as Ann Marie now. UNDO takes it back.');
  expect(allMessages(app, owner)[0]).toMatchObject({ senderFirstName: 'Ann', senderLastName: 'Marie' });
  expect(await w.say('UNDO')).toEndWith('What you texted is kept as a note.');
  expect(messagesOf(app, ann).at(-1)).toBe('Ann Marie');
  expect(await w.say('Bread #house')).toBeNull(); // asked once
  expect(await w.say('My name is Jo Miller.')).toStartWith('Others see you as Jo Miller now.');
  expect(await w.say('NAME Annie')).toStartWith('Others see you as Annie now.');
  expect(await w.say('UNDO')).toBe('Taken back: others see you as Jo Miller.');
  expect(await w.say('Name tags for the party')).toBeNull();
});

test('a name that a person gives to another is only for that person, everywhere', async (w) => {
  const app = w.app;
  const owner = ensureUser(app, bob);
  share(app, owner, 'house', ann, cho);
  expect(await w.say('NAME 0199 Nobody')).toStartWith('No single person with 0199');
  expect(await w.say(`NAME ${cho.phone.slice(-4)} Granny`)).toBe(
    'You see them as Granny now; nobody else does. UNDO takes it back.',
  );
  post(app, accountOf(app, cho)!, 'Cake #house');
  expect(textsTo(app, ann, 'notification').at(-1)).toStartWith('New in #house, Granny: Cake');
  expect(textsTo(app, bob, 'notification').at(-1)).not.toContain('Granny');
  const [cake] = allMessages(app, w.user);
  react(app, accountOf(app, cho)!, { id: cake!.id, emoji: '👍', on: true });
  expect(allMessages(app, w.user)[0]!.reactions).toMatchObject([{ people: ['Granny'] }]);
  expect(await w.say('Who is on #house?')).toMatch(/^On #house: Bob \w+ \(owner\), you, Granny$/);
  expect(await w.say('? from:granny cake')).toContain('Granny: Cake');
  const names = listMembers(app, owner, 'house').map(({ user }) => user.displayName);
  expect(names.join()).not.toContain('Granny');
  expect(await w.say('UNDO')).toStartWith('Taken back: you see them as Cho');
  expect(await w.say('WHO #nowhere')).toStartWith('You are on no board #nowhere.');
});

test('INVITE waits for an OK, texts whom it does not know, and can be taken back', async (w) => {
  const app = w.app;
  share(app, w.user, 'family', bob);
  await w.say('Passport numbers #secret');
  const asked = await w.say('INVITE +1 202 555 0133 #family');
  expect(asked).toMatch(
    /^Reply OK \d\d to invite \+1 \(202\) 555-0133 to #family, to see the 0 messages on it\.$/,
  );
  expect(app.outbox('+12025550133')).toEqual([]);
  expect(await w.confirm(asked)).toStartWith('We have texted +1 (202) 555-0133 an invitation');
  expect(textsTo(app, { ...bob, phone: '+12025550133' }, 'invite')[0]).toContain('#family');
  expect(await w.say('UNDO')).toBe('Taken back: +1 (202) 555-0133 is not on #family.');
  ensureUser(app, cho);
  expect(await w.confirm(await w.say(`Invite ${cho.phone} to #secret please`))).toContain(
    'is on #secret now',
  );
  expect(contentsOn(app, accountOf(app, cho)!, 'secret')).toHaveLength(1);
  expect(await w.say('UNDO')).toContain('is not on #secret');
  expect(await w.say(`INVITE ${bob.phone} #family`)).toEndWith('is on #family already.');
  expect(await w.say('INVITE 12 34 56 #family')).toBe('That is not a phone number.');
  expect(await w.say('INVITE +1 202 555 0134 #none')).toStartWith('You have no board #none.');
  expect(await w.say('add 202 555 0134 to #phones')).toBeNull();
  const other = accountOf(app, bob)!;
  invite(app, w.user, 'family', ensureUser(app, cho).phone);
  share(app, other, 'club', ann);
  expect(await w.say('INVITE +1 202 555 0134 #club')).toBe('Only the owner of #club can invite people.');
});

test('a forged INVITE of a number that was blocked, or past a limit, shows nothing to anybody', async (w) => {
  share(w.app, w.user, 'family', bob);
  w.app.db.$client.run(
    "insert into blocked_numbers (phone, reason, blocked_at) values ('+12025550133', 'x', 1)",
  );
  const asked = await w.say('INVITE +1 202 555 0133 #secret');
  expect(asked).toStartWith('You have no board #secret.');
  await w.say('Passport #secret');
  expect(await w.confirm(await w.say('INVITE +1 202 555 0133 #secret'))).toBe('We cannot text this number.');
  const [board] = w.app.db.$client
    .query("select shared from boards b join memberships v on v.board_id = b.id where v.tag = 'secret'")
    .values();
  expect(board).toEqual([0]); // the conversion is taken back, too
});

test('a find past the hourly limit is kept and answered', async (w) => {
  for (let n = 0; n < 30; n++) await w.say('BOARDS');
  expect(await w.say('find the wifi password')).toStartWith('Kept as a note. That is a lot of questions');
  expect(await w.say('find the other password')).toBeNull();
  expect(messagesOf(w.app, ann).slice(-2)).toEqual(['find the wifi password', 'find the other password']);
  expect(repliesTo(w.app, ann).length).toBeGreaterThan(30);
});
