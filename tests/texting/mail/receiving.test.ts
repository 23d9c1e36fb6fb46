import { expect } from 'bun:test';
import { requireBoard } from '../../../src/boards/boards';
import { removeMember } from '../../../src/boards/leaving';
import { endMailAddress } from '../../../src/boards/mail-addresses';
import { downloadQueued } from '../../../src/media/downloads';
import { allMessages } from '../../../src/messages/lists';
import { blockNumber } from '../../../src/operators/blocked-numbers';
import { signedAddress } from '../../../src/outbox/mail';
import { answerQuestions } from '../../../src/texting/questions';
import { test } from '../../support/app-test';
import { ann, bob } from '../../support/cast';
import { contentsOn, post } from '../../support/house';
import { addressOf, mailIn, mailOf } from '../../support/mails';
import { messagesOf, repliesTo, textIn } from '../../support/texts';

test('a mail to a secret address is a note with its files, once', async ({ app, user }) => {
  const to = addressOf(app, user);
  expect(to).toMatch(/^ann-[a-z2-9]{12}@notes\.example$/);
  const file = { name: 'list.txt', type: 'text/plain', base64: Buffer.from('eggs').toString('base64') };
  const mail = mailOf({ subject: 'Shopping', words: 'milk #food', files: [file], leftOut: 1 });
  for (const address of [to, to.toUpperCase(), to]) expect(mailIn(app, address, mail)).toBe(true);
  const content = 'Shopping\nmilk #food\n(1 more file came with this.)';
  expect(messagesOf(app, ann)).toEqual([content]);
  await downloadQueued(app);
  expect(allMessages(app, user)[0]).toMatchObject({ tags: ['food'], media: [{ name: 'list.txt' }] });
  expect(app.outbox().map(({ kind }) => kind)).toEqual(['security']);
});

test('a renewed address ends the one before, and strangers have none', ({ app, owner, member: user }) => {
  const old = addressOf(app, user);
  const to = addressOf(app, user);
  const wrong = [old, 'bob@notes.example', to.replace('notes.', ''), 'x', to.replace(/-.*@/, '-@')];
  for (const address of wrong) expect(mailIn(app, address, { words: 'x' })).toBe(false);
  expect(mailIn(app, to.replace('bob', 'other'), { words: 'milk' })).toBe(true); // the secret alone counts
  blockNumber(app, owner, { phoneNumber: bob.phone, reason: 'spam' });
  expect(mailIn(app, to, { words: 'x' })).toBe(false);
  endMailAddress(app, user, null);
  expect(messagesOf(app, bob)).toEqual(['milk']);
});

test("a board's address posts as its member, until the member is gone", ({ app, owner, member, id }) => {
  const to = addressOf(app, member, requireBoard(app, member, 'house'));
  expect(to).toStartWith('house-');
  expect(mailIn(app, to, { subject: '? milk', words: 'Lamp' })).toBe(true);
  expect(contentsOn(app, owner, 'house')).toEqual(['? milk\nLamp']);
  removeMember(app, owner, id, member.id);
  expect(mailIn(app, to, { words: 'Sofa' })).toBe(false);
});

test('commands work as by text, but a mail of a program and a forward are notes', async ({ app, user }) => {
  const to = addressOf(app, user);
  mailIn(app, to, { subject: 'milk' });
  mailIn(app, to, { subject: '? milk', words: 'Sent from a phone' });
  await answerQuestions(app);
  expect(repliesTo(app, ann).at(-1)).toMatch(/^1 #uncategorized \d+ \w+: milk$/);
  mailIn(app, to, { subject: 'Undo' });
  expect(messagesOf(app, ann)).toEqual([]);
  mailIn(app, to, { subject: '? milk', isAutomatic: true });
  mailIn(app, to, { subject: 'Undo', isForward: true });
  mailIn(app, to, { subject: 'LOGIN' });
  mailIn(app, to, { subject: 'STOP' });
  mailIn(app, to, { subject: 'Re', words: 'Who is coming?' });
  expect(messagesOf(app, ann)).toEqual(['? milk', 'Undo', 'LOGIN', 'STOP', 'Re\nWho is coming?']);
});

test('what shows a message to others still needs the digits by text', ({ app, owner, member }) => {
  const to = addressOf(app, owner);
  textIn(app, ann, 'pin 4711 #house');
  textIn(app, ann, '-#house');
  expect(mailIn(app, to, { subject: 'UNDO' })).toBe(true);
  expect(contentsOn(app, member, 'house')).toEqual([]);
  const [, digits] = /OK (\d\d)/.exec(repliesTo(app, ann).at(-1)!)!;
  mailIn(app, to, { subject: `OK ${digits}` });
  expect(contentsOn(app, member, 'house')).toEqual(['pin 4711 #house']);
});

test('a long mail is cut, with the whole as a file', async ({ app, user }) => {
  mailIn(app, addressOf(app, user), { subject: 'Long', words: 'word '.repeat(4_000) });
  await downloadQueued(app);
  const [message] = allMessages(app, user);
  expect([...message!.content].length).toBeLessThanOrEqual(10_000);
  expect(message!.content).toEndWith('(all of it is in the file)');
  expect(message!.media).toMatchObject([{ name: 'The whole mail.txt', type: 'text/plain' }]);
});

test('the common address takes no mail whose writer is not proven', ({ app }) => {
  expect(mailIn(app, 'notes@notes.example', { words: 'x' })).toBe(false);
});

test('a fault of the database is no lack of room: the mail or the text comes again', ({
  app,
  owner,
  member,
}) => {
  const lamp = post(app, owner, 'Lamp #house');
  const addresses = [addressOf(app, member), signedAddress(app, 're', lamp, member.id)!];
  app.db.$client.run(
    "create trigger fault before insert on messages begin select raise(abort, 'a fault'); end",
  );
  for (const to of addresses) expect(() => mailIn(app, to, { words: 'x' })).toThrow('a fault');
  expect(() => textIn(app, bob, 'x')).toThrow('a fault');
  expect(app.outbox(bob.phone).some(({ body }) => /room/i.test(body))).toBe(false);
});
