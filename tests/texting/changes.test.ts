import { expect } from 'bun:test';
import { removeMember } from '../../src/boards/leaving';
import { countSegments } from '../../src/contract/segments';
import { restoreMessage } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { removeOwnMessage } from '../../src/messages/removal';
import { answerQuestions } from '../../src/texting/questions';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { bob, cho, type Person } from '../support/cast';
import { DAY, HOUR, MINUTE } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { answersTo, messagesOf, okIn, repliesTo, textIn } from '../support/texts';

function tell(app: TestApp, person: Person, text: string, more = {}): string {
  app.clock.advance(1);
  const answers = answersTo(app, person, text, more);
  expect(answers, text).toHaveLength(1);
  expect(countSegments(answers[0]!)).toBeLessThanOrEqual(2);
  return answers[0]!;
}

async function ask(app: TestApp, person: Person, text: string) {
  textIn(app, person, text);
  await answerQuestions(app);
}

const seenBy = (app: TestApp, person: Person) =>
  allMessages(app, ensureUser(app, person)).map(({ content, tags }) => [content, ...tags].join(' | '));

test('a tag by text puts the last text on a board or takes it off, and UNDO reverses that', ({ app }) => {
  ensureUser(app, bob);
  textIn(app, bob, 'Ramen #food');
  expect(tell(app, bob, '+#recipes')).toBe('Also on the new #recipes. UNDO takes it back.');
  expect(tell(app, bob, '+ #recipes')).toBe('It is on #recipes already.');
  expect(tell(app, bob, '-#food +#noodles')).toBe(
    'Also on the new #noodles, no longer on #food. UNDO takes it back.',
  );
  expect(seenBy(app, bob)).toEqual(['Ramen #food | recipes | noodles']);
  expect(tell(app, bob, 'UNDO')).toBe('Taken back. It is on #food, #recipes again.');
  expect(seenBy(app, bob)).toEqual(['Ramen #food | food | recipes']);
  tell(app, bob, '-#food, #recipes');
  expect(seenBy(app, bob)).toEqual(['Ramen #food | uncategorized']);
  expect(tell(app, bob, '-#food')).toBe('It stays where it is: it is not on #food, or on no other board.');
  for (const _ of [1, 2]) tell(app, bob, 'UNDO');
  expect(seenBy(app, bob)).toEqual(['Ramen #food | food']);
  expect(tell(app, bob, 'UNDO')).toBe('Taken back: your last text is deleted.');
  expect(tell(app, bob, 'UNDO')).toContain('nothing to take back');
  expect(tell(app, bob, '+#food')).toBe('Your last text is deleted already.');
});

test('a correction right after a text is obeyed, and without one is a note', ({ app }) => {
  ensureUser(app, bob);
  expect(tell(app, bob, 'Edit: the cake is on the 12th')).toStartWith(
    'Kept as a note. You have texted no note',
  );
  textIn(app, bob, 'Try the ramen place on 5th #food');
  tell(app, bob, '+#trip');
  const on = 'on #food, #trip. UNDO takes it back.';
  expect(tell(app, bob, 'I meant 6th not 5th')).toBe(`Changed to "Try the ramen place on 6th", ${on}`);
  expect(tell(app, bob, '*7th')).toBe(`Changed to "Try the ramen place on 7th", ${on}`);
  expect(tell(app, bob, 'scratch that')).toStartWith(
    'Taken back. It says again: "Try the ramen place on 6th"',
  );
  textIn(app, bob, 'Milk');
  expect(tell(app, bob, 'Forget that!')).toStartWith('Deleted: "Milk"');
  expect(tell(app, bob, 'oh no bring it back')).toStartWith('Taken back. It is there again: "Milk"');
  app.clock.advance(2 * MINUTE);
  textIn(app, bob, 'bring it back');
  expect(seenBy(app, bob)).toEqual([
    'bring it back | uncategorized',
    'Milk | uncategorized',
    'Try the ramen place on 6th | food | trip',
    'Edit: the cake is on the 12th | uncategorized',
  ]);
});

test('a number is corrected with its unit', ({ app }) => {
  ensureUser(app, bob);
  for (const [text, correction, corrected] of [
    ['5 oz at 3:35am', 'oops i meant 6oz not 5', '6oz at 3:35am'],
    ['juice 2 L', 'oops i meant 3L not 2', 'juice 3L'],
    ['2 cups of rice', 'i meant 1 cup not 2', '1 cup of rice'],
    ['5 ounces left', 'I meant 6 oz not 5', '6 oz left'],
    ['drank 5 oz', 'I meant 6 not 5', 'drank 6 oz'],
    ['Row 5 oak', 'I meant 6b not 5', 'Row 6b oak'],
  ] as const) {
    textIn(app, bob, text);
    expect(tell(app, bob, correction)).toStartWith(`Changed to "${corrected}"`);
  }
});

test('EDIT replaces the words, and moves the message only if they have hashtags', ({ app }) => {
  ensureUser(app, bob);
  textIn(app, bob, 'Milk #shop');
  expect(tell(app, bob, 'EDIT Milk and eggs')).toBe(
    'Changed to "Milk and eggs", on #shop. UNDO takes it back.',
  );
  expect(seenBy(app, bob)).toEqual(['Milk and eggs | shop']);
  expect(tell(app, bob, 'edit: Oat milk #vegan')).toContain('now on the new #vegan');
  expect(seenBy(app, bob)).toEqual(['Oat milk | vegan']);
  expect(tell(app, bob, 'UNDO')).toBe('Taken back. It says again: "Milk and eggs"');
  expect(tell(app, bob, 'UNDO')).toBe('Taken back. It says again: "Milk"');
  expect(seenBy(app, bob)).toEqual(['Milk #shop | shop']);
  expect(tell(app, bob, `EDIT ${'x'.repeat(10_001)}`)).toContain('too long');
});

test('UNDO and EDIT do not overwrite what was changed in the web app since', ({ app }) => {
  const user = ensureUser(app, bob);
  app.clock.freeze();
  textIn(app, bob, 'Milk');
  const id = allMessages(app, user)[0]!.id;
  tell(app, bob, 'EDIT Bread');
  app.clock.advance(MINUTE);
  edit(app, user, id, { content: 'Cheese' });
  expect(tell(app, bob, 'UNDO')).toBe('That message was changed since, so it stays as it is.');
  expect(tell(app, bob, 'EDIT Butter', { at: app.now() - 30_000 })).toContain('was changed since');
  tell(app, bob, '+#shop');
  app.clock.advance(MINUTE);
  edit(app, user, id, { tags: ['shop', 'dairy'] });
  expect(tell(app, bob, 'UNDO')).toContain('was changed since');
  expect(seenBy(app, bob)).toEqual(['Cheese | shop | dairy']);
});

test('DELETE and the web app take back the same deletion', ({ app }) => {
  const user = ensureUser(app, bob);
  textIn(app, bob, 'Older');
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Try the ramen place on 5th, they close at ten and take no cards at all #food');
  const id = allMessages(app, user)[0]!.id;
  expect(tell(app, bob, 'delete')).toBe(
    'Deleted: "Try the ramen place on 5th, they close at ten and take no..." UNDO brings it back.',
  );
  expect(tell(app, bob, 'DELETE')).toBe('That message is deleted already. UNDO brings it back.');
  expect(tell(app, bob, 'EDIT x')).toContain('deleted already');
  expect(messagesOf(app, bob)).toEqual(['Older']);
  expect(tell(app, bob, 'Undo')).toContain('It is there again: "Try the ramen');
  tell(app, bob, 'DELETE');
  restoreMessage(app, user, id);
  expect(tell(app, bob, 'UNDO')).toBe('It is back already.');
  tell(app, bob, 'DELETE');
  app.clock.advance(11 * MINUTE);
  expect(tell(app, bob, 'UNDO')).toContain('nothing to take back');
  expect(messagesOf(app, bob)).toEqual(['Older']);
  // DELETE never deletes the text before the last one
  expect(tell(app, bob, 'DELETE')).toBe('Your last text is deleted already.');
});

test('a change is made to the message opened by number, or a later text', async ({ app }) => {
  const user = ensureUser(app, bob);
  const other = ensureUser(app, cho);
  share(app, user, 'house', cho);
  create(app, user, { content: 'Lamp of mine', source: 'ui' });
  create(app, other, { content: 'Lamp of Cho #house', source: 'ui' });
  textIn(app, bob, 'Latest note');
  await ask(app, bob, '? lamp from:me');
  textIn(app, bob, '1');
  app.clock.advance(9 * MINUTE);
  tell(app, bob, '+#light');
  expect(seenBy(app, bob)).toContain('Lamp of mine | uncategorized | light');
  textIn(app, bob, 'A newer note');
  tell(app, bob, 'EDIT The newest note');
  expect(messagesOf(app, bob).at(-1)).toBe('The newest note');
  await ask(app, bob, '? from:cho');
  textIn(app, bob, '1');
  for (const text of ['DELETE', 'EDIT mine', '+#light'])
    expect(tell(app, bob, text)).toBe('That is a message of Cho: only its sender can change it.');
  app.clock.advance(11 * MINUTE);
  expect(tell(app, bob, 'DELETE')).toContain('The newest note');
  app.clock.advance(DAY);
  expect(tell(app, bob, 'DELETE')).toContain('no note in the last day');
});

test('members are told once of a message put on their board by text', ({ app }) => {
  const user = ensureUser(app, bob);
  share(app, user, 'house', cho);
  const told = () => app.outbox(cho.phone).filter(({ kind }) => kind === 'notification').length;
  textIn(app, bob, 'A secret');
  tell(app, bob, '+#house');
  okIn(app, bob);
  expect([seenBy(app, cho), told()]).toEqual([['A secret | house'], 1]);
  app.db.$client.run("update outbox set state = 'sent'"); // else UNDO would withdraw the notification
  tell(app, bob, 'UNDO');
  expect(seenBy(app, cho)).toEqual([]);
  app.clock.advance(2 * MINUTE);
  for (const text of ['+#house', '-#house', 'UNDO']) {
    tell(app, bob, text);
    okIn(app, bob);
  }
  expect([seenBy(app, cho), told()]).toEqual([['A secret | house'], 1]);
});

test('two people on one board change only their own messages, both at once', ({ app }) => {
  const user = ensureUser(app, bob);
  const other = ensureUser(app, cho);
  const board = share(app, user, 'house', cho);
  textIn(app, bob, 'From Bob #house');
  textIn(app, cho, 'From Cho #house');
  tell(app, bob, 'EDIT Bob again');
  tell(app, cho, 'DELETE');
  tell(app, bob, 'UNDO');
  expect(seenBy(app, cho)).toEqual(['From Bob #house | house']);
  removeMember(app, other, board, other.id);
  tell(app, cho, 'UNDO');
  expect(seenBy(app, bob)).toEqual(['From Bob #house | house']); // only Cho sees the restored message
  expect(seenBy(app, cho)).toHaveLength(1);
});

test('a late command means the text that was the last one when the command was sent', ({ app }) => {
  ensureUser(app, bob);
  app.clock.freeze();
  const start = app.now();
  textIn(app, bob, 'First');
  app.clock.advance(5 * MINUTE);
  textIn(app, bob, 'Second');
  tell(app, bob, '+#late', { at: start + MINUTE });
  expect(seenBy(app, bob)).toEqual(['Second | uncategorized', 'First | uncategorized | late']);
  app.clock.advance(2 * HOUR);
  // this text is fetched hours after it was sent
  expect(tell(app, bob, 'DELETE', { at: start + 2 * MINUTE })).toContain('"First"');
  expect(tell(app, bob, 'UNDO')).toContain('"First"');
  expect(messagesOf(app, bob)).toEqual(['First', 'Second']);
});

test('a command that comes twice is obeyed and answered once', ({ app }) => {
  ensureUser(app, bob);
  textIn(app, bob, 'First');
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Second');
  const { sid } = textIn(app, bob, 'UNDO');
  textIn(app, bob, 'UNDO', { sid });
  expect(messagesOf(app, bob)).toEqual(['First']);
  expect(repliesTo(app, bob)).toHaveLength(1);
});

test('commands from a number that has stopped are obeyed without an answer', ({ app }) => {
  ensureUser(app, bob);
  textIn(app, bob, 'Milk');
  textIn(app, bob, 'STOP');
  textIn(app, bob, 'EDIT Bread');
  textIn(app, bob, 'DELETE');
  textIn(app, bob, 'UNDO');
  expect(messagesOf(app, bob)).toEqual(['Bread']);
  expect(repliesTo(app, bob)).toEqual([]);
});

test('the rest of a cut text and the words under a photo are no commands', ({ app }) => {
  ensureUser(app, bob);
  textIn(app, bob, 'y'.repeat(160));
  textIn(app, bob, 'done');
  textIn(app, bob, 'x'.repeat(160));
  textIn(app, bob, 'DELETE');
  expect(messagesOf(app, bob).map((content) => content.slice(159))).toEqual(['ydone', 'xDELETE']);
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Delete', { media: [{ url: 'simulator:1/0', type: 'image/png' }] });
  expect(messagesOf(app, bob).at(-1)).toBe('Delete');
  textIn(app, bob, 'A short note');
  tell(app, bob, '+#tag');
  textIn(app, bob, 'Another');
  expect(messagesOf(app, bob).slice(-2)).toEqual(['A short note', 'Another']);
});

test('a message that its sender deleted in the web app is changed by no text', ({ app }) => {
  const user = ensureUser(app, bob);
  textIn(app, bob, 'Older');
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Newer');
  const id = allMessages(app, user)[0]!.id;
  tell(app, bob, 'EDIT Newest');
  removeOwnMessage(app, user, id);
  expect(tell(app, bob, 'DELETE')).toBe('Your last text is deleted already.');
  expect(tell(app, bob, 'UNDO')).toBe('That message was changed since, so it stays as it is.');
  expect(messagesOf(app, bob)).toEqual(['Older']);
});
