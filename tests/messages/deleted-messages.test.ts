import { expect } from 'bun:test';
import { deletedMessages, filesToDelete, inbound, media, messages } from '../../db/schema';
import { deleteSharedBoard, removeMember } from '../../src/boards/leaving';
import { pinBoard } from '../../src/boards/marks';
import { convertAndInvite, createSharedBoard, invite } from '../../src/boards/sharing';
import { queueDownloads } from '../../src/media/downloads';
import { attachUploads, findFile, storeUpload } from '../../src/media/media';
import { deleteAccount } from '../../src/messages/delete-account';
import { deleteExpired, restoreMessage, restoreTag } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { findMessage } from '../../src/messages/find';
import { allMessages } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { removeOwnMessage, removeTag } from '../../src/messages/removal';
import { search } from '../../src/search/search';
import { test } from '../support/app-test';
import { privateBoardCards } from '../support/board-cards';
import { bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { contentsOn, post, privateTags } from '../support/house';
import { ensureUser } from '../support/people';
import { messagesOf, textIn } from '../support/texts';

const TOO_LATE = 'It is too late to take this back.';
const textFile = { bytes: new TextEncoder().encode('A file'), type: 'text/plain', name: 'a.txt' };

test('a restored message is as it was, with its files, boards and texts', async ({ app, owner, member }) => {
  const file = (await storeUpload(app, member, textFile)).id;
  const id = create(app, member, { content: 'Lamp #house #diary', source: 'ui', mediaIds: [file] });
  edit(app, member, id, { content: 'Green lamp' });
  const before = [findMessage(app, member, id), findMessage(app, owner, id)];
  const [row] = app.db.select().from(messages).all();
  const texts = app.outbox().length;

  removeOwnMessage(app, member, id);
  expect([findMessage(app, member, id), findMessage(app, owner, id)]).toEqual([null, null]);
  expect(privateTags(app, member)).toEqual([]);
  expect(() => findFile(app, member, file)).toThrow('Media not found');
  expect(() => attachUploads(app, member, id, [file])).toThrow('not there to attach');
  expect(app.db.select().from(filesToDelete).all()).toEqual([]);

  expect(restoreMessage(app, member, id)).toEqual(before[0]!);
  expect([findMessage(app, member, id), findMessage(app, owner, id)]).toEqual(before);
  expect(app.db.select().from(messages).all()).toEqual([row!]);
  expect(app.db.select().from(deletedMessages).all()).toEqual([]);
  expect(findFile(app, owner, file).name).toBe('a.txt');
  expect(app.outbox().length).toBeLessThanOrEqual(texts); // nobody is notified a second time
  expect(restoreMessage(app, member, id)).toEqual(before[0]!); // a second restoration changes nothing
});

test('a deleted message is found again only after it was taken back', async ({ app, owner, member }) => {
  const id = post(app, member, 'Sesame oil #house');
  const found = async () => (await search(app, owner, { q: 'sesame' })).map((message) => message.id);
  expect(await found()).toEqual([id]);
  removeOwnMessage(app, member, id);
  expect(await found()).toEqual([]);
  restoreMessage(app, member, id);
  expect(await found()).toEqual([id]);
});

test('only the sender takes a deletion back, and only for ten minutes', async ({ app, owner, member }) => {
  const file = (await storeUpload(app, member, textFile)).id;
  const id = create(app, member, { content: 'Sofa #house', source: 'ui', mediaIds: [file] });
  removeOwnMessage(app, member, id);
  expect(() => restoreMessage(app, owner, id)).toThrow(TOO_LATE);
  app.clock.advance(9 * MINUTE);
  deleteExpired(app);
  expect(app.db.select().from(deletedMessages).all()).toHaveLength(1);
  app.clock.advance(MINUTE);
  expect(() => restoreMessage(app, member, id)).toThrow(TOO_LATE);
  deleteExpired(app);
  expect(app.db.select().from(deletedMessages).all()).toEqual([]);
  expect(app.db.select().from(media).all()).toEqual([]);
  expect(app.db.select().from(filesToDelete).all()).toHaveLength(1);
});

test('no message comes back to a board lost or shared meanwhile', ({ app, owner, member, id: board }) => {
  const toLeft = post(app, member, 'One #house');
  const toBoth = post(app, member, 'Two #house #diary');
  const toShared = post(app, member, 'Three #plans');
  post(app, member, 'Stays #plans');
  for (const id of [toLeft, toBoth, toShared]) removeOwnMessage(app, member, id);
  removeMember(app, owner, board, member.id);
  ensureUser(app, cho);
  convertAndInvite(app, member, 'plans', cho.phone);
  for (const id of [toLeft, toBoth, toShared]) restoreMessage(app, member, id);
  expect(contentsOn(app, owner, 'house')).toEqual([]);
  expect(contentsOn(app, member, 'uncategorized')).toEqual(['Three #plans', 'One #house']);
  expect(contentsOn(app, member, 'diary')).toEqual(['Two #house #diary']);
  expect(contentsOn(app, ensureUser(app, cho), 'plans')).toEqual(['Stays #plans']);
});

test('a board that was deleted or replaced meanwhile gets no message back', ({ app, owner, id: board }) => {
  const onHouse = post(app, owner, 'One #house');
  const onDiary = post(app, owner, 'Two #diary');
  removeOwnMessage(app, owner, onHouse);
  removeOwnMessage(app, owner, onDiary);
  deleteSharedBoard(app, owner, board);
  createSharedBoard(app, owner, 'diary');
  restoreMessage(app, owner, onHouse);
  restoreMessage(app, owner, onDiary);
  expect(contentsOn(app, owner, 'diary')).toEqual([]);
  expect(contentsOn(app, owner, 'uncategorized')).toEqual(['Two #diary', 'One #house']);
});

test('the last deletion of a tag is taken back as a whole', ({ app, owner, member }) => {
  post(app, owner, 'Old #food');
  removeTag(app, owner, 'food');
  app.clock.advance(1000);
  post(app, owner, 'One #food');
  post(app, owner, 'Two #food #house');
  pinBoard(app, owner, 'food', true);
  removeTag(app, owner, 'food');
  expect(() => restoreTag(app, member, 'food')).toThrow(TOO_LATE);
  expect(restoreTag(app, owner, 'food')).toMatchObject({
    message: '#food is back with its 2 messages.',
    count: 2,
  });
  expect(privateBoardCards(app, owner)).toMatchObject([{ tag: 'food', count: 2, pinned: true }]);
  expect(contentsOn(app, member, 'house')).toEqual(['Two #house']);
  app.clock.advance(10 * MINUTE);
  expect(() => restoreTag(app, owner, 'food')).toThrow(TOO_LATE);
});

test('a text that was undone and then restored can be undone by text again', ({ app }) => {
  textIn(app, bob, 'Buy milk');
  const user = ensureUser(app, bob);
  textIn(app, bob, 'UNDO');
  expect(messagesOf(app, bob)).toEqual([]);
  const id = app.db.select().from(deletedMessages).get()!.id;
  restoreMessage(app, user, id);
  expect(app.db.select().from(inbound).all()[0]).toMatchObject({ messageId: id });
  textIn(app, bob, 'UNDO');
  expect(messagesOf(app, bob)).toEqual([]);
});

test('a file that waits for its download waits for the message to come back', ({ app }) => {
  const user = ensureUser(app, bob);
  const id = post(app, user, 'Photo');
  queueDownloads(app, user, id, [{ url: 'https://gateway.example/1', type: 'image/jpeg' }]);
  removeOwnMessage(app, user, id);
  expect(app.db.select().from(media).get()).toMatchObject({ messageId: null, deletedMessageId: id });
  restoreMessage(app, user, id);
  expect(app.db.select().from(media).get()).toMatchObject({ messageId: id, deletedMessageId: null });
  expect(app.db.select().from(media).get()!.nextAt).toBeNumber();
});

test('a deleted account leaves no messages and no files, deleted ones included', async ({ app, member }) => {
  const file = (await storeUpload(app, member, textFile)).id;
  const id = create(app, member, { content: 'Sofa #house', source: 'ui', mediaIds: [file] });
  post(app, member, 'Lamp #house');
  removeOwnMessage(app, member, id);
  deleteAccount(app, member);
  for (const table of [deletedMessages, media, messages])
    expect(app.db.select().from(table).all()).toEqual([]);
  expect(app.db.select().from(filesToDelete).all()).toHaveLength(1);
});

test('a member who was invited again gets one board back, not two', ({ app, owner, member, id: board }) => {
  const id = post(app, member, 'Lamp #house');
  removeMember(app, owner, board, member.id); // the member keeps the message on a private #house
  removeOwnMessage(app, member, id);
  restoreMessage(app, member, id);
  invite(app, owner, 'house', bob.phone);
  expect(allMessages(app, member).map(({ tags }) => tags)).toEqual([['house']]);
});
